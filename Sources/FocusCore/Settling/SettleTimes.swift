/// How long focus and exposure may take after a tap.
public struct SettleTimes: Equatable, Sendable {
    /// How often what can be watched is read. VisionCamera polls every 50 ms.
    public var pollInterval: TimeSpan
    /// For how long what is watched must not change to count as settled. VisionCamera uses 120 ms; cameras whose lens
    /// position is read back only at every few frames want more.
    public var stableTime: TimeSpan
    /// The time that a camera is given to begin: nothing counts as settled before it has passed.
    public var shortestTime: TimeSpan
    /// The time after which the search is over, found or not. Shorter than the force lock, so that whatever comes after
    /// that finds the camera held.
    public var deadline: TimeSpan
    /// The time that a component gets which cannot be watched.
    public var timeGiven: TimeSpan
    /// The time after which a search of the engine's own is over, found or not. A search takes some twelve positions; with a
    /// camera of 15 frames a second and a lens that lags four frames behind, that is five seconds.
    public var searchDeadline: TimeSpan
    /// How long after a refused return to continuous it is tried again; doubled each time, up to 64 times this.
    public var retryDelay: TimeSpan

    public init(
        pollInterval: TimeSpan = .milliseconds(50), stableTime: TimeSpan = .milliseconds(200),
        shortestTime: TimeSpan = .milliseconds(400), deadline: TimeSpan = .milliseconds(2500),
        timeGiven: TimeSpan = .milliseconds(1500), searchDeadline: TimeSpan = .milliseconds(8000),
        retryDelay: TimeSpan = .milliseconds(500)
    ) {
        self.pollInterval = pollInterval
        self.stableTime = stableTime
        self.shortestTime = shortestTime
        self.deadline = deadline
        self.timeGiven = timeGiven
        self.searchDeadline = searchDeadline
        self.retryDelay = retryDelay
    }
}
