import FocusCore

/// The scene in front of the simulated camera: a room with a flower near by on the left, a shelf in the middle, and a
/// window with bright, distant mountains on the right; or a lookout, whose details are worth a picture of many pixels.
///
/// Its parts differ in distance and in brightness, so wherever a person taps, focus and exposure have to change.
/// Positions are shares of the picture's width and height, as in `PointOfInterest`; the scene extends beyond the
/// picture.
public struct Scene: Equatable, Sendable {
    /// A place for a camera.
    public enum Place: Equatable, Sendable {
        /// The room of `tapfocus demo`.
        case room
        /// Flowers near by, before a wide window with mountains.
        case lookout
    }

    public var place: Place
    /// The position of a person's middle, as a share of the picture's width; nil: nobody is there.
    public var visitor: Double?
    public var isBlankWall: Bool

    public init(place: Place = .room, isBlankWall: Bool = false) {
        self.place = place
        self.isBlankWall = isBlankWall
    }

    /// The middle of the flower, 25 cm away.
    public static let flower = PointOfInterest(x: 0.22, y: 0.40)

    static let flowerDioptres = 4.0
    static let shelfDioptres = 0.8
    static let wallDioptres = 0.6
    static let visitorDioptres = 1.65
    static let windowFrameDioptres = 0.4
    static let outsideDioptres = 0.05

    public func surface(x: Double, y: Double) -> Surface {
        if isBlankWall { return Room.blankWall }
        if place == .lookout { return lookout(x: x, y: y) }
        return Flower.surface(x: x, y: y) ?? Room.table(x: x, y: y)
            ?? visitor.flatMap { Visitor.surface(x: x - $0, y: y) } ?? Window.surface(x: x, y: y) ?? Room.shelf(
                x: x, y: y)
            ?? Room.wall(x: x, y: y)
    }
}

/// The lookout, in layers: within each of them, the distance is the same to a fifth of a dioptre.
extension Scene {
    /// A layer of the lookout, the farthest first.
    public enum Layer: CaseIterable, Sendable {
        /// The mountains, and the window. It has no holes.
        case far
        /// The person, whose middle is at x = 0.
        case visitor
        /// The flowers.
        case near
    }

    /// The middle of the lookout's flower, 13 cm away.
    public static let lookoutFlower = PointOfInterest(x: 0.43, y: 0.56)

    static let lookoutFlowerDioptres = 7.5
    static let panoramaFrameDioptres = 0.2

    /// The distance of a layer, in dioptres.
    public static func dioptres(of layer: Layer) -> Double {
        switch layer {
        case .far: outsideDioptres
        case .visitor: visitorDioptres
        case .near: lookoutFlowerDioptres
        }
    }

    /// The surface of one layer at a point; nil where it has a hole.
    public static func surface(in layer: Layer, x: Double, y: Double) -> Surface? {
        switch layer {
        case .far: Panorama.surface(x: x, y: y)
        case .visitor: Guest.surface(x: x, y: y)
        case .near: Bouquet.surface(x: x, y: y)
        }
    }

    private func lookout(x: Double, y: Double) -> Surface {
        Bouquet.surface(x: x, y: y) ?? visitor.flatMap { Guest.surface(x: x - $0, y: y) }
            ?? Panorama.surface(x: x, y: y)
    }
}

/// The surface at one point of a scene.
public struct Surface: Equatable, Sendable {
    public var light: Light
    /// The distance, in dioptres (one over metres).
    public var dioptres: Double
    /// The amount of texture to focus on, 0 (a blank wall) to 1.
    public var texture: Double
    /// True when flickering lamps light the surface, false when the sun does.
    public var isLampLit = true
}

enum Room {
    static let blankWall = Surface(
        light: Light(red: 0.125, green: 0.118, blue: 0.105), dioptres: Scene.wallDioptres, texture: 0)

    static func wall(x: Double, y: Double) -> Surface {
        let stripe = Int((x * 40).rounded(.down)) & 1 == 0 ? 1.0 : 0.90
        // The window lights the wall beside it.
        let glow = 0.65 + 0.55 * min(max(x, 0), 1) - 0.25 * y
        return Surface(
            light: Light(red: 0.125, green: 0.118, blue: 0.105) * (stripe * glow), dioptres: Scene.wallDioptres,
            texture: 0.15)
    }

    static func shelf(x: Double, y: Double) -> Surface? {
        guard x >= 0.415, x < 0.575, y >= 0.24, y < 0.64 else { return nil }
        let board = Light(red: 0.13, green: 0.075, blue: 0.035)
        let row = y < 0.44 ? 0 : 1
        let bottom = row == 0 ? 0.415 : 0.615
        if y >= bottom, y < bottom + 0.025 || row == 1 {
            return Surface(light: board, dioptres: Scene.shelfDioptres, texture: 0.6)
        }
        let number = Int(((x - 0.415) / 0.0178).rounded(.down)) + row * 9
        let top = bottom - 0.11 - 0.05 * Double((number * 7) % 4) / 3
        guard y >= top, y < bottom else { return nil }
        let isBand = y > top + 0.035 && y < top + 0.055
        let cover = covers[(number * 5 + row) % covers.count]
        return Surface(light: isBand ? cover * 2.2 : cover, dioptres: Scene.shelfDioptres, texture: 1)
    }

    static func table(x: Double, y: Double) -> Surface? {
        guard y >= 0.87 else { return nil }
        let grain = Int((y * 70 + x * 4).rounded(.down)) & 1 == 0 ? 1.0 : 0.82
        let nearness = min((y - 0.87) / 0.13, 1)
        return Surface(
            light: Light(red: 0.12, green: 0.068, blue: 0.032) * grain, dioptres: 1.2 + 2.8 * nearness, texture: 0.5)
    }

    private static let covers = [
        Light(red: 0.19, green: 0.04, blue: 0.04), Light(red: 0.03, green: 0.09, blue: 0.19),
        Light(red: 0.16, green: 0.13, blue: 0.07), Light(red: 0.03, green: 0.12, blue: 0.07),
        Light(red: 0.17, green: 0.09, blue: 0.02), Light(red: 0.08, green: 0.05, blue: 0.14),
    ]
}
