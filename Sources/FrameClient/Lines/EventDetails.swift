import FocusCore
import TraceLines

/// The fields of an event that a program gets without reading JSON itself.
struct EventDetails {
    var point: (x: Double, y: Double)?
    var id: UInt64 = 0
    var measures = false
    /// Words, as they are in the line.
    var state: JSONScanner.Key?
    var focus: JSONScanner.Key?
    var exposure: JSONScanner.Key?
    /// The sentence of an error, a refusal or a failure; the reason why a tap was ignored.
    var message: String?

    /// Reads a line of a kind; fields that are not as they should be are left out.
    init(_ kind: EventKind, _ line: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(line)
        // Only whole JSON becomes an event. If it is damaged all the same, the fields before the damage count.
        try? scanner.object { (scanner, key) throws(JSONFault) in
            let start = scanner
            do throws(JSONFault) {
                try read(kind, key, &scanner)
            } catch {
                // A value of another type than expected.
                scanner = start
                try scanner.skip()
            }
        }
    }

    private mutating func read(
        _ kind: EventKind, _ key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) {
        if key == "id" {
            id = try scanner.integer()
        } else if kind == .held, key == "measures" {
            measures = try scanner.boolean()
        } else if kind == .state, key == "state" {
            state = try scanner.text()
        } else if kind == .state, key == "point" {
            point = try Self.point(&scanner)
        } else if kind == .settled, key == "focus" {
            focus = try scanner.text()
        } else if kind == .settled, key == "exposure" {
            exposure = try scanner.text()
        } else if let name = kind.messageKey, key == name {
            message = try scanner.string()
        } else {
            try scanner.skip()
        }
    }

    private static func point(_ scanner: inout JSONScanner) throws(JSONFault) -> (x: Double, y: Double)? {
        if scanner.takeNull() { return nil }
        var x = Double.nan
        var y = Double.nan
        try scanner.object { (scanner, key) throws(JSONFault) in
            if key == "x" {
                x = try scanner.number()
            } else if key == "y" {
                y = try scanner.number()
            } else {
                try scanner.skip()
            }
        }
        return x.isFinite && y.isFinite ? (x, y) : nil
    }
}
