/// A request, as far as its answer depends on it. Whatever the other side sends fits here.
public struct WebRequest: Equatable, Sendable {
    public var method: String
    /// The path as it was sent, with its percent signs, without the query. Escapes of characters that need none ("%61" for "a") may
    /// have been resolved already, which changes no meaning (RFC 3986, section 6.2.2.2); all others stand.
    public var path: String
    /// The query without its question mark; nil where there is none.
    public var query: String?
    /// The value of the header Host; several are joined by commas. Nil where there is none.
    public var host: String?
    /// The value of the header Origin; several are joined by commas. Nil where there is none.
    public var origin: String?
    /// The value of the header Sec-Fetch-Site: where the page that asks is from, as browsers tell it for pictures, too. Nil where there
    /// is none.
    public var site: String?
    /// True if it asks for a WebSocket.
    public var isUpgrade = false
    /// True if a body follows.
    public var hasBody = false
    /// False where nobody can know the length of its body.
    public var isLengthClear = true
    /// True if it asks, before another request, whether that would be allowed (a preflight).
    public var isPreflight = false

    public init(method: String, path: String, query: String? = nil, host: String? = nil, origin: String? = nil) {
        (self.method, self.path, self.query, self.host) = (method, path, query, host)
        self.origin = origin
    }

    /// Takes what the request says of its body.
    /// - Parameters:
    ///   - length: the value of the header Content-Length; several are joined by commas. Nil where there is none.
    ///   - isEncoded: true if there is a header Transfer-Encoding.
    public mutating func noteBody(length: String?, isEncoded: Bool) {
        guard let length else {
            (isLengthClear, hasBody) = (true, isEncoded)
            return
        }
        // Two lengths are two readings of what follows: a server in front of this one may choose the other (RFC 9112, section 6.3).
        let hasDigitsOnly = length.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let count = hasDigitsOnly ? Int64(length) : nil
        isLengthClear = count != nil
        hasBody = isEncoded || count != 0
    }
}
