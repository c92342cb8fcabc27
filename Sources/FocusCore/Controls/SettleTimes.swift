/// How long focus and exposure may take after a tap.
public struct SettleTimes: Equatable, Sendable {
    /// How often what can be watched is read. VisionCamera polls every 50 ms.
    public var pollInterval: Span
    /// For how long what is watched must not change to count as settled. VisionCamera uses 120 ms; cameras whose lens
    /// position is read back only at every few frames want more.
    public var stableTime: Span
    /// The time that a camera is given to begin: nothing counts as settled before it has passed.
    public var shortestTime: Span
    /// The time after which the search is over, found or not. Shorter than the force lock, so that whatever comes after
    /// that finds the camera held.
    public var deadline: Span
    /// The time that a component gets which cannot be watched.
    public var timeGiven: Span
    /// How long after a refused return to continuous it is tried again; doubled each time, up to 64 times this.
    public var retryDelay: Span

    public init(
        pollInterval: Span = .milliseconds(50), stableTime: Span = .milliseconds(200),
        shortestTime: Span = .milliseconds(400), deadline: Span = .milliseconds(2500),
        timeGiven: Span = .milliseconds(1500), retryDelay: Span = .milliseconds(500)
    ) {
        self.pollInterval = pollInterval
        self.stableTime = stableTime
        self.shortestTime = shortestTime
        self.deadline = deadline
        self.timeGiven = timeGiven
        self.retryDelay = retryDelay
    }
}
