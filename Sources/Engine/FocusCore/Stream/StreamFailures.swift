/// Failures of the stream: the delay before the next request, which grows, as a stream may fail for hours, and whether a failure is
/// reported: once, until a stream is healthy again, and once for each tap that waits for the stream.
struct StreamFailures: Equatable, Sendable, Snapshotable {
    /// Consecutive failures, `mostDoublings` at most.
    private var count = 0
    private var isReported = false
    private var isReportedForTap = false
    /// True when another program had the stream at the latest request of this tap.
    private(set) var isTaken = false

    /// True after a failure, until a stream is healthy or frames are needed for another use.
    var hasFailed: Bool { count > 0 }

    /// The time from the first failure to the next request. It doubles each time, up to 64 times this (32 s).
    private static let firstDelay = TimeSpan.milliseconds(500)
    private static let mostDoublings = 6

    /// Takes a failure.
    /// - Parameter isForTap: true when a tap waits for the stream.
    /// - Returns: true when the failure must be reported.
    mutating func report(isForTap: Bool) -> Bool {
        let isNews = isForTap ? !isReportedForTap : !isReported
        if isForTap { isReportedForTap = true }
        isReported = true
        return isNews
    }

    /// The stream must be requested again.
    /// - Returns: the delay before the request.
    mutating func nextDelay() -> TimeSpan {
        let delay = TimeSpan(nanoseconds: Self.firstDelay.nanoseconds << Int64(count))
        count = min(count + 1, Self.mostDoublings)
        return delay
    }

    mutating func tapBegan() {
        isReportedForTap = false
        isTaken = false
    }

    /// A request was answered.
    /// - Parameter isTaken: true when another program has the stream.
    mutating func answered(isTaken: Bool) { self.isTaken = isTaken }

    /// Frames are needed for another use: the delays start again with the shortest.
    mutating func useChanged() { count = 0 }

    /// A stream has run long enough to count as healthy.
    mutating func streamIsHealthy() {
        count = 0
        isReported = false
    }
}
