/// A word of JSON5: a number, another word, or a key without quotes.
struct JSON5Word {
    /// They are not copied, so they are valid only as long as the text.
    let bytes: UnsafeRawBufferPointer

    /// The word that begins at a place of a text; it is empty where none does.
    init(in text: UnsafeRawBufferPointer, at start: Int) {
        var end = start
        while end < text.count, Self.isPartOfWord(text[end]), JSON5Space.length(in: text, at: end) == 0 { end += 1 }
        bytes = UnsafeRawBufferPointer(rebasing: text[start..<end])
    }

    var number: Double? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let hasSign = isNegative || bytes.first == UInt8(ascii: "+")
        let magnitude = Self.magnitude(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(hasSign ? 1 : 0)))
        return magnitude.map { isNegative ? -$0 : $0 }
    }

    private static func magnitude(_ word: UnsafeRawBufferPointer) -> Double? {
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
            guard let digit = JSONScanner.Key.hexadecimalDigit(UInt16(byte)) else { return nil }
            value = value * 16 + Double(digit)
        }
        return digits.isEmpty ? nil : value
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
