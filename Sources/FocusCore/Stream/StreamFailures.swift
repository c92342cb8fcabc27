/// Streams that could not be had, or did not last: when the next one is asked for, and whether a failure is reported.
///
/// A stream that fails may fail for hours. It is asked for less and less often, and that is reported once, until one is
/// healthy; a person who taps is told at each tap.
struct StreamFailures: Equatable, Sendable {
    /// Failures in a row.
    private var count = 0
    private var isReported = false
    private var isReportedForTap = false

    /// From the first failure to the next attempt; doubled each time, 64 times this at most (32 s).
    private static let firstDelay = TimeSpan.milliseconds(500)
    private static let mostDoublings = 6

    /// A failure has happened.
    /// - Parameter isForTap: whether a person waits for the stream.
    /// - Returns: whether it is news.
    mutating func report(isForTap: Bool) -> Bool {
        let isNews = isForTap ? !isReportedForTap : !isReported
        if isForTap { isReportedForTap = true }
        isReported = true
        return isNews
    }

    /// The stream is to be asked for again.
    /// - Returns: how long to wait before that.
    mutating func nextDelay() -> TimeSpan {
        let delay = TimeSpan(nanoseconds: Self.firstDelay.nanoseconds << Int64(count))
        count = min(count + 1, Self.mostDoublings)
        return delay
    }

    /// Another tap begins.
    mutating func tapBegan() { isReportedForTap = false }

    /// Frames are needed for something else: the waiting begins anew.
    mutating func useChanged() { count = 0 }

    /// A stream has lasted.
    mutating func streamIsHealthy() {
        count = 0
        isReported = false
    }
}
