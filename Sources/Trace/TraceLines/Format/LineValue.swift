import JSONLines

/// A value that has a form in the lines of traces and of the socket.
package protocol LineValue {
    init(from scanner: inout JSONScanner) throws(JSONFault)
    func write(to line: inout JSONLine)

    /// True where a field with this value is left out.
    var isLeftOut: Bool { get }

    /// True if the value is one of some names: another version may know more of them.
    static var isName: Bool { get }
}

extension LineValue {
    package var isLeftOut: Bool { false }
    package static var isName: Bool { false }
}

/// An object whose fields are described once, with their names and places in the value; reading and writing visit the description.
package protocol LineRecord: LineValue {
    /// The record before its fields are read: a field that is missing keeps this value.
    static var blank: Self { get }

    /// Visits the fields in the order in which they are written.
    mutating func describe(_ fields: inout some FieldVisitor)
}

/// A record whose fields all have a value to begin with.
package protocol DefaultRecord: LineRecord {
    init()
}

extension DefaultRecord {
    package static var blank: Self { Self() }
}

/// Visits the fields of a `LineRecord`.
package protocol FieldVisitor {
    mutating func field(_ name: StaticString, _ value: inout some LineValue)

    /// A field that is left out while it has its usual value.
    mutating func field<Value: LineValue & Equatable>(_ name: StaticString, _ value: inout Value, unless usual: Value)

    /// A field that is there, as a null, even where there is no value.
    mutating func nullable(_ name: StaticString, _ value: inout (some LineValue)?)

    /// A field that has to be there.
    /// - Parameter expected: what a line lacks that does not have it.
    mutating func required(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString)
}

extension LineRecord {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = .blank
        var reader = try FieldReader(scanner)
        try reader.read(&self)
        scanner = reader.scanner
    }

    package func write(to line: inout JSONLine) { line.object { writeFields(to: &$0) } }

    /// Writes the fields into an object that is open.
    package func writeFields(to line: inout JSONLine) {
        var record = self
        record.describe(&line)
    }
}

extension JSONLine: FieldVisitor {
    /// A field that is no part of a record.
    package mutating func field(_ name: StaticString, _ value: some LineValue) {
        key(name)
        value.write(to: &self)
    }

    package mutating func field(_ name: StaticString, _ value: inout some LineValue) {
        guard !value.isLeftOut else { return }
        key(name)
        value.write(to: &self)
    }

    package mutating func field<Value: LineValue & Equatable>(
        _ name: StaticString, _ value: inout Value, unless usual: Value
    ) {
        if value != usual { field(name, &value) }
    }

    package mutating func nullable(_ name: StaticString, _ value: inout (some LineValue)?) {
        key(name)
        value.write(to: &self)
    }

    package mutating func required(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString) {
        field(name, &value)
    }
}

/// Reads an object in one pass over its description, or in more, where fields come in another order. Unknown ones are passed over.
private struct FieldReader: FieldVisitor {
    private(set) var scanner: JSONScanner
    /// The key whose value comes next; nil: the object is over, or broken.
    private var key: JSONScanner.Key?
    private var fault: JSONFault?
    /// True if this pass has read a field.
    private var hasRead = false
    /// The required fields that were read, in the order of the description, as bits.
    private var found: UInt64 = 0
    /// The number of required fields that this pass has met.
    private var met: UInt64 = 0
    /// What this pass has not found.
    private var missing: StaticString?

    init(_ scanner: JSONScanner) throws(JSONFault) {
        self.scanner = scanner
        key = try self.scanner.firstKey()
    }

    mutating func read(_ record: inout some LineRecord) throws(JSONFault) {
        repeat {
            (hasRead, met, missing) = (false, 0, nil)
            record.describe(&self)
            if let fault { throw fault }
            if key != nil, !hasRead {
                try scanner.skip()
                key = try scanner.nextKey()
            }
        } while key != nil
        if let missing { throw scanner.fault(missing.description) }
    }

    @inline(__always)
    mutating func field(_ name: StaticString, _ value: inout some LineValue) {
        if let key, key == name { take(&value) }
    }

    @inline(__always)
    mutating func field<Value: LineValue & Equatable>(_ name: StaticString, _ value: inout Value, unless usual: Value) {
        field(name, &value)
    }

    @inline(__always)
    mutating func nullable(_ name: StaticString, _ value: inout (some LineValue)?) { field(name, &value) }

    mutating func required(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString) {
        let bit: UInt64 = 1 << met
        met += 1
        if let key, key == name {
            found |= bit
            take(&value)
        } else if found & bit == 0 {
            missing = missing ?? expected
        }
    }

    private mutating func take<Value: LineValue>(_ value: inout Value) {
        do throws(JSONFault) {
            value = try Value(from: &scanner)
            key = try scanner.nextKey()
            hasRead = true
        } catch {
            fault = error
            key = nil
        }
    }
}
