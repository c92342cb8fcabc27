import JSONLines

/// Identifies a session, so that the lines of many sessions can be joined. Each line with an effect carries it.
///
/// It has 40 random bits. Among a million sessions, two share an id with a probability of one third.
public struct SessionID: Equatable, Sendable, CustomStringConvertible {
    /// Eight characters of Crockford's alphabet in lower case, which are easily read aloud.
    public let description: String

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// - Parameter generator: the source of the random bits.
    public init(using generator: inout some RandomNumberGenerator) {
        var bits: UInt64 = generator.next()
        description = String(
            (0..<8).map { _ in
                defer { bits >>= 5 }
                return Self.alphabet[Int(bits & 31)]
            })
    }

    /// A new id from the system's random source.
    public static func random() -> SessionID {
        var generator = SystemRandomNumberGenerator()
        return SessionID(using: &generator)
    }
}

extension JSONLine {
    /// Writes the field `s`; nothing when there is no id.
    package mutating func session(_ id: SessionID?) {
        guard let id else { return }
        key("s")
        quote(id.description.utf8)
    }
}
