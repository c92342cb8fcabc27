/// The text of an XML file, from the present place on.
struct MarkupText {
    private let bytes: [UInt8]
    private var place = 0
    /// The present line, counted from 1.
    private(set) var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// The text up to the next space or tag; nil at a tag, and at the end.
    var word: String? {
        let letters = bytes[place...].prefix { $0 != UInt8(ascii: "<") && !Self.isSpace($0) }
        return letters.isEmpty ? nil : String(decoding: letters, as: UTF8.self)
    }

    /// Goes behind the given text, if it follows.
    mutating func take(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        advance(by: text.utf8.count)
        return true
    }

    /// Returns true if there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let count = bytes[place...].prefix(while: Self.isSpace).count
        advance(by: count)
        return count > 0
    }

    /// Moves behind the next occurrence of a text. Returns false, and does not move, if the rest does not contain it.
    mutating func skip(behind end: String) -> Bool {
        let end = Array(end.utf8)
        var found = place
        while found + end.count <= bytes.count {
            if bytes[found...].starts(with: end) {
                advance(by: found + end.count - place)
                return true
            }
            found += 1
        }
        return false
    }

    /// Reads a name, with its prefix; nil if none begins here.
    mutating func name() -> String? {
        let letters = bytes[place...].prefix(while: Self.isPartOfName)
        guard let first = letters.first, !Self.isOnlyInside(first) else { return nil }
        advance(by: letters.count)
        return String(decoding: letters, as: UTF8.self)
    }

    /// Reads a value in single or double quotes. Returns nil if no quote follows, or if the value contains a forbidden character.
    mutating func quoted() -> String? {
        guard let quote = bytes[place...].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return nil
        }
        let rest = bytes[(place + 1)...]
        guard let end = rest.firstIndex(of: quote) else { return nil }
        let written = rest[..<end]
        guard !written.contains(UInt8(ascii: "<")), let value = Self.meaning(of: written) else { return nil }
        advance(by: written.count + 2)
        return value
    }

    /// The value that is meant: references are resolved, and each space is a plain one (XML 1.0, 3.3.3).
    private static func meaning(of written: ArraySlice<UInt8>) -> String? {
        var rest = written
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&") else {
                value.append(isSpace(byte) ? UInt8(ascii: " ") : byte)
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[..<end], as: UTF8.self))
            else { return nil }
            value += Array(String(character).utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// The character of a reference without its "&" and ";": lt, #60, #x3c.
    private static func character(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "quot": "\""
        case "apos": "'"
        case _ where reference.hasPrefix("#x"): UInt32(reference.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where reference.hasPrefix("#"): UInt32(reference.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
        case UInt8(ascii: "_"), UInt8(ascii: ":"): true
        default: isOnlyInside(byte)
        }
    }

    /// A character that may not be the first of a name.
    private static func isOnlyInside(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    private mutating func advance(by count: Int) {
        line += bytes[place..<place + count].count { $0 == UInt8(ascii: "\n") }
        place += count
    }
}
