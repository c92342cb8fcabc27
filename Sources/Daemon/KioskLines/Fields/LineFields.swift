import JSONLines
import TraceLines

/// Reads the fields of a line. The name of its request or event, which is one of them, decides which fields count.
///
/// They point into the line, and are valid only as long as the line. Unknown fields do no harm. If two fields have one name, the
/// later one counts, as in JavaScript and Python. A null counts as left out.
struct LineFields: LineVisitor {
    private var fields: [(name: JSONScanner.Key, value: UnsafeRawBufferPointer)] = []
    /// The sentence for the whole line.
    private var expectation = ""
    /// True if a field is wrong that has no sentence of its own.
    private var isWrong = false
    /// The first sentence of a field's own.
    private var ownRefusal: String?
    /// False if a field is missing or wrong that cannot be left out.
    private(set) var isComplete = true

    /// The sentence for the client; nil: all fields that were visited are as they should be.
    var refusal: String? { isWrong ? expectation : ownRefusal }

    /// - Parameter line: one JSON object. NaN and Infinity, which JSON does not have, are accepted as values without a type: if a
    ///   program fails to compute a coordinate, the answer still names its request.
    init(_ line: UnsafeRawBufferPointer) throws(JSONFault) {
        var scanner = JSONScanner(line)
        var fields: [(name: JSONScanner.Key, value: UnsafeRawBufferPointer)] = []
        try scanner.object { (scanner, name) throws(JSONFault) in fields.append((name, try scanner.written())) }
        try scanner.end()
        self.fields = fields
    }

    /// The value of a field; nil if it is left out.
    private func bytes(of name: StaticString) -> UnsafeRawBufferPointer? {
        // Of all values, null alone begins with this letter.
        fields.last { $0.name == name }.flatMap { $0.value.first == UInt8(ascii: "n") ? nil : $0.value }
    }

    /// Reads a field.
    /// - Returns: false if it is left out.
    /// - Throws: if it has another type, or a value that the type does not know; `value` stays as it is.
    func read<Value: LineValue>(_ name: StaticString, _ value: inout Value) throws(JSONFault) -> Bool {
        guard let written = bytes(of: name) else { return false }
        var scanner = JSONScanner(written, hasPlainNumbers: true)
        let read = try Value(from: &scanner)
        try scanner.end()
        value = read
        return true
    }

    mutating func expect(_ sentence: String) { expectation = sentence }

    mutating func refuse(_ sentence: String?) {
        isComplete = false
        if let sentence { ownRefusal = ownRefusal ?? sentence } else { isWrong = true }
    }

    mutating func required(_ name: StaticString, _ value: inout some LineValue) {
        if (try? read(name, &value)) != true { refuse(nil) }
    }

    mutating func required(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString) {
        if (try? read(name, &value)) != true { refuse(expected.description) }
    }

    mutating func demand(_ name: StaticString) { if bytes(of: name) == nil { refuse(nil) } }

    mutating func field(_ name: StaticString, _ value: inout some LineValue) {
        guard (try? read(name, &value)) == nil else { return }
        isWrong = true
        // Another version may know more names for a value that can be left out.
        if !value.isLeftOut { isComplete = false }
    }

    mutating func field(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString) {
        if (try? read(name, &value)) == nil { refuse(expected.description) }
    }

    mutating func field<Value: LineValue & Equatable>(_ name: StaticString, _ value: inout Value, unless usual: Value) {
        field(name, &value)
    }

    /// Reads a value that may be absent. Of wrong values only a name that this version does not know counts as absent.
    mutating func nullable<Value: LineValue>(_ name: StaticString, _ value: inout Value?) {
        guard (try? read(name, &value)) == nil else { return }
        if Value.isName { isWrong = true } else { refuse(nil) }
    }
}
