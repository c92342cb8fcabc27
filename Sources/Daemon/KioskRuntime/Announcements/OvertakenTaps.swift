import FocusCore

/// Taps that come faster than the camera takes them: each but the last is overtaken. The first is a line of the log; of those
/// that follow, a line tells the number, at most once a second.
struct OvertakenTaps {
    /// Between two lines.
    private static let pause = TimeSpan.milliseconds(1000)

    /// The number of overtaken taps that are in no line yet.
    private var waiting = 0
    private var lastLine: Instant?

    /// Notes an announcement, before it is printed.
    /// - Returns: false if it is such a tap and gets no line of its own.
    mutating func add(_ announcement: Announcement, at time: Instant) -> Bool {
        guard case .tapIgnored(.overtaken, _) = announcement else { return true }
        guard !isPausing(at: time), waiting == 0 else {
            waiting += 1
            return false
        }
        lastLine = time
        return true
    }

    /// The number of taps to tell now, before the next line; nil: none, or it is too early.
    mutating func takeCount(at time: Instant) -> Int? {
        guard waiting > 0, !isPausing(at: time) else { return nil }
        lastLine = time
        return takeRest()
    }

    /// The number of taps that are in no line yet, at the end; nil if all are.
    mutating func takeRest() -> Int? {
        guard waiting > 0 else { return nil }
        defer { waiting = 0 }
        return waiting
    }

    private func isPausing(at time: Instant) -> Bool {
        lastLine.map { time < $0.advanced(by: Self.pause) } ?? false
    }
}
