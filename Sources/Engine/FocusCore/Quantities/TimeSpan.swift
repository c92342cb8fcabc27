/// A length of time, in integer nanoseconds.
public struct TimeSpan: Equatable, Comparable, Hashable, Sendable, Snapshotable {
    /// Nanoseconds.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A span of whole milliseconds. It saturates instead of overflowing.
    public static func milliseconds(_ count: Int64) -> TimeSpan {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1_000_000)
        return TimeSpan(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
    }

    /// A span of seconds, rounded to the nearest nanosecond and limited to the range of Int64 nanoseconds; 0 for NaN.
    public static func seconds(_ count: Double) -> TimeSpan {
        let nanoseconds = (count * 1e9).nearestWhole
        if nanoseconds.isNaN { return .zero }
        if nanoseconds >= 9.2e18 { return TimeSpan(nanoseconds: .max) }
        if nanoseconds <= -9.2e18 { return TimeSpan(nanoseconds: .min) }
        return TimeSpan(nanoseconds: Int64(nanoseconds))
    }

    /// The span in seconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static let zero = TimeSpan(nanoseconds: 0)

    public static func < (shorter: TimeSpan, longer: TimeSpan) -> Bool {
        shorter.nanoseconds < longer.nanoseconds
    }
}
