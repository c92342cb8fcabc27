import Glibc

/// What the kiosk's housing goes through: gravity from some direction, somebody shaking it, a bump.
struct Hand {
    struct Vector: Equatable {
        var x: Double
        var y: Double
        var z: Double

        var length: Double { (x * x + y * y + z * z).squareRoot() }

        static func + (left: Vector, right: Vector) -> Vector {
            Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
        }

        static func * (vector: Vector, factor: Double) -> Vector {
            Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
        }
    }

    private struct Movement {
        let start: Nanoseconds
        let end: Nanoseconds
        /// In m/s².
        let amplitude: Double
        let kind: Kind

        enum Kind {
            case shake
            case bump
        }
    }

    /// Standard gravity, in m/s².
    static let standardGravity = 9.80665
    /// The shock of a finger that taps the screen: what a phone's housing shows, and how long.
    static let bumpAmplitude = 4.0
    static let bumpLength = Nanoseconds.milliseconds(40)
    /// Times a second that a shaking hand goes to and fro.
    private static let shakeFrequency = 5.0
    /// The sensor's own noise, in m/s², at most.
    private static let noise = 0.02

    /// As the sensor feels it, in m/s². At first: hanging on a wall, upright.
    private(set) var gravity = Vector(x: 0, y: standardGravity, z: 0)
    private var movements: [Movement] = []
    private var random = SystemRandomNumberGenerator()

    /// Gravity now comes from there; the length does not matter. False when there is no direction.
    mutating func tilt(_ direction: Vector) -> Bool {
        let length = direction.length
        guard length.isFinite, length > 0 else { return false }
        gravity = direction * (Self.standardGravity / length)
        return true
    }

    mutating func shake(from start: Nanoseconds, for length: Nanoseconds, amplitude: Double) {
        movements.append(Movement(start: start, end: start + length, amplitude: amplitude, kind: .shake))
    }

    mutating func bump(at start: Nanoseconds) {
        movements.append(
            Movement(start: start, end: start + Self.bumpLength, amplitude: Self.bumpAmplitude, kind: .bump))
    }

    mutating func holdStill() {
        movements = []
    }

    /// What the sensor measures at `time`, in m/s².
    mutating func acceleration(at time: Nanoseconds) -> Vector {
        movements.removeAll { $0.end < time }
        var sum = gravity
        for movement in movements where movement.start <= time {
            let passed = (time - movement.start).seconds
            switch movement.kind {
            case .shake:
                let phase = 2 * Double.pi * Self.shakeFrequency * passed
                // A quarter turn apart in x and y, so that there is no moment without acceleration.
                sum = sum + Vector(x: sin(phase), y: cos(phase), z: 0) * movement.amplitude
            case .bump:
                let part = passed / (movement.end - movement.start).seconds
                sum = sum + Vector(x: 0, y: 0, z: sin(Double.pi * part)) * movement.amplitude
            }
        }
        return sum + Vector(x: noise(), y: noise(), z: noise())
    }

    private mutating func noise() -> Double {
        Double.random(in: -Self.noise...Self.noise, using: &random)
    }
}
