/// JSON5 (specification 1.0.0) beside JSON: comments, more spaces, other quotes, keys, commas and numbers.
extension JSONScanner {
    /// The column, counted from 1 in characters (Unicode scalars), of a place in its line.
    package func column(at place: Int) -> Int {
        var column = 1
        for index in 0..<min(place, bytes.count) {
            let isLineEnd = bytes[index] == 0x0a || bytes[index] == 0x0d
            // Of the bytes of a character only the first counts.
            if isLineEnd { column = 1 } else if bytes[index] & 0xc0 != 0x80 { column += 1 }
        }
        return column
    }

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
        let word = JSON5Word(in: bytes, at: position)
        guard !word.bytes.isEmpty else { throw fault("a key") }
        position += word.bytes.count
        return Key(bytes: word.bytes)
    }

    /// Skips a text in single quotes, or a word: a number, true, false or null.
    mutating func skipJSON5() throws(JSONFault) {
        if bytes[position] == UInt8(ascii: "'") {
            _ = try text()
            return
        }
        let word = JSON5Word(in: bytes, at: position)
        guard !word.bytes.isEmpty else { throw fault("a value") }
        let key = Key(bytes: word.bytes)
        guard key == "true" || key == "false" || key == "null" || word.number != nil else {
            throw fault("a value (a text needs quotes, and a number no zeros before it)")
        }
        position += word.bytes.count
    }

    mutating func json5Number() throws(JSONFault) -> Double {
        let word = JSON5Word(in: bytes, at: position)
        guard let number = word.number else { throw fault("a number") }
        position += word.bytes.count
        return number
    }

    mutating func skipJSON5Space() {
        while position < bytes.count {
            let length = JSON5Space.length(in: bytes, at: position)
            if length == 0 { return }
            position += length
        }
    }

    /// True at a comment that has no end: it is no space.
    var isAtComment: Bool {
        isJSON5 && position + 1 < bytes.count && bytes[position] == UInt8(ascii: "/")
            && bytes[position + 1] == UInt8(ascii: "*")
    }
}
