import FocusCore
import JSONLines

// The forms of the values that fields have.

extension LineValue where Self: FixedWidthInteger {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self = try scanner.integer() }
    package func write(to line: inout JSONLine) { line.integer(self) }
}

extension UInt8: LineValue {}
extension UInt32: LineValue {}
extension UInt64: LineValue {}
extension Int32: LineValue {}
extension Int64: LineValue {}
extension Int: LineValue {}

extension Double: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self = try scanner.number() }
    package func write(to line: inout JSONLine) { line.number(self) }
}

extension Bool: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self = try scanner.boolean() }
    package func write(to line: inout JSONLine) { line.boolean(self) }
}

extension String: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self = try scanner.string() }
    package func write(to line: inout JSONLine) { line.quoted(self) }
}

extension Instant: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self.init(nanoseconds: try scanner.integer()) }
    package func write(to line: inout JSONLine) { line.integer(nanoseconds) }
}

extension TimeSpan: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self.init(nanoseconds: try scanner.integer()) }
    package func write(to line: inout JSONLine) { line.integer(nanoseconds) }
}

extension TapID: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self.init(try scanner.integer()) }
    package func write(to line: inout JSONLine) { line.integer(number) }
}

extension ControlID: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) { self.init(rawValue: try scanner.integer()) }
    package func write(to line: inout JSONLine) { line.integer(rawValue) }
}

/// A field without a value is left out; an element of a list is a null.
extension Optional: LineValue where Wrapped: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = scanner.takeNull() ? nil : try Wrapped(from: &scanner)
    }

    package func write(to line: inout JSONLine) { if let self { self.write(to: &line) } else { line.null() } }

    package var isLeftOut: Bool { self == nil }
}

extension Array: LineValue where Element: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = []
        try scanner.array { (scanner, _) throws(JSONFault) in append(try Element(from: &scanner)) }
    }

    package func write(to line: inout JSONLine) { line.list { for element in self { element.write(to: &$0) } } }
}

extension InlineList: LineValue where Element: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self.init()
        try scanner.array { (scanner, _) throws(JSONFault) in
            guard append(try Element(from: &scanner)) else { throw scanner.fault("at most \(capacity) of these") }
        }
    }

    package func write(to line: inout JSONLine) { line.list { line in forEach { $0.write(to: &line) } } }
}

struct EmptyObject: LineValue {
    init() {}
    init(from scanner: inout JSONScanner) throws(JSONFault) { try scanner.skip() }

    func write(to line: inout JSONLine) { line.object { _ in } }
}

/// Two whole numbers: a size, or a range.
struct Pair<Value: FixedWidthInteger>: LineValue {
    var first: Value
    var second: Value

    init(_ first: Value, _ second: Value) {
        self.first = first
        self.second = second
    }

    init(from scanner: inout JSONScanner) throws(JSONFault) {
        var list = InlineList<2, Value>()
        try scanner.array { (scanner, _) throws(JSONFault) in
            guard list.append(try scanner.integer()) else { throw scanner.fault("2 integers") }
        }
        guard let first = list[0], let second = list[1] else { throw scanner.fault("2 integers") }
        self.init(first, second)
    }

    func write(to line: inout JSONLine) {
        line.list {
            $0.integer(first)
            $0.integer(second)
        }
    }
}

extension FieldVisitor {
    /// A field with two whole numbers.
    package mutating func field<Value: FixedWidthInteger>(
        _ name: StaticString, _ first: inout Value, _ second: inout Value
    ) {
        var pair = Pair(first, second)
        field(name, &pair)
        (first, second) = (pair.first, pair.second)
    }
}

extension PixelRectangle: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try InlineList<4, Int32>(from: &scanner)
        guard let left = list[0], let top = list[1], let width = list[2], let height = list[3] else {
            throw scanner.fault("4 integers")
        }
        self.init(left: left, top: top, width: width, height: height)
    }

    package func write(to line: inout JSONLine) {
        line.list {
            $0.integer(left)
            $0.integer(top)
            $0.integer(width)
            $0.integer(height)
        }
    }
}

extension ControlValue: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self = scanner.isAtArray() ? .rectangle(try PixelRectangle(from: &scanner)) : .integer(try scanner.integer())
    }

    package func write(to line: inout JSONLine) {
        switch self {
        case .integer(let integer): line.integer(integer)
        case .rectangle(let rectangle): rectangle.write(to: &line)
        }
    }
}

/// A control, then its value.
extension ControlSetting: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        var id: ControlID?
        var value: ControlValue?
        try scanner.array { (scanner, index) throws(JSONFault) in
            switch index {
            case 0: id = try ControlID(from: &scanner)
            case 1: value = try ControlValue?(from: &scanner)
            default: throw scanner.fault("a control and its value")
            }
        }
        guard let id, let value else { throw scanner.fault("a control and its value") }
        self.init(id, value)
    }

    package func write(to line: inout JSONLine) {
        line.open("[")
        line.integer(id.rawValue)
        value.write(to: &line)
        line.close("]")
    }
}

extension LumaGrid: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self.init()
        var count = 0
        try scanner.array { (scanner, index) throws(JSONFault) in
            let value = try scanner.integer(UInt8.self)
            guard index < cells.count else { throw scanner.fault("48 cells") }
            cells[index] = value
            count = index + 1
        }
        guard count == cells.count else { throw scanner.fault("48 cells") }
    }

    package func write(to line: inout JSONLine) {
        line.list { for index in cells.indices { $0.integer(cells[index]) } }
    }
}
