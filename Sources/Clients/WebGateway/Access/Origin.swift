/// The origin of a page, as a browser tells it in the Origin header: a scheme, a host and perhaps a port (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// In small letters.
    public let scheme: String
    /// The port is nil where it is the scheme's own: 80 for http, 443 for https.
    public let authority: Authority

    private static let longestScheme = 32

    /// Nil if the text is no origin. Neither is "null", which a browser sends for a page without an origin.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), 1...Self.longestScheme ~= colon,
            bytes[..<colon].allSatisfy(Self.isInScheme), bytes[colon...].starts(with: Array("://".utf8)),
            let authority = Authority(String(decoding: bytes[(colon + 3)...], as: UTF8.self))
        else { return nil }
        scheme = String(decoding: bytes[..<colon].map(Authority.lowercased), as: UTF8.self)
        let isUsual = authority.port == Self.usualPort(of: scheme)
        self.authority = isUsual ? Authority(host: authority.host, port: nil) : authority
    }

    public var description: String { "\(scheme)://\(authority)" }

    static func usualPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    private static func isInScheme(_ byte: UInt8) -> Bool { Authority.isLetterOrDigit(byte, or: "+-.") }
}
