extension JSONLine {
    /// A field with a text from outside, escaped where JSON needs it.
    public mutating func text(_ name: StaticString, _ text: String) {
        key(name)
        quoted(text)
    }

    /// A text from outside, escaped where JSON needs it.
    package mutating func quoted(_ text: String) { quote(text.utf8.flatMap(Self.escaped)) }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let backslash = UInt8(ascii: "\\")
        switch byte {
        case UInt8(ascii: "\""), backslash: return [backslash, byte]
        case 0x08: return [backslash, UInt8(ascii: "b")]
        case 0x09: return [backslash, UInt8(ascii: "t")]
        case 0x0a: return [backslash, UInt8(ascii: "n")]
        case 0x0c: return [backslash, UInt8(ascii: "f")]
        case 0x0d: return [backslash, UInt8(ascii: "r")]
        case 0..<0x20:
            let zero = UInt8(ascii: "0")
            let low = byte & 0xf
            return [
                backslash, UInt8(ascii: "u"), zero, zero, zero + byte >> 4,
                low < 10 ? zero + low : UInt8(ascii: "a") + low - 10,
            ]
        default: return [byte]
        }
    }
}

extension JSONScanner {
    /// A string as it is meant: with its escapes resolved.
    package mutating func string() throws(JSONFault) -> String {
        skipSpace()
        let start = self
        guard let string = try text().unescaped(isJSON5: isJSON5) else {
            throw start.fault("a string whose escapes JSON knows")
        }
        return string
    }
}

extension JSONScanner.Key {
    /// The text that is meant; nil where a backslash is followed by what JSON does not know.
    fileprivate func unescaped(isJSON5: Bool) -> String? {
        var units = String(decoding: bytes, as: UTF8.self).utf16.makeIterator()
        var result: [UInt16] = []
        while let unit = units.next() {
            guard unit == Self.backslash else {
                result.append(unit)
                continue
            }
            guard let escaped = units.next() else { return nil }
            if isJSON5, JSON5Space.isLineEnd(escaped) { continue }
            var meant = Self.meaning(of: escaped, &units)
            if isJSON5, meant == nil { meant = Self.json5Meaning(of: escaped, &units) }
            guard let meant else { return nil }
            result.append(meant)
        }
        return String(decoding: result, as: UTF16.self)
    }

    private static let backslash = UInt16(UInt8(ascii: "\\"))

    private static func meaning(of escaped: UInt16, _ units: inout String.UTF16View.Iterator) -> UInt16? {
        guard let letter = UInt8(exactly: escaped) else { return nil }
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return escaped
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return hexadecimal(4, &units)
        default: return nil
        }
    }

    /// What JSON5 has besides; there a backslash means nothing before most characters.
    private static func json5Meaning(of escaped: UInt16, _ units: inout String.UTF16View.Iterator) -> UInt16? {
        switch UInt8(exactly: escaped) {
        case UInt8(ascii: "v"): 0x0b
        case UInt8(ascii: "0"): 0
        case UInt8(ascii: "x"): hexadecimal(2, &units)
        case UInt8(ascii: "u"): nil
        default: (0x31...0x39).contains(escaped) ? nil : escaped
        }
    }

    private static func hexadecimal(_ count: Int, _ units: inout String.UTF16View.Iterator) -> UInt16? {
        var value: UInt16 = 0
        for _ in 0..<count {
            guard let unit = units.next(), let digit = hexadecimalDigit(unit) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    static func hexadecimalDigit(_ unit: UInt16) -> UInt16? {
        switch unit {
        case 0x30...0x39: unit - 0x30
        case 0x41...0x46: unit - 0x41 + 10
        case 0x61...0x66: unit - 0x61 + 10
        default: nil
        }
    }
}
