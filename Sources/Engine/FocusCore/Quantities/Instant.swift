/// A moment, in integer nanoseconds of CLOCK_MONOTONIC.
///
/// The core has no clock: every moment comes in with an input.
public struct Instant: Equatable, Comparable, Hashable, Sendable, Snapshotable {
    /// Nanoseconds since the clock's own zero.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static func < (earlier: Instant, later: Instant) -> Bool {
        earlier.nanoseconds < later.nanoseconds
    }

    /// The moment that is `span` later. It saturates at the ends of the clock's range instead of overflowing.
    public func advanced(by span: TimeSpan) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(span.nanoseconds)
        guard overflow else { return Instant(nanoseconds: sum) }
        return Instant(nanoseconds: span.nanoseconds < 0 ? .min : .max)
    }

    /// The moment that is `span` earlier. It saturates, too.
    public func earlier(by span: TimeSpan) -> Instant {
        Instant(nanoseconds: since(Instant(nanoseconds: span.nanoseconds)).nanoseconds)
    }

    /// The time from `earlier` to this moment; negative when this moment is the earlier one.
    public func since(_ earlier: Instant) -> TimeSpan {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        guard overflow else { return TimeSpan(nanoseconds: difference) }
        return TimeSpan(nanoseconds: nanoseconds < earlier.nanoseconds ? .min : .max)
    }
}
