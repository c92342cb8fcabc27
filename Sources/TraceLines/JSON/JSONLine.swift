/// Writes one line of JSON, byte by byte, in the canonical form that replay compares.
///
/// Foundation's encoder takes about 5 µs for a record; a trace is written at every touch and every sample, and replayed
/// a million records a second, which this form of writing and `JSONScanner` make possible.
public struct JSONLine {
    /// What has been written so far.
    public private(set) var bytes: [UInt8] = []

    public init(reservingCapacity capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Starts anew, and keeps the memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// A key and its colon, after a comma where one is needed.
    public mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(name)
        raw("\":")
    }

    /// A comma, unless the line is at the beginning of an object or array, or behind a key.
    mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    /// An integer of any width.
    public mutating func integer(_ value: some BinaryInteger) {
        separate()
        var rest = value.magnitude
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(digit))
            rest = quotient
        } while rest != 0
        bytes[start...].reverse()
    }

    /// The shortest decimal that reads back as the same number; JSON has no others, so they become strings.
    public mutating func number(_ value: Double) {
        separate()
        if value.isNaN {
            raw("\"nan\"")
        } else if value.isInfinite {
            raw(value < 0 ? "\"-inf\"" : "\"inf\"")
        } else {
            var text = value.description
            text.withUTF8 { bytes.append(contentsOf: $0) }
        }
    }

    /// true or false.
    public mutating func boolean(_ value: Bool) {
        separate()
        raw(value ? "true" : "false")
    }

    /// null.
    public mutating func null() {
        separate()
        raw("null")
    }

    /// A text without anything that JSON would escape.
    public mutating func word(_ text: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// The same of text that is known at run time only.
    mutating func quote(_ text: some Sequence<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Begins an object or array.
    public mutating func open(_ bracket: StaticString) {
        separate()
        raw(bracket)
    }

    /// Ends an object or array; no comma comes before.
    public mutating func close(_ bracket: StaticString) {
        raw(bracket)
    }

    /// A line feed.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds JSON that is finished already.
    public mutating func append(contentsOf json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }
}
