import TraceLines

/// The fields of a request's line, each as it is written. The request's name, which is one of them, decides which fields count, and
/// their types.
///
/// They point into the line, and are valid only as long as the line. Unknown fields do no harm. If two fields have one name, the
/// later one counts, as in JavaScript and Python.
struct RequestFields {
    /// A field has another type than the caller expects. The caller writes the sentence about it.
    struct WrongKind: Error {}

    private var fields: [(name: JSONScanner.Key, value: UnsafeRawBufferPointer)] = []

    /// - Parameter line: one JSON object. NaN and Infinity, which JSON does not have, are accepted as values without a type: if a
    ///   program fails to compute a coordinate, the answer still names its request.
    init(_ line: UnsafeRawBufferPointer) throws(JSONFault) {
        var scanner = JSONScanner(line)
        var fields: [(name: JSONScanner.Key, value: UnsafeRawBufferPointer)] = []
        try scanner.object { (scanner, name) throws(JSONFault) in
            fields.append((name, try scanner.written()))
        }
        try scanner.end()
        self.fields = fields
    }

    /// True if a field is there, and not null.
    func has(_ name: StaticString) -> Bool { value(name) != nil }

    /// A finite number; nil if it is missing or null.
    func number(_ name: StaticString) throws(WrongKind) -> Double? {
        guard let value = value(name) else { return nil }
        return try Self.number(value)
    }

    /// A whole number that fits the type; nil if it is missing or null. It may be written as 640.0 or 6.4e2.
    func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ type: Value.Type = Value.self
    ) throws(WrongKind) -> Value? {
        guard let value = value(name) else { return nil }
        return try Self.integer(value)
    }

    /// A text; nil if it is missing or null.
    func text(_ name: StaticString) throws(WrongKind) -> String? {
        guard let value = value(name) else { return nil }
        return try Self.read(value) { (scanner) throws(JSONFault) in try scanner.string() }
    }

    /// True or false; nil if it is missing or null.
    func boolean(_ name: StaticString) throws(WrongKind) -> Bool? {
        guard let value = value(name) else { return nil }
        return try Self.read(value) { (scanner) throws(JSONFault) in try scanner.boolean() }
    }

    /// Finite numbers; nil if the list is missing or null.
    func numbers(_ name: StaticString) throws(WrongKind) -> [Double]? {
        try list(name) { (element) throws(WrongKind) in try Self.number(element) }
    }

    /// Whole numbers that fit the type; nil if the list is missing or null.
    func integers<Value: FixedWidthInteger>(
        _ name: StaticString, _ type: Value.Type = Value.self
    ) throws(WrongKind) -> [Value]? {
        try list(name) { (element) throws(WrongKind) in try Self.integer(element) }
    }
}

extension RequestFields {
    private func value(_ name: StaticString) -> UnsafeRawBufferPointer? {
        guard let value = fields.last(where: { $0.name == name })?.value else { return nil }
        // Of all values, null alone begins with this letter.
        return value.first == UInt8(ascii: "n") ? nil : value
    }

    private func list<Element>(
        _ name: StaticString, _ read: (UnsafeRawBufferPointer) throws(WrongKind) -> Element
    ) throws(WrongKind) -> [Element]? {
        guard let value = value(name) else { return nil }
        let written = try Self.read(value) { (scanner) throws(JSONFault) in
            var elements: [UnsafeRawBufferPointer] = []
            try scanner.array { (scanner, _) throws(JSONFault) in elements.append(try scanner.written()) }
            return elements
        }
        var list: [Element] = []
        list.reserveCapacity(written.count)
        for element in written { list.append(try read(element)) }
        return list
    }

    private static func number(_ value: UnsafeRawBufferPointer) throws(WrongKind) -> Double {
        // The scanner knows strings for NaN and the infinities, which a trace may have and a request may not.
        let number = try read(value) { (scanner) throws(JSONFault) in try scanner.number() }
        guard number.isFinite else { throw WrongKind() }
        return number
    }

    private static func integer<Value: FixedWidthInteger>(
        _ value: UnsafeRawBufferPointer
    ) throws(WrongKind) -> Value {
        if let integer = try? read(value, { (scanner) throws(JSONFault) in try scanner.integer(Value.self) }) {
            return integer
        }
        guard let integer = Value(exactly: try number(value)) else { throw WrongKind() }
        return integer
    }

    /// Reads a whole value.
    private static func read<Value>(
        _ value: UnsafeRawBufferPointer, _ body: (inout JSONScanner) throws(JSONFault) -> Value
    ) throws(WrongKind) -> Value {
        var scanner = JSONScanner(value)
        do throws(JSONFault) {
            let read = try body(&scanner)
            try scanner.end()
            return read
        } catch {
            throw WrongKind()
        }
    }
}
