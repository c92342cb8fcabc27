/// A word that a page must know to open a WebSocket: it keeps other users of the machine out.
public struct Token: Sendable {
    private let bytes: [UInt8]

    /// The lengths of a token, in bytes.
    public static let lengths = 16...256

    /// - Parameter file: the content of a token's file: one word, and perhaps a line feed.
    /// - Throws: `TokenFault`, a sentence.
    public init(file: [UInt8]) throws(TokenFault) {
        var bytes = file[...]
        while let last = bytes.last, [0x0a, 0x0d].contains(last) { bytes.removeLast() }
        guard Self.lengths.contains(bytes.count), bytes.allSatisfy(Self.isUnreserved) else { throw TokenFault() }
        self.bytes = Array(bytes)
    }

    /// True if the query of an address, what follows its "?", has this token.
    public func isIn(_ query: String?) -> Bool {
        let prefix = Array("token=".utf8)
        for field in (query ?? "").utf8.split(separator: UInt8(ascii: "&")) where field.starts(with: prefix) {
            return isEqual(to: Array(field.dropFirst(prefix.count)))
        }
        return false
    }

    /// Compares in a time that depends only on the length of what was given, so that nobody finds the token letter by letter.
    private func isEqual(to given: [UInt8]) -> Bool {
        var difference: UInt8 = given.count == bytes.count ? 0 : 1
        for (index, byte) in given.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }

    /// The characters that are written the same way in every address (RFC 3986, section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool { Authority.isLetterOrDigit(byte, or: "-._~") }
}

/// A file that holds no token.
public struct TokenFault: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String {
        "A token is one word of \(Token.lengths.lowerBound) to \(Token.lengths.upperBound) letters, digits, \"-\", \".\", "
            + "\"_\" or \"~\". \"openssl rand -hex 16\" makes one."
    }
}
