import FocusCore

/// How long to wait before something is tried again: each time twice as long, up to 30 s.
struct Backoff {
    private static let longest = TimeSpan.milliseconds(30_000)
    private let first: TimeSpan
    private var next: TimeSpan
    /// What was told last.
    private var told: String?

    init(first: TimeSpan) {
        self.first = first
        next = first
    }

    /// When to try again.
    mutating func retry(at time: Instant) -> Instant {
        defer { next = min(TimeSpan(nanoseconds: next.nanoseconds &* 2), Self.longest) }
        return time.advanced(by: next)
    }

    /// Whether a sentence has not been told yet. The same one again is no news.
    mutating func isNews(_ sentence: String) -> Bool {
        defer { told = sentence }
        return told != sentence
    }

    /// The next wait is the shortest again.
    mutating func hurry() {
        next = first
    }

    mutating func reset() {
        hurry()
        told = nil
    }
}

/// How the search for a device of one kind goes.
struct DeviceSearch {
    /// A device that stayed for less was no use.
    private static let shortestStay = TimeSpan.milliseconds(1000)
    private var backoff = Backoff(first: .milliseconds(2000))
    private var arrival: Instant?
    /// Whether the last look found a device that said it was gone.
    private var isDoubtful = false

    mutating func succeeded(at time: Instant) {
        arrival = time
        isDoubtful = false
    }

    mutating func foundNothing() {
        backoff.reset()
        isDoubtful = false
    }

    /// - Returns: whether the sentence is news, and when to look again.
    mutating func failed(_ sentence: String, at time: Instant) -> (isNews: Bool, retry: Instant?) {
        isDoubtful = false
        return (backoff.isNews(sentence), backoff.retry(at: time))
    }

    /// A device was there and said that it was gone. Mostly it is, a moment later, and that is worth no word; one that says
    /// so again is there, and fails.
    ///
    /// - Returns: whether the sentence is news, and when to look again.
    mutating func foundLeaving(_ sentence: String, at time: Instant) -> (isNews: Bool, retry: Instant?) {
        guard isDoubtful else {
            isDoubtful = true
            return (false, backoff.retry(at: time))
        }
        return (backoff.isNews(sentence), backoff.retry(at: time))
    }

    /// - Returns: when to look again; nil: at once.
    mutating func left(at time: Instant) -> Instant? {
        if let arrival, time.since(arrival) < Self.shortestStay { return backoff.retry(at: time) }
        backoff.reset()
        return nil
    }
}
