/// Limits how many messages a page sends, however short they are. A message costs the daemon, and all pages that watch it, more than it
/// costs the page that sends it.
public struct MessageRate: Sendable {
    /// The messages that may come at once: what a page sends in a quarter of a minute (60 frames/s), if nobody has read for so long.
    public static let most: Int64 = 1000
    /// The messages that may come in each second.
    public static let perSecond: Int64 = 1000

    private static let period = 1_000_000_000 / perSecond

    /// The time at which all messages so far would have come at the highest rate; in nanoseconds.
    private var due: Int64 = .min

    public init() {}

    /// True if one more message may come now.
    /// - Parameter time: in nanoseconds of a clock that never goes back.
    public mutating func admits(at time: Int64) -> Bool {
        let start = max(due, time)
        guard start - time <= (Self.most - 1) * Self.period else { return false }
        due = start + Self.period
        return true
    }
}
