/// Limits the bytes of one message that comes in many small fragments, and the bytes that are read in
/// one turn of the loop.
///
/// libsoup counts each fragment for itself. So the bytes that were read from the connection since the last whole message are
/// counted here. It also reads until nothing is there: a page that sends messages faster than it reads would keep the loop from all
/// others.
public struct IncomingBudget: Sendable {
    /// The bytes that may come without a whole message: two messages, since libsoup reads ahead.
    public static let limit: Int64 = 131_072
    /// The bytes that may be read in one turn of the loop: what a page sends in a minute (60 frames/s, 280 bytes for each).
    public static let turnLimit: Int64 = 1 << 20
    /// The longest frame with an answer to a ping, in bytes (RFC 6455, section 5.5).
    private static let longestPong: Int64 = 131
    /// The time between two pings is longer than this; in nanoseconds, 10 s.
    private static let pongPeriod: Int64 = 10_000_000_000

    private var lastPong: Int64?
    private var start: Int64
    /// The bytes that had been read when the loop's turn began.
    private var turn: Int64

    /// - Parameter count: the bytes that were read from the connection so far.
    public init(at count: Int64) {
        start = count
        turn = count
    }

    /// The loop begins a turn: it has served all others since the one before.
    public mutating func beginTurn(at count: Int64) { turn = max(turn, count) }

    /// A message was complete when so many bytes had been read.
    public mutating func noteMessage(at count: Int64) { start = max(start, count) }

    /// An answer to a ping was received. It is no part of a message. An answer without a ping counts as one: otherwise such answers could
    /// come between fragments and pay for them.
    /// - Parameter time: in nanoseconds of a clock that never goes back.
    public mutating func notePong(at time: Int64) {
        if let lastPong, time - lastPong < Self.pongPeriod { return }
        lastPong = time
        start += Self.longestPong
    }

    public func isExceeded(at count: Int64) -> Bool { count - start > Self.limit || count - turn > Self.turnLimit }
}
