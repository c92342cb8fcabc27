import FocusCore
import LinuxSystem

/// A point in time, or a length of time, in nanoseconds. Points are in CLOCK_MONOTONIC, the clock of the kernel's own events.
typealias Nanoseconds = Int64

extension Nanoseconds {
    static func milliseconds(_ count: Int64) -> Nanoseconds { count * 1_000_000 }

    var seconds: Double { Double(self) / 1e9 }

    /// Reads lengths such as `300ms`, `2s`, `1.5s`, `250us`; a bare number is milliseconds. At most one day.
    init?(length text: Substring) {
        let units: [(String, Double)] = [("ms", 1e6), ("us", 1e3), ("s", 1e9)]
        let (suffix, factor) = units.first { text.hasSuffix($0.0) } ?? ("", 1e6)
        guard let number = Double(text.dropLast(suffix.count)), number >= 0 else { return nil }
        let value = number * factor
        guard value <= 86_400e9 else { return nil }
        self = Nanoseconds(value)
    }
}

enum Clock {
    static func now() -> Nanoseconds { MonotonicClock.nanoseconds() }
}
