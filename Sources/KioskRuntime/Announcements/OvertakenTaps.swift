import FocusCore

/// Taps that come faster than the camera takes them: each but the last is overtaken. The first is a line of the log; of those
/// that follow, a line tells the number, at most once a second.
struct OvertakenTaps {
    /// The shortest time between two lines.
    private static let pause = TimeSpan.milliseconds(1000)

    /// The number of those that no line has told yet.
    private var untold = 0
    /// The time of the last line.
    private var told: Instant?

    /// Notes an announcement, before it is printed.
    /// - Returns: false if it is such a tap and gets no line of its own.
    mutating func add(_ announcement: Announcement, at time: Instant) -> Bool {
        guard case .tapIgnored(.overtaken, _) = announcement else { return true }
        guard !isPausing(at: time), untold == 0 else {
            untold += 1
            return false
        }
        told = time
        return true
    }

    /// The number of taps to tell now, before the next line; nil: none, or it is too early.
    mutating func takeCount(at time: Instant) -> Int? {
        guard untold > 0, !isPausing(at: time) else { return nil }
        told = time
        return takeRest()
    }

    /// The number of taps that no line has told, at the end; nil: none.
    mutating func takeRest() -> Int? {
        guard untold > 0 else { return nil }
        defer { untold = 0 }
        return untold
    }

    private func isPausing(at time: Instant) -> Bool {
        told.map { time < $0.advanced(by: Self.pause) } ?? false
    }
}
