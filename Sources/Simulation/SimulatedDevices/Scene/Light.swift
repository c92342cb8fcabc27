/// Light of three colours, linear: twice the number is twice the light. 1 is the light of a grey card in a lit room.
public struct Light: Equatable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double

    public static let none = Light(red: 0, green: 0, blue: 0)

    public static func + (left: Light, right: Light) -> Light {
        Light(red: left.red + right.red, green: left.green + right.green, blue: left.blue + right.blue)
    }

    public static func * (light: Light, factor: Double) -> Light {
        Light(red: light.red * factor, green: light.green * factor, blue: light.blue * factor)
    }

    /// The luminance: that of linear sRGB (ITU-R BT.709).
    public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
