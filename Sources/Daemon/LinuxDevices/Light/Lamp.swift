import Glibc

/// A lamp that the kernel switches, as a device of its LED class: /sys/class/leds/NAME (Documentation/leds/leds-class.rst). Boards have
/// their lamps there, and a camera's flash is one, too. UVC, the standard of webcams, has none.
public struct Lamp: Equatable, Sendable {
    /// The kernel's name, for example "white:flash".
    public let name: String
    /// The value that is as bright as it can be, 1 or more.
    private let largest: Int
    /// The value when it was found.
    public let original: Int

    private static let folder = "/sys/class/leds"

    private var path: String { "\(Self.folder)/\(name)/brightness" }

    /// Finds the lamp that a person wants. `.automatic` takes the only one that is called a torch, or else a flash: never another LED,
    /// because keyboards and network sockets have some, too.
    /// - Throws: `DeviceError` if no lamp or several fit, or if this user may not switch it.
    public init(_ selection: DeviceSelection) throws(DeviceError) {
        let leds = try Udev().devices(subsystem: "leds", prefix: "").map(\.systemName)
        try self.init(try Self.choice(selection, among: leds))
    }

    /// - Parameter name: the kernel's name.
    init(_ name: String) throws(DeviceError) {
        self.name = name
        guard let largest = Self.number("\(Self.folder)/\(name)/max_brightness"), largest > 0,
            let present = Self.number("\(Self.folder)/\(name)/brightness")
        else {
            throw DeviceError(
                .gone, .lamp, attempt: "read", subject: "the lamp \(name)", answer: "it has no brightness now",
                remedy: "Connect it again, or choose another one (lamp)")
        }
        (self.largest, original) = (largest, present)
        guard Kernel.mayAccess(path, W_OK) else {
            throw DeviceError(.lamp, attempt: "switch", subject: path, SystemError(EACCES))
        }
    }

    /// The LED of that name, or the one that is a lamp by its name.
    static func choice(_ selection: DeviceSelection, among leds: [String]) throws(DeviceError) -> String {
        let wanted: String
        switch selection {
        case .none: throw nothing("none is to be used (lamp is none)", remedy: "Name one in lamp")
        case .path(let path): wanted = path.split(separator: "/").last.map { String($0) } ?? ""
        case .name(let name): wanted = name
        case .automatic:
            for ending in [":torch", ":flash"] {
                let lamps = leds.filter { $0.hasSuffix(ending) }
                guard let first = lamps.first else { continue }
                guard lamps.count == 1 else {
                    throw nothing("there are several: \(lamps.joined(separator: ", "))", remedy: "Name one in lamp")
                }
                return first
            }
            throw nothing(
                "none is connected that is called a torch or a flash",
                remedy: "Name another LED in lamp; ls \(folder) lists them. "
                    + "Or switch a lamp of your own, and tell of it: light")
        }
        return leds[try NameMatch.index(of: wanted, among: leds.map { [$0] }, .lamp, descriptions: leds)]
    }

    private static func nothing(_ answer: String, remedy: String) -> DeviceError {
        DeviceError(.doesNotExist, .lamp, attempt: "find", subject: "a lamp", answer: answer, remedy: remedy)
    }

    /// Makes it as bright as that, 0…1 of the most. The least step above 0 is 1: a lamp that is wanted is on.
    /// - Throws: `DeviceError` if the kernel refuses; the lamp is as it was.
    public func set(_ level: Double) throws(DeviceError) {
        try write(level > 0 ? max(Int((level * Double(largest)).rounded()), 1) : 0)
    }

    /// Makes it as bright as it was when it was found.
    public func restore() throws(DeviceError) { try write(original) }

    /// Makes a lamp as bright as it was before an earlier run has lit it, which was killed.
    /// - Throws: `DeviceError` if there is no such lamp, or the kernel refuses.
    public static func restore(_ name: String, to value: Int) throws(DeviceError) {
        guard !name.contains("/") else { throw nothing("\(name) is no name of a lamp", remedy: "Name one in lamp") }
        let lamp = try Lamp(name)
        try lamp.write(min(max(value, 0), lamp.largest))
    }

    private func write(_ value: Int) throws(DeviceError) {
        try DeviceError.of(.lamp, attempt: "switch", subject: path) { () throws(SystemError) in
            let file = try Kernel.open(path, O_WRONLY | O_CLOEXEC)
            let fd = file.rawValue
            let failure: SystemError? = Array("\(value)\n".utf8).withUnsafeBytes { bytes in
                do throws(SystemError) {
                    try Kernel.write(fd, bytes)
                    return nil
                } catch {
                    return error
                }
            }
            file.close()
            if let failure { throw failure }
        }
    }

    private static func number(_ path: String) -> Int? {
        Kernel.text(of: path).flatMap { text in Int(text.prefix { !$0.isWhitespace }) }
    }
}
