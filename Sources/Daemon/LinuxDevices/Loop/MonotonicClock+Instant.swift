import FocusCore
import LinuxSystem

extension MonotonicClock {
    /// The present moment.
    public static func now() -> Instant { Instant(nanoseconds: nanoseconds()) }
}
