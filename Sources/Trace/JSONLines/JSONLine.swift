/// Writes one line of JSON, byte by byte, in the canonical form that replay compares.
///
/// Foundation's encoder takes about 5 µs for a record. A trace is written at every touch and every sample, and replayed
/// at a million records a second; this writer and `JSONScanner` make that possible.
public struct JSONLine {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    /// True behind a value: a comma comes before the next one.
    private var isAfterValue = false

    public init(reservingCapacity capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    /// Empties the line and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isAfterValue = false
    }

    private mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Writes a key and its colon, after a comma where one is needed.
    public mutating func key(_ name: StaticString) {
        let needsComma = isAfterValue
        let letters = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        // Room is made once for all of it: asking for each byte took half of a record's time.
        bytes.append(addingCapacity: letters.count + 4) { (text: inout OutputSpan<UInt8>) in
            if needsComma { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "\""))
            for letter in letters { text.append(letter) }
            text.append(UInt8(ascii: "\""))
            text.append(UInt8(ascii: ":"))
        }
        isAfterValue = false
    }

    /// Writes a key that is known only at run time, and its colon, after a comma where one is needed.
    package mutating func key(quoting name: String) {
        quoted(name)
        raw(":")
        isAfterValue = false
    }

    /// Writes a comma, except at the beginning of an object or array and after a key.
    private mutating func separate() {
        if isAfterValue { bytes.append(UInt8(ascii: ",")) }
        isAfterValue = true
    }

    /// Writes an integer of up to 64 bits.
    public mutating func integer(_ value: some FixedWidthInteger) {
        let needsComma = isAfterValue
        isAfterValue = true
        var rest = UInt64(truncatingIfNeeded: value.magnitude)
        // From the last digit to the first: 2^64 has 20 digits. In place, because a part of an array would be copied.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest != 0
        bytes.append(addingCapacity: digits.count - first + 2) { (text: inout OutputSpan<UInt8>) in
            if needsComma { text.append(UInt8(ascii: ",")) }
            if value < 0 { text.append(UInt8(ascii: "-")) }
            for index in first..<digits.count { text.append(digits[index]) }
        }
    }

    /// Writes the shortest decimal that reads back as the same number. NaN and infinities, which JSON lacks, become strings.
    public mutating func number(_ value: Double) {
        separate()
        if value.isNaN {
            raw("\"nan\"")
        } else if value.isInfinite {
            raw(value < 0 ? "\"-inf\"" : "\"inf\"")
        } else {
            // The text of `description`, without a string, which would be allocated for most measured numbers.
            var text = NumberText()
            swap(&text.bytes, &bytes)
            value.write(to: &text)
            swap(&text.bytes, &bytes)
        }
    }

    private struct NumberText: TextOutputStream {
        var bytes: [UInt8] = []

        mutating func write(_ string: String) { bytes.append(contentsOf: string.utf8) }

        /// The standard library gives numbers to this one; without it, to `write`.
        mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }
    }

    /// A list of numbers.
    package mutating func numbers(_ values: Double...) { list { for value in values { $0.number(value) } } }

    /// Writes true or false.
    public mutating func boolean(_ value: Bool) {
        separate()
        raw(value ? "true" : "false")
    }

    /// Writes null.
    public mutating func null() {
        separate()
        raw("null")
    }

    /// Writes a string that contains nothing that JSON would escape.
    public mutating func word(_ text: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string that is known only at run time and needs no escapes.
    package mutating func quote(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Begins an object or array.
    public mutating func open(_ bracket: StaticString) {
        separate()
        raw(bracket)
        isAfterValue = false
    }

    /// Ends an object or array.
    public mutating func close(_ bracket: StaticString) {
        raw(bracket)
        isAfterValue = true
    }

    /// Writes an object with the fields that `body` writes.
    @inline(__always)
    package mutating func object(_ body: (inout JSONLine) -> Void) {
        open("{")
        body(&self)
        close("}")
    }

    /// Writes a list with the elements that `body` writes.
    @inline(__always)
    package mutating func list(_ body: (inout JSONLine) -> Void) {
        open("[")
        body(&self)
        close("]")
    }

    /// Writes a line feed.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        isAfterValue = false
    }

    /// Appends complete JSON.
    public mutating func append(contentsOf json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }
}
