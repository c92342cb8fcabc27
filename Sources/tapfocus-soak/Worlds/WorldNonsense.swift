import FocusCore
import SimulatedDevices

/// Events that are invalid, but that a device or a late message may send.
enum WorldNonsense {
    /// - Parameter request: the request whose frames flow, or 0.
    static func event(_ odd: inout SplitMix64, request: UInt32, at now: Int64) -> Input.Event {
        let numbers = [Double.nan, .infinity, -1, 1e300, 0]
        switch odd.below(6) {
        case 0: return .acceleration(Acceleration(x: odd.pick(numbers), y: odd.pick(numbers), z: 0))
        case 1:
            let frame = FrameStatistics(
                request: odd.chance(0.5) ? request : request &- 1, sequence: UInt32(truncatingIfNeeded: odd.next()),
                captured: Instant(nanoseconds: now), sharpness: odd.pick(numbers), mean: odd.pick(numbers))
            return .frames(.measured(frame))
        case 2: return .timer(odd.pick(TimerID.allCases), generation: UInt32(odd.below(20)))
        case 3: return WorldCamera.oddAnswer(&odd)
        case 4: return .exposureCompensation(odd.pick([.nan, .infinity]))
        default: return .touch(TouchContact(slot: .max, phase: .move, x: .max, y: .min))
        }
    }
}
