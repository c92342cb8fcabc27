/// A moment, in integer nanoseconds of CLOCK_MONOTONIC.
///
/// The core has no clock: every moment comes in with an input.
public struct Instant: Equatable, Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's own zero.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.nanoseconds < later.nanoseconds
    }

    /// The moment that is `span` later. It stops at the end of the clock's range instead of overflowing.
    public func advanced(by span: Span) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(span.nanoseconds)
        guard overflow else { return Instant(nanoseconds: sum) }
        return Instant(nanoseconds: span.nanoseconds < 0 ? .min : .max)
    }

    /// The time from `earlier` to this moment; negative when this moment is the earlier one.
    public func since(_ earlier: Instant) -> Span {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard overflow else { return Span(nanoseconds: difference) }
        return Span(nanoseconds: nanoseconds < earlier.nanoseconds ? .min : .max)
    }
}

/// A length of time, in integer nanoseconds.
public struct Span: Equatable, Comparable, Hashable, Sendable {
    /// Nanoseconds.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Whole milliseconds.
    public static func milliseconds(_ count: Int64) -> Span {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1_000_000)
        return Span(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
    }

    /// Seconds, rounded to the nearest nanosecond; clamped to what an Int64 of nanoseconds can hold, and 0 for NaN.
    public static func seconds(_ count: Double) -> Span {
        let nanoseconds = (count * 1e9).nearestWhole
        if nanoseconds.isNaN { return .zero }
        if nanoseconds >= 9.2e18 { return Span(nanoseconds: .max) }
        if nanoseconds <= -9.2e18 { return Span(nanoseconds: .min) }
        return Span(nanoseconds: Int64(nanoseconds))
    }

    /// The span in seconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static let zero = Span(nanoseconds: 0)

    public static func < (shorter: Span, longer: Span) -> Bool {
        shorter.nanoseconds < longer.nanoseconds
    }
}
