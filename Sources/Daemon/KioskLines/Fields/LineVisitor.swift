import JSONLines
import TraceLines

/// Visits the fields of a line of the socket, in the order in which they are written. Documentation/ControlSocket.md lists them.
protocol LineVisitor: FieldVisitor {
    /// - Parameter sentence: for fields that are missing or wrong, and have no sentence of their own. It goes before theirs.
    mutating func expect(_ sentence: String)

    /// A field that has to be there.
    mutating func required(_ name: StaticString, _ value: inout some LineValue)

    /// A field that its record lets a trace leave out: a line of the socket has it.
    mutating func demand(_ name: StaticString)

    /// A field that may be left out.
    /// - Parameter expected: the sentence for a client that gives it another value.
    mutating func field(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString)

    /// Values that are not allowed.
    /// - Parameter sentence: for the client; nil: that of the whole request.
    mutating func refuse(_ sentence: String?)
}

extension JSONLine: LineVisitor {
    mutating func expect(_ sentence: String) {}
    mutating func required(_ name: StaticString, _ value: inout some LineValue) { field(name, &value) }
    mutating func demand(_ name: StaticString) {}
    mutating func field(_ name: StaticString, _ value: inout some LineValue, _ expected: StaticString) {
        field(name, &value)
    }
    mutating func refuse(_ sentence: String?) {}
}

/// The name of a case, as programs write it.
extension LineValue where Self: RawRepresentable<String> {
    package static var isName: Bool { true }

    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner
        guard let known = Self(rawValue: try scanner.string()) else { throw start.fault("a name that is known") }
        self = known
    }

    package func write(to line: inout JSONLine) { rawValue.write(to: &line) }
}
