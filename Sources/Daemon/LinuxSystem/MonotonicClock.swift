import Glibc

/// The kernel's CLOCK_MONOTONIC, which times all inputs; touch events and timers use it too.
public enum MonotonicClock {
    /// The present moment, in nanoseconds.
    public static func nanoseconds() -> Int64 {
        var time = timespec()
        // It cannot fail: the clock exists and the pointer is valid.
        _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
