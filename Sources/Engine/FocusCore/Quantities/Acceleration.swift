/// An acceleration, in m/s², gravity included: a device at rest measures about 9.81 away from the ground.
public struct Acceleration: Equatable, Sendable, Snapshotable {
    public var x: Double
    public var y: Double
    public var z: Double

    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Standard gravity, in m/s² (CGPM 1901).
    public static let standardGravity = 9.80665

    public static func + (left: Acceleration, right: Acceleration) -> Acceleration {
        Acceleration(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    public static func - (left: Acceleration, right: Acceleration) -> Acceleration {
        Acceleration(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    public static func * (vector: Acceleration, factor: Double) -> Acceleration {
        Acceleration(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }

    /// The square of its length, in m²/s⁴.
    public var squaredLength: Double { x * x + y * y + z * z }

    /// True when all three components are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
