import FocusCore

/// A person who walks into the picture, or out of it.
struct Visit: Equatable, Sendable {
    var start: Instant
    var from: Double
    var to: Double

    /// A position to the right of the picture, as a share of its width.
    static let outside = 1.3
    /// The duration of every walk, in seconds.
    private static let seconds = 0.8

    /// The position of the person's middle at a time, as a share of the picture's width.
    func position(at time: Instant) -> Double {
        let share = min(max(time.since(start).seconds / Self.seconds, 0), 1)
        return from + (to - from) * share * share * (3 - 2 * share)
    }
}
