/// A host and perhaps a port, as a Host header has them: "localhost:8722", "[::1]:8722", "kiosk.example".
public struct Authority: Hashable, Sendable, CustomStringConvertible {
    /// In small letters; an IPv6 address with its brackets.
    public let host: String
    /// Nil if no port is written.
    public let port: UInt16?

    /// The longest name of a host, in bytes (RFC 1035, section 2.3.4).
    private static let longestHost = 253

    init(host: String, port: UInt16?) {
        self.host = host
        self.port = port
    }

    /// Nil where the text is no host, with or without a port.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let end = Self.endOfHost(bytes), 1...Self.longestHost ~= end else { return nil }
        host = String(decoding: bytes[..<end].map(Self.lowercased), as: UTF8.self)
        guard end < bytes.count else {
            port = nil
            return
        }
        guard bytes[end] == UInt8(ascii: ":"), let port = Self.port(bytes[(end + 1)...]) else { return nil }
        self.port = port
    }

    public var description: String { port.map { "\(host):\($0)" } ?? host }

    /// The index behind the last byte of the host; nil where a byte cannot stand in one.
    private static func endOfHost(_ bytes: [UInt8]) -> Int? {
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")), bracket > 2 else { return nil }
            return bytes[1..<bracket].allSatisfy(isInAddress) ? bracket + 1 : nil
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
        return bytes[..<end].allSatisfy(isInName) ? end : nil
    }

    /// A port in decimal, 1…65535, without leading zeros.
    private static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self))
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// True for a letter or digit of ASCII, and for the others that are named.
    static func isLetterOrDigit(_ byte: UInt8, or others: String) -> Bool {
        switch lowercased(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: others.utf8.contains(byte)
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool { isLetterOrDigit(byte, or: ".-_") }

    private static func isInAddress(_ byte: UInt8) -> Bool { "0123456789abcdef:.".utf8.contains(lowercased(byte)) }
}
