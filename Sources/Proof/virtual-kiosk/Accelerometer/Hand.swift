import Glibc

/// The movements of the kiosk's housing: gravity from some direction, a shaking hand, a bump.
struct Hand {
    typealias Vector = SIMD3<Double>

    private struct Movement {
        let start: Nanoseconds
        let end: Nanoseconds
        /// In m/s², after so many seconds.
        let acceleration: (_ passed: Double) -> Vector
    }

    static let standardGravity = 9.80665
    /// The shock of a finger that taps the screen: 4 m/s² for 40 ms, as measured on a phone's housing.
    static let bumpAmplitude = 4.0
    static let bumpLength = Nanoseconds.milliseconds(40)
    /// In Hz; a shaking hand goes to and fro this often.
    private static let shakeFrequency = 5.0
    /// Maximum of the sensor's own noise, in m/s².
    private static let noise = 0.02

    /// As the sensor feels it, in m/s². Initially the kiosk hangs upright on a wall.
    private(set) var gravity = Vector(x: 0, y: standardGravity, z: 0)
    private var movements: [Movement] = []
    private var random = SystemRandomNumberGenerator()

    /// Sets the direction of gravity; the vector's length does not matter. Returns false if it has no direction.
    mutating func tilt(_ direction: Vector) -> Bool {
        let length = (direction * direction).sum().squareRoot()
        guard length.isFinite, length > 0 else { return false }
        gravity = direction * (Self.standardGravity / length)
        return true
    }

    mutating func shake(from start: Nanoseconds, for length: Nanoseconds, amplitude: Double) {
        movements.append(
            Movement(start: start, end: start + length) { passed in
                let phase = 2 * Double.pi * Self.shakeFrequency * passed
                // A quarter turn apart in x and y, so that the acceleration never vanishes.
                return Vector(x: sin(phase), y: cos(phase), z: 0) * amplitude
            })
    }

    mutating func bump(at start: Nanoseconds) {
        movements.append(
            Movement(start: start, end: start + Self.bumpLength) { passed in
                Vector(x: 0, y: 0, z: sin(Double.pi * passed / Self.bumpLength.seconds)) * Self.bumpAmplitude
            })
    }

    mutating func holdStill() {
        movements = []
    }

    /// The sensor's measurement at `time`, in m/s².
    mutating func acceleration(at time: Nanoseconds) -> Vector {
        movements.removeAll { $0.end < time }
        var sum = gravity
        for movement in movements where movement.start <= time {
            sum += movement.acceleration((time - movement.start).seconds)
        }
        return sum + Vector(x: noise(), y: noise(), z: noise())
    }

    private mutating func noise() -> Double {
        Double.random(in: -Self.noise...Self.noise, using: &random)
    }
}
