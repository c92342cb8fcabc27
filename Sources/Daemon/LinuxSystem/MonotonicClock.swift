import FocusCore
import Glibc

/// The kernel's CLOCK_MONOTONIC, which times all inputs; touch events and timers use it too.
public enum MonotonicClock {
    /// The present moment.
    public static func now() -> Instant {
        var time = timespec()
        // It cannot fail: the clock exists and the pointer is valid.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
