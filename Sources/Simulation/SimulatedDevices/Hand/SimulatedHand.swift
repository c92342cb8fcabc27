import FocusCore

/// The accelerometer of a device: gravity, the sensor's noise, and the movements that people make.
///
/// A sample depends only on the seed and on its time, so it does not matter how often or when samples are taken.
public struct SimulatedHand: Equatable, Sendable {
    /// Gravity at rest, in m/s²: that of a kiosk whose screen leans back by 37° (a triangle of 3, 4 and 5).
    public let rest = Acceleration(x: 0, y: Acceleration.standardGravity * 0.8, z: Acceleration.standardGravity * 0.6)
    public let interval: TimeSpan
    private let seed: UInt64
    private var movements: [Movement] = []

    /// The standard deviation of the sensor's noise, in m/s². Cheap sensors have about 0.03 at 100 Hz.
    private static let noise = 0.03

    private struct Movement: Equatable {
        var start: Instant
        var kind: HandMovement

        func elapsed(at time: Instant) -> TimeSpan? {
            let elapsed = time.since(start)
            return elapsed >= .zero && elapsed < kind.duration ? elapsed : nil
        }
    }

    /// - Parameter rate: samples per second, 1…1000.
    public init(rate: Int = 50, seed: UInt64 = 1) {
        interval = TimeSpan(nanoseconds: 1_000_000_000 / Int64(min(max(rate, 1), 1000)))
        self.seed = seed
    }

    public mutating func begin(_ movement: HandMovement, at time: Instant) {
        movements.removeAll { time.since($0.start) > $0.kind.duration }
        movements.append(Movement(start: time, kind: movement))
    }

    public func sample(at time: Instant) -> Acceleration {
        var generator = SplitMix64(seed: seed ^ UInt64(bitPattern: time.nanoseconds))
        let noise = Acceleration(x: generator.nextNormal(), y: generator.nextNormal(), z: generator.nextNormal())
        var sum = rest + noise * Self.noise
        for movement in movements {
            guard let elapsed = movement.elapsed(at: time) else { continue }
            sum = sum + movement.kind.acceleration(after: elapsed, rest: rest)
        }
        return sum
    }

    /// The shift of the camera's picture at a time, in shares of the picture's size.
    public func aim(at time: Instant) -> PointOfInterest {
        var aim = PointOfInterest(x: 0, y: 0)
        for movement in movements {
            guard let elapsed = movement.elapsed(at: time) else { continue }
            let shift = movement.kind.aim(after: elapsed)
            aim = PointOfInterest(x: aim.x + shift.x, y: aim.y + shift.y)
        }
        return aim
    }
}
