import FocusCore

/// The waits between attempts: each is twice as long as the one before, up to 30 s.
struct Backoff {
    private static let longest = TimeSpan.milliseconds(30_000)
    private let first: TimeSpan
    private var next: TimeSpan
    /// The last reported sentence.
    private var lastReported: String?

    init(first: TimeSpan) {
        self.first = first
        next = first
    }

    /// The time of the next attempt.
    mutating func retry(at time: Instant) -> Instant {
        defer { next = min(TimeSpan(nanoseconds: next.nanoseconds &* 2), Self.longest) }
        return time.advanced(by: next)
    }

    /// True if the sentence differs from the last reported one.
    mutating func isNews(_ sentence: String) -> Bool {
        defer { lastReported = sentence }
        return lastReported != sentence
    }

    /// Resets the next wait to the shortest.
    mutating func resetWait() {
        next = first
    }

    mutating func reset() {
        resetWait()
        lastReported = nil
    }
}

/// The state of the search for a device of one kind.
struct DeviceSearch {
    /// A device that stayed for less counts as a failure.
    private static let shortestStay = TimeSpan.milliseconds(1000)
    private var backoff = Backoff(first: .milliseconds(2000))
    private var arrival: Instant?
    /// True if the last search found a device that reported itself gone.
    private var wasLeaving = false

    mutating func succeeded(at time: Instant) {
        arrival = time
        wasLeaving = false
    }

    mutating func foundNothing() {
        backoff.reset()
        wasLeaving = false
    }

    /// - Returns: whether the sentence is new, and the time of the next search.
    mutating func failed(_ sentence: String, at time: Instant) -> (isNews: Bool, retry: Instant?) {
        wasLeaving = false
        return (backoff.isNews(sentence), backoff.retry(at: time))
    }

    /// A device is there and reports that it is gone. Mostly it is gone a moment later, which is not worth a message.
    /// If it reports the same again, it is there and fails.
    ///
    /// - Returns: whether the sentence is new, and the time of the next search.
    mutating func foundLeaving(_ sentence: String, at time: Instant) -> (isNews: Bool, retry: Instant?) {
        guard wasLeaving else {
            wasLeaving = true
            return (false, backoff.retry(at: time))
        }
        return (backoff.isNews(sentence), backoff.retry(at: time))
    }

    /// - Returns: the time of the next search; nil for an immediate one.
    mutating func left(at time: Instant) -> Instant? {
        if let arrival, time.since(arrival) < Self.shortestStay { return backoff.retry(at: time) }
        backoff.reset()
        return nil
    }
}
