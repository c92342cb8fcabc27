/// Names a session, so that lines of many sessions can be joined: each line that something came of carries it.
///
/// It has 40 random bits. Of a million sessions, two share an id with a probability of one third; those of one file
/// never do in practice.
public struct SessionID: Equatable, Sendable, CustomStringConvertible {
    /// Eight characters that are easily read aloud: Crockford's alphabet, in lower case.
    public let description: String

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")

    /// - Parameter generator: where the id comes from; by default the system's random source.
    public init(using generator: inout some RandomNumberGenerator) {
        var bits: UInt64 = generator.next()
        description = String(
            (0..<8).map { _ in
                defer { bits >>= 5 }
                return Self.alphabet[Int(bits & 31)]
            })
    }

    /// A new one, from the system's random source.
    public static func random() -> SessionID {
        var generator = SystemRandomNumberGenerator()
        return SessionID(using: &generator)
    }
}

extension JSONLine {
    /// The field `s`; nothing where there is no id.
    package mutating func session(_ id: SessionID?) {
        guard let id else { return }
        key("s")
        quote(id.description.utf8)
    }
}
