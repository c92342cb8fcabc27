import FocusCore
import JSONLines

// The forms of places: lists of numbers.

extension Acceleration: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        self.init(x: 0, y: 0, z: 0)
        var count = 0
        try scanner.array { (scanner, index) throws(JSONFault) in
            let value = try scanner.number()
            switch index {
            case 0: x = value
            case 1: y = value
            case 2: z = value
            default: throw scanner.fault("three numbers")
            }
            count = index + 1
        }
        guard count == 3 else { throw scanner.fault("three numbers") }
    }

    package func write(to line: inout JSONLine) {
        line.open("[")
        line.number(x)
        line.number(y)
        line.number(z)
        line.close("]")
    }
}

extension PointOfInterest: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try scanner.numbers(2)
        self.init(x: list[0] ?? 0, y: list[1] ?? 0)
    }

    package func write(to line: inout JSONLine) { line.numbers(x, y) }
}

extension ScreenSize: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try scanner.numbers(2)
        self.init(width: list[0] ?? 0, height: list[1] ?? 0)
    }

    package func write(to line: inout JSONLine) { line.numbers(width, height) }
}

extension ViewRectangle: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try scanner.numbers(4)
        self.init(x: list[0] ?? 0, y: list[1] ?? 0, width: list[2] ?? 0, height: list[3] ?? 0)
    }

    package func write(to line: inout JSONLine) { line.numbers(x, y, width, height) }
}

extension NormalizedRectangle: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try scanner.numbers(4)
        self.init(x: list[0] ?? 0, y: list[1] ?? 0, width: list[2] ?? 0, height: list[3] ?? 0)
    }

    package func write(to line: inout JSONLine) { line.numbers(x, y, width, height) }
}

extension CalibrationMatrix: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let list = try scanner.numbers(6)
        self.init(list[0] ?? 1, list[1] ?? 0, list[2] ?? 0, list[3] ?? 0, list[4] ?? 1, list[5] ?? 0)
    }

    package func write(to line: inout JSONLine) { line.numbers(a, b, c, d, e, f) }
}

extension JSONScanner {
    /// A list of so many numbers, up to six.
    package mutating func numbers(_ wanted: Int) throws(JSONFault) -> InlineList<6, Double> {
        var list = InlineList<6, Double>()
        try array { (scanner, _) throws(JSONFault) in
            let value = try scanner.number()
            guard list.count < wanted, list.append(value) else { throw scanner.fault("\(wanted) numbers") }
        }
        guard list.count == wanted else { throw fault("\(wanted) numbers") }
        return list
    }
}
