import FocusCore

/// The waits between attempts: each is twice as long as the one before, up to 30 s.
struct Backoff {
    private static let longest = TimeSpan.milliseconds(30_000)
    private let first: TimeSpan
    private var next: TimeSpan
    private var lastReported: String?

    init(first: TimeSpan) {
        self.first = first
        next = first
    }

    mutating func retry(at time: Instant) -> Instant {
        defer { next = min(TimeSpan(nanoseconds: next.nanoseconds &* 2), Self.longest) }
        return time.advanced(by: next)
    }

    /// True if the sentence differs from the last reported one.
    mutating func isNews(_ sentence: String) -> Bool {
        defer { lastReported = sentence }
        return lastReported != sentence
    }

    mutating func resetWait() { next = first }

    mutating func reset() {
        resetWait()
        lastReported = nil
    }
}
