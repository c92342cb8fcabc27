/// Limits the bytes of one message when it comes in many fragments, each of which is small enough.
///
/// libsoup counts each fragment for itself. So the bytes that were read from the connection since the last whole message are
/// counted here.
public struct IncomingBudget: Sendable {
    /// The bytes that may come without a whole message: two messages, since libsoup reads ahead.
    public static let limit: Int64 = 131_072
    /// The longest header of a frame from a browser, in bytes (RFC 6455, section 5.2).
    private static let longestHeader: Int64 = 14

    private var start: Int64

    /// - Parameter count: the bytes that were read from the connection so far.
    public init(at count: Int64) { start = count }

    /// A message was complete when so many bytes had been read.
    public mutating func noteMessage(at count: Int64) { start = max(start, count) }

    /// An answer to a ping was received. Those are no part of a message.
    public mutating func notePong(ofLength length: Int) { start += Int64(length) + Self.longestHeader }

    public func isExceeded(at count: Int64) -> Bool { count - start > Self.limit }
}
