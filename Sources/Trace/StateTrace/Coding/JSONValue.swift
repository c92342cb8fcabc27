import JSONLines

/// JSON in memory, to be written or read as a whole where speed does not matter. Lines of a trace are written and read without it.
package indirect enum JSONValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    /// As it is written: every whole number of 64 bits keeps all its digits.
    case number(String)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// The deepest nesting that is read: a file of brackets must not exhaust the stack.
    private static let deepest = 64

    /// A whole number.
    package static func whole(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

    /// The shortest decimal that reads back as the same number. NaN and the infinities, which JSON lacks, become strings.
    package static func decimal(_ number: some BinaryFloatingPoint & LosslessStringConvertible) -> JSONValue {
        guard number.isFinite else { return .text(number.isNaN ? "nan" : number < 0 ? "-inf" : "inf") }
        let text = number.description
        return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Null where there is no text.
    package static func textOrNull(_ text: String?) -> JSONValue {
        guard let text else { return .null }
        return .text(text)
    }

    /// Nil if the bytes are no JSON. It may have several lines.
    package init?(_ bytes: some Sequence<UInt8>) {
        // Our lines have none, and their reader takes it for no space.
        let bytes = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        let value: JSONValue? = bytes.withUnsafeBytes { buffer in
            var scanner = JSONScanner(buffer)
            guard let value = try? JSONValue(&scanner, depth: 0), (try? scanner.end()) != nil else { return nil }
            return value
        }
        guard let value else { return nil }
        self = value
    }

    private init(_ scanner: inout JSONScanner, depth: Int) throws(JSONFault) {
        guard depth < Self.deepest else { throw scanner.fault("fewer brackets") }
        if scanner.isAtObject() {
            var fields: [String: JSONValue] = [:]
            try scanner.object { (scanner, key) throws(JSONFault) in
                let name = String(decoding: key.bytes, as: UTF8.self)
                let value = try JSONValue(&scanner, depth: depth + 1)
                // Of two fields with one name the first counts.
                if fields[name] == nil { fields[name] = value }
            }
            self = .object(fields)
        } else if scanner.isAtArray() {
            var elements: [JSONValue] = []
            try scanner.array { (scanner, _) throws(JSONFault) in
                elements.append(try JSONValue(&scanner, depth: depth + 1))
            }
            self = .list(elements)
        } else if scanner.isAtText() {
            self = .text(try scanner.string())
        } else if scanner.takeNull() {
            self = .null
        } else if let boolean = try? scanner.boolean() {
            self = .boolean(boolean)
        } else {
            self = .number(try scanner.value())
        }
    }

    /// Without spaces. Keys are sorted by their bytes, so equal values have equal bytes.
    package var bytes: [UInt8] {
        var line = JSONLine()
        write(to: &line)
        return line.bytes
    }

    private func write(to line: inout JSONLine) {
        switch self {
        case .null: line.null()
        case .boolean(let value): line.boolean(value)
        case .number(let text): line.append(contentsOf: text.utf8)
        case .text(let text): line.quoted(text)
        case .list(let elements): line.list { line in for element in elements { element.write(to: &line) } }
        case .object(let fields):
            line.object { line in
                for (key, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    line.key(quoting: key)
                    value.write(to: &line)
                }
            }
        }
    }
}

// Literals, for objects that are written down in a program.

extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, JSONValue)...) {
        self = .object(Dictionary(fields) { first, _ in first })
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}
