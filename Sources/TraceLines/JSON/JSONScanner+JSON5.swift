/// What JSON5 (specification 1.0.0) has besides JSON: comments, more kinds of space, keys without quotes, single quotes, a comma
/// behind the last element, and numbers in other forms.
extension JSONScanner {
    /// The line, counted from 1, of a place in the text.
    package func line(at place: Int) -> Int {
        var line = 1
        for index in 0..<min(place, bytes.count) {
            let isReturn = bytes[index] == 0x0d && !(index + 1 < bytes.count && bytes[index + 1] == 0x0a)
            if bytes[index] == 0x0a || isReturn { line += 1 }
        }
        return line
    }

    mutating func json5Key() throws(JSONFault) -> Key {
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") {
            return try text()
        }
        let word = json5Word
        guard !word.isEmpty else { throw fault("a key") }
        position += word.count
        return Key(bytes: word)
    }

    /// Skips a text in single quotes, or a word: a number, true, false or null.
    mutating func skipJSON5() throws(JSONFault) {
        if bytes[position] == UInt8(ascii: "'") {
            _ = try text()
            return
        }
        let word = json5Word
        guard !word.isEmpty else { throw fault("a value") }
        let key = Key(bytes: word)
        guard key == "true" || key == "false" || key == "null" || Self.json5Number(word) != nil else {
            throw fault("a value (a text needs quotes, and a number no zeros before it)")
        }
        position += word.count
    }

    mutating func json5Number() throws(JSONFault) -> Double {
        let word = json5Word
        guard let number = Self.json5Number(word) else { throw fault("a number") }
        position += word.count
        return number
    }

    private static func json5Number(_ word: UnsafeRawBufferPointer) -> Double? {
        let isNegative = word.first == UInt8(ascii: "-")
        let hasSign = isNegative || word.first == UInt8(ascii: "+")
        let magnitude = json5Magnitude(UnsafeRawBufferPointer(rebasing: word.dropFirst(hasSign ? 1 : 0)))
        return magnitude.map { isNegative ? -$0 : $0 }
    }

    private static func json5Magnitude(_ word: UnsafeRawBufferPointer) -> Double? {
        if word.elementsEqual("Infinity".utf8) { return .infinity }
        if word.elementsEqual("NaN".utf8) { return .nan }
        if word.count > 1, word[0] == UInt8(ascii: "0") {
            if word[1] | 0x20 == UInt8(ascii: "x") { return hexadecimal(word.dropFirst(2)) }
            guard DecimalNumber.digit(word[1]) == nil else { return nil }
        }
        guard let first = word.first, first == UInt8(ascii: ".") || DecimalNumber.digit(first) != nil,
            let number = DecimalNumber(beginning: word), number.length == word.count
        else { return nil }
        return number.value
    }

    private static func hexadecimal(_ digits: Slice<UnsafeRawBufferPointer>) -> Double? {
        var value = 0.0
        for byte in digits {
            guard let digit = Key.hexadecimalDigit(UInt16(byte)) else { return nil }
            value = value * 16 + Double(digit)
        }
        return digits.isEmpty ? nil : value
    }

    /// A number, another word, or a key without quotes.
    private var json5Word: UnsafeRawBufferPointer {
        var end = position
        while end < bytes.count, Self.isPartOfWord(bytes[end]), json5SpaceLength(at: end) == 0 { end += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<end])
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xff:
            true
        default: false
        }
    }
}

extension JSONScanner {
    mutating func skipJSON5Space() {
        while position < bytes.count {
            let length = json5SpaceLength(at: position)
            if length == 0 { return }
            position += length
        }
    }

    /// True at a comment that has no end: it is no space.
    var isAtComment: Bool {
        isJSON5 && position + 1 < bytes.count && bytes[position] == UInt8(ascii: "/")
            && bytes[position + 1] == UInt8(ascii: "*")
    }

    static func isLineEnd(_ unit: UInt16) -> Bool { unit == 0x0a || unit == 0x2028 || unit == 0x2029 }

    /// The length of a space, a line end or a comment; 0: there is none.
    private func json5SpaceLength(at place: Int) -> Int {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        switch rest[0] {
        case 0x09...0x0d, 0x20: return 1
        case UInt8(ascii: "/"): return Self.commentLength(rest)
        case 0x80...: return Self.spaces.first { rest.starts(with: $0.utf8) }?.utf8.count ?? 0
        default: return 0
        }
    }

    private static func commentLength(_ text: UnsafeRawBufferPointer) -> Int {
        guard text.count > 1 else { return 0 }
        if text[1] == UInt8(ascii: "/") { return text.firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.count }
        guard text[1] == UInt8(ascii: "*") else { return 0 }
        var end = 4
        while end <= text.count, text[end - 2] != UInt8(ascii: "*") || text[end - 1] != UInt8(ascii: "/") { end += 1 }
        return end <= text.count ? end : 0
    }

    private static let spaces = [
        "\u{a0}", "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}",
        "\u{2007}", "\u{2008}", "\u{2009}", "\u{200a}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}", "\u{3000}",
        "\u{feff}",
    ]
}
