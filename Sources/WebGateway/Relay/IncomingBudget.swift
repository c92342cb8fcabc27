/// Limits the bytes of one message when it comes in many fragments, each of which is small enough.
///
/// libsoup counts each fragment for itself. So the bytes that were read from the connection since the last whole message are
/// counted here.
public struct IncomingBudget: Sendable {
    /// The bytes that may come without a whole message: two messages, since libsoup reads ahead.
    public static let limit: Int64 = 131_072
    /// The longest frame with an answer to a ping, in bytes (RFC 6455, section 5.5).
    private static let longestPong: Int64 = 131
    /// The time between two pings is longer than this; in nanoseconds, 10 s.
    private static let pongPeriod: Int64 = 10_000_000_000

    private var lastPong: Int64?
    private var start: Int64

    /// - Parameter count: the bytes that were read from the connection so far.
    public init(at count: Int64) { start = count }

    /// A message was complete when so many bytes had been read.
    public mutating func noteMessage(at count: Int64) { start = max(start, count) }

    /// An answer to a ping was received. Those are no part of a message. Answers that nobody has asked for count as one: otherwise they could
    /// stand between fragments and pay for them.
    /// - Parameter time: in nanoseconds of a clock that never goes back.
    public mutating func notePong(at time: Int64) {
        if let lastPong, time - lastPong < Self.pongPeriod { return }
        lastPong = time
        start += Self.longestPong
    }

    public func isExceeded(at count: Int64) -> Bool { count - start > Self.limit }
}
