import FocusCore

/// Movements that people make with a device. After each of them the device is where it was before.
public enum HandMovement: UInt8, CaseIterable, Equatable, Sendable {
    /// The shock of a tap: a few m/s², 40 ms.
    case bump
    /// The device is pushed to and fro.
    case push
    /// The device is lifted, tilted, and put down again.
    case lift
    /// The device is carried about.
    case walk

    public var duration: TimeSpan {
        switch self {
        case .bump: .milliseconds(40)
        case .push: .milliseconds(900)
        case .lift: .milliseconds(1300)
        case .walk: .milliseconds(2500)
        }
    }

    /// The acceleration that the movement adds to gravity at rest, in m/s².
    func acceleration(after elapsed: TimeSpan, rest: Acceleration) -> Acceleration {
        let seconds = elapsed.seconds
        let share = seconds / duration.seconds
        switch self {
        case .bump: return Acceleration(x: 0.3, y: 0.5, z: -3.5) * ((1 - share) * Self.wave(seconds / 0.02))
        case .push: return Acceleration(x: 4.0, y: 0.4, z: 0.8) * (Self.bell(share) * Self.wave(seconds / 0.45))
        case .lift:
            let jerk = Acceleration(x: 0.2, y: 2.5, z: 0.6) * (Self.wave(share) * (share < 0.5 ? 1 : 0.6))
            return jerk + Self.tilted(rest, by: 0.35 * Self.bell(share)) - rest
        case .walk: return Acceleration(x: 0.8, y: 2.6, z: 1.2) * Self.wave(seconds / 0.55)
        }
    }

    /// The shift of the camera's picture by the movement, in shares of the picture's size.
    func aim(after elapsed: TimeSpan) -> PointOfInterest {
        let seconds = elapsed.seconds
        let share = seconds / duration.seconds
        switch self {
        case .bump: return PointOfInterest(x: 0, y: 0)
        case .push: return PointOfInterest(x: 0.035 * Self.bell(share) * Self.wave(seconds / 0.45), y: 0)
        case .lift: return PointOfInterest(x: 0.05 * Self.bell(share), y: -0.28 * Self.bell(share))
        case .walk: return PointOfInterest(x: 0.02 * Self.wave(seconds / 1.1), y: 0.03 * Self.wave(seconds / 0.55))
        }
    }

    /// A wave of period 1: two parabolas, which approximate a sine and are the same on every machine.
    private static func wave(_ turns: Double) -> Double {
        let phase = (turns - turns.rounded(.down)) * 2 - 1
        return -4 * phase * (1 - abs(phase))
    }

    /// A smooth bell: 0 at both ends, 1 in the middle.
    private static func bell(_ share: Double) -> Double {
        let hill = 4 * share * (1 - share)
        return hill * hill * (3 - 2 * hill)
    }

    /// The vector rotated about the x axis. The angle is given as the tangent of its half, from which sine and cosine are rational.
    private static func tilted(_ vector: Acceleration, by halfTangent: Double) -> Acceleration {
        let squared = halfTangent * halfTangent
        let cosine = (1 - squared) / (1 + squared)
        let sine = 2 * halfTangent / (1 + squared)
        return Acceleration(
            x: vector.x, y: cosine * vector.y - sine * vector.z, z: sine * vector.y + cosine * vector.z)
    }
}
