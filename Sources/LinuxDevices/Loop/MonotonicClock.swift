import FocusCore
import Glibc

/// The clock that all inputs are timed by, the kernel's CLOCK_MONOTONIC: touch events and timers carry it too.
public enum MonotonicClock {
    /// The present moment.
    public static func now() -> Instant {
        var time = timespec()
        // It cannot fail: the clock exists and the pointer is valid.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
