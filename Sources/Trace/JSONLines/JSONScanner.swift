/// A fault in a line, and its place.
package struct JSONFault: Error, Equatable {
    /// The description of what was expected there.
    package var expected: String
    /// Counted from 0.
    package var column: Int

    package init(expected: String, column: Int) {
        self.expected = expected
        self.column = column
    }
}

/// Reads JSON from a line without building values: the caller asks for the fields it knows and skips the others.
///
/// Keys may come in any order, and unknown ones are skipped. So other programs can write traces, and newer traces can
/// be read. The scanner never reads outside the buffer, whatever the buffer contains.
package struct JSONScanner {
    let bytes: UnsafeRawBufferPointer
    package internal(set) var position = 0
    /// True if the text is JSON5, as in files that people write; JSONScanner+JSON5.swift has what is more in it.
    let isJSON5: Bool
    /// True if numbers are read as any program may write them: 640.0 and 6.4e2 are whole numbers, and every number is finite.
    private let hasPlainNumbers: Bool
    private var depth = 0
    /// The deepest nesting that is read. Our lines nest at most 8 deep; a line of brackets must not exhaust the stack.
    private static let deepest = 64

    package init(_ bytes: UnsafeRawBufferPointer, isJSON5: Bool = false, hasPlainNumbers: Bool = false) {
        self.bytes = bytes
        self.isJSON5 = isJSON5
        self.hasPlainNumbers = hasPlainNumbers
    }

    package func fault(_ expected: String) -> JSONFault {
        JSONFault(expected: isAtComment ? "the end of the comment" : expected, column: position)
    }

    /// The place of a key that this scanner has read, in bytes from the beginning.
    package func place(of key: Key) -> Int {
        guard let start = bytes.baseAddress, let place = key.bytes.baseAddress else { return position }
        return place - start
    }

    /// Reads an object. `body` is called at each value, with the value's key, and must read or skip the value.
    package mutating func object(_ body: (inout JSONScanner, Key) throws(JSONFault) -> Void) throws(JSONFault) {
        var key = try firstKey()
        while let present = key {
            try body(&self, present)
            key = try nextKey()
        }
    }

    /// Begins an object.
    /// - Returns: its first key, whose value comes next; nil: the object is empty, and over.
    package mutating func firstKey() throws(JSONFault) -> Key? {
        try expect(UInt8(ascii: "{"), "an object")
        return take(UInt8(ascii: "}")) ? nil : try key()
    }

    /// Goes on behind the value of a key.
    /// - Returns: the next key, whose value comes next; nil: the object is over.
    package mutating func nextKey() throws(JSONFault) -> Key? {
        if take(UInt8(ascii: ",")) { return isJSON5 && take(UInt8(ascii: "}")) ? nil : try key() }
        try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        return nil
    }

    private mutating func key() throws(JSONFault) -> Key {
        skipSpace()
        let key = isJSON5 ? try json5Key() : try text()
        try expect(UInt8(ascii: ":"), "a colon")
        return key
    }

    /// Reads an array. `body` is called at each element, with the element's index, and must read or skip the element.
    package mutating func array(_ body: (inout JSONScanner, Int) throws(JSONFault) -> Void) throws(JSONFault) {
        try expect(UInt8(ascii: "["), "an array")
        guard !take(UInt8(ascii: "]")) else { return }
        var index = 0
        repeat {
            try body(&self, index)
            index += 1
        } while take(UInt8(ascii: ",")) && !(isJSON5 && isAt(UInt8(ascii: "]")))
        try expect(UInt8(ascii: "]"), "a comma or the end of the array")
    }

    /// Reads an integer that fits the type.
    package mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(JSONFault) -> Value
    {
        skipSpace()
        let start = position
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var value: Value = 0
        let first = position
        while position < bytes.count, let digit = DecimalNumber.digit(bytes[position]) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) =
                isNegative
                ? product.subtractingReportingOverflow(Value(digit)) : product.addingReportingOverflow(Value(digit))
            guard !overflow, !overflow2 else {
                return try plainInteger(from: start, "an integer of \(Value.bitWidth) bits")
            }
            value = sum
            position += 1
        }
        guard position > first, !isContinuedNumber else { return try plainInteger(from: start, "an integer") }
        return value
    }

    /// A whole number that is not written as one: 640.0, 1000e-1.
    private mutating func plainInteger<Value: FixedWidthInteger>(
        from start: Int, _ expected: String
    ) throws(JSONFault) -> Value {
        position = start
        guard hasPlainNumbers, let whole = Value(exactly: try number()) else { throw fault(expected) }
        return whole
    }

    /// Reads a number, or one of the strings that stand for NaN and the infinities.
    package mutating func number() throws(JSONFault) -> Double {
        skipSpace()
        guard position < bytes.count else { throw fault("a number") }
        if bytes[position] == UInt8(ascii: "\""), !hasPlainNumbers {
            let word = try text()
            if word == "nan" { return .nan }
            if word == "inf" { return .infinity }
            if word == "-inf" { return -.infinity }
            throw fault("a number")
        }
        if isJSON5 { return try json5Number() }
        guard isAtNumber else { throw fault("a number") }
        if let quick = DecimalNumber(quickly: bytes, from: position) {
            position += quick.length
            return quick.value
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
        guard let decimal = DecimalNumber(beginning: rest), rest[decimal.length - 1] != UInt8(ascii: "."),
            decimal.value.isFinite || !hasPlainNumbers
        else { throw fault("a number") }
        position += decimal.length
        return decimal.value
    }

    package mutating func boolean() throws(JSONFault) -> Bool {
        if takeWord("true") { return true }
        if takeWord("false") { return false }
        throw fault("true or false")
    }

    /// Reads a null. Returns false, and reads nothing, when there is none.
    package mutating func takeNull() -> Bool { takeWord("null") }

    /// True when an array begins here.
    package mutating func isAtArray() -> Bool { isAt(UInt8(ascii: "[")) }

    /// True when a string begins here.
    package mutating func isAtText() -> Bool { isAt(UInt8(ascii: "\"")) }

    /// True when an object begins here.
    package mutating func isAtObject() -> Bool { isAt(UInt8(ascii: "{")) }

    private mutating func isAt(_ byte: UInt8) -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == byte
    }

    /// Skips a value of any kind.
    package mutating func skip() throws(JSONFault) {
        skipSpace()
        guard position < bytes.count else { throw fault("a value") }
        guard depth < Self.deepest else { throw fault(isJSON5 ? "fewer brackets" : "a value") }
        depth += 1
        defer { depth -= 1 }
        switch bytes[position] {
        case UInt8(ascii: "{"): try object { (scanner, _) throws(JSONFault) in try scanner.skip() }
        case UInt8(ascii: "["): try array { (scanner, _) throws(JSONFault) in try scanner.skip() }
        case UInt8(ascii: "\""): _ = try text()
        case _ where isJSON5: try skipJSON5()
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
        case UInt8(ascii: "n"): guard takeNull() else { throw fault("a value") }
        // Python's writer, and others, put down words that JSON does not have for a number that is none. No reader of a value takes them.
        default: if !takeWord("NaN"), !takeWord("Infinity"), !takeWord("-Infinity") { _ = try number() }
        }
    }

    /// Skips a value, and returns it as it is written.
    package mutating func value() throws(JSONFault) -> String { String(decoding: try written(), as: UTF8.self) }

    /// Skips a value, and returns its bytes as they are written. They are not copied, so they are valid only as long as the line.
    package mutating func written() throws(JSONFault) -> UnsafeRawBufferPointer {
        skipSpace()
        let start = position
        try skip()
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Checks that only space follows.
    package mutating func end() throws(JSONFault) {
        skipSpace()
        guard position == bytes.count else { throw fault(isJSON5 ? "nothing more" : "the end of the line") }
    }

    /// Reads a string and returns the bytes between its quotes; escapes are not resolved.
    package mutating func text() throws(JSONFault) -> Key {
        var quote = UInt8(ascii: "\"")
        if !take(quote) {
            quote = UInt8(ascii: "'")
            guard isJSON5, take(quote) else { throw fault("a string") }
        }
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                let key = Key(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
                position += 1
                return key
            }
            guard byte >= 0x20 || isJSON5 && byte == 0x09 else { break }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position, bytes.count)
        throw fault("the end of the string")
    }

    /// The bytes of a key or a word. They are not copied, so they are valid only as long as the line.
    package struct Key {
        package let bytes: UnsafeRawBufferPointer

        package init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// Readers compare each key with many names, so it is inlined into theirs.
        @inlinable
        package static func == (key: Key, name: StaticString) -> Bool {
            // Most keys that are compared have another length.
            key.bytes.count == name.utf8CodeUnitCount
                && key.bytes.hasSameBytes(
                    as: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        }
    }

    /// True when a digit follows, or a minus and a digit.
    private var isAtNumber: Bool {
        let first = bytes[position] == UInt8(ascii: "-") ? position + 1 : position
        return first < bytes.count && DecimalNumber.digit(bytes[first]) != nil
    }

    @inline(__always)
    private var isContinuedNumber: Bool {
        guard position < bytes.count else { return false }
        return bytes[position] == UInt8(ascii: ".") || bytes[position] | 0x20 == UInt8(ascii: "e")
    }

    // The next five are called at each token: as calls they would take longer than what they do.

    @inline(__always)
    package mutating func skipSpace() {
        // Nothing above a space is one, and most tokens follow directly.
        guard position < bytes.count, bytes[position] <= 0x20 || isJSON5 else { return }
        skipMoreSpace()
    }

    private mutating func skipMoreSpace() {
        if isJSON5 { return skipJSON5Space() }
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 || bytes[position] == 0x0d {
            position += 1
        }
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func expect(_ byte: UInt8, _ what: String) throws(JSONFault) {
        guard take(byte) else { throw fault(what) }
    }

    mutating func takeWord(_ word: StaticString) -> Bool {
        skipSpace()
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count,
            UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]).hasSameBytes(
                as: UnsafeRawBufferPointer(start: word.utf8Start, count: length))
        else { return false }
        position += length
        return true
    }
}
