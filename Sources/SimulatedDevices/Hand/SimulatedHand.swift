import FocusCore

/// The accelerometer of a device: gravity, the sensor's noise, and the movements that people make.
///
/// A sample depends only on the seed and on its time, so it does not matter how often or when samples are taken.
public struct SimulatedHand: Equatable, Sendable {
    /// Gravity at rest, in m/s²; its direction shows how the device is mounted.
    public var rest: Acceleration
    /// The standard deviation of the sensor's noise, in m/s². Cheap sensors have about 0.03 at 100 Hz.
    public var noise: Double
    /// The time between samples.
    public var interval: TimeSpan
    public var seed: UInt64
    private var movements: [(start: Instant, movement: HandMovement)] = []

    /// - Parameter rate: samples per second, 1…1000.
    public init(
        rest: Acceleration = SimulatedHand.leaningBack, noise: Double = 0.03, rate: Int = 50, seed: UInt64 = 1
    ) {
        self.rest = rest
        self.noise = noise
        interval = TimeSpan(nanoseconds: 1_000_000_000 / Int64(min(max(rate, 1), 1000)))
        self.seed = seed
    }

    /// A kiosk whose screen leans back by 37° (a triangle of 3, 4 and 5).
    public static let leaningBack = Acceleration(
        x: 0, y: Acceleration.standardGravity * 0.8, z: Acceleration.standardGravity * 0.6)

    /// Begins a movement.
    public mutating func begin(_ movement: HandMovement, at time: Instant) {
        movements.removeAll { time.since($0.start) > $0.movement.duration }
        movements.append((time, movement))
    }

    /// The sensor's measurement at a time.
    public func sample(at time: Instant) -> Acceleration {
        var generator = SplitMix64(seed: seed ^ UInt64(bitPattern: time.nanoseconds))
        var sum = rest
        sum =
            sum + Acceleration(
                x: generator.nextNormal(), y: generator.nextNormal(), z: generator.nextNormal()) * noise
        for (start, movement) in movements {
            let elapsed = time.since(start)
            guard elapsed >= .zero, elapsed < movement.duration else { continue }
            sum = sum + movement.acceleration(after: elapsed, rest: rest)
        }
        return sum
    }

    /// The shift of the camera's picture at a time, in shares of the picture's size.
    public func aim(at time: Instant) -> PointOfInterest {
        var aim = PointOfInterest(x: 0, y: 0)
        for (start, movement) in movements {
            let elapsed = time.since(start)
            guard elapsed >= .zero, elapsed < movement.duration else { continue }
            let shift = movement.aim(after: elapsed)
            aim = PointOfInterest(x: aim.x + shift.x, y: aim.y + shift.y)
        }
        return aim
    }

    public static func == (left: SimulatedHand, right: SimulatedHand) -> Bool {
        left.rest == right.rest && left.noise == right.noise && left.interval == right.interval
            && left.seed == right.seed && left.movements.count == right.movements.count
            && zip(left.movements, right.movements).allSatisfy { $0.start == $1.start && $0.movement == $1.movement }
    }
}
