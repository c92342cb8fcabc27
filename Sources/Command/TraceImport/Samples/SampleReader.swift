import FocusCore
import StateTrace

/// Reads samples of an accelerometer from a table (CSV), in constant memory: a time, and x, y, z in m/s².
///
/// The fields are separated by commas, semicolons or tabs. A first line that is no row of numbers is the header, and tells
/// which columns are meant; without one the first four columns are time, x, y and z.
public struct SampleReader {
    private let lines: RecordingLines
    private let separator: Character
    private let columns: SampleColumns
    private let unit: SampleTimeUnit
    /// The advice where nobody has said which unit the times have.
    private let unitHint: String
    /// A first line that is a row, and no header.
    private var waiting: (fields: [Substring], number: Int)?
    private var clock = RecordingClock(start: nil)

    /// - Parameter unit: of the times; nil: the header's, or seconds.
    /// - Throws: `RecordingError`.
    public init(path: String, unit: SampleTimeUnit? = nil) throws(RecordingError) {
        lines = try RecordingLines(path: path, kind: "table of samples")
        guard let first = try Self.nextLine(lines) else {
            throw .file(path: path, sentence: "the table of samples is empty. Give it rows of time, x, y and z.")
        }
        separator = Self.separator(of: first.text)
        guard let fields = CSVFields.split(first.text, by: separator) else {
            throw lines.fault(first.number, Self.expectedQuote)
        }
        if fields.count >= 4, fields.prefix(4).allSatisfy({ Double(Self.trimmed($0)) != nil }) {
            columns = SampleColumns()
            waiting = (fields, first.number)
        } else if let named = SampleColumns(header: fields) {
            columns = named
        } else {
            throw lines.fault(
                first.number, "a row of four numbers, or a header that names the columns time, x, y and z")
        }
        let known = unit ?? columns.unit
        self.unit = known ?? .seconds
        unitHint = known == nil ? "; name another unit of the times by --motion-unit ns, us or ms" : ""
    }

    /// The next sample; its time counts from the first one. Nil at the end.
    /// - Throws: `RecordingError`; what precedes the damage was returned.
    public mutating func next() throws(RecordingError) -> Input? {
        while true {
            let row: (fields: [Substring], number: Int)
            if let first = waiting {
                waiting = nil
                row = first
            } else {
                guard let line = try Self.nextLine(lines) else { return nil }
                guard let fields = CSVFields.split(line.text, by: separator) else {
                    throw lines.fault(line.number, Self.expectedQuote)
                }
                row = (fields, line.number)
            }
            if let kind = columns.kind {
                guard row.fields.indices.contains(kind) else { throw expectation(row.number) }
                if row.fields[kind] != "acceleration" { continue }
            }
            return try sample(row.fields, row.number)
        }
    }

    private mutating func sample(_ fields: [Substring], _ number: Int) throws(RecordingError) -> Input {
        func field(_ column: Int) -> Substring? { fields.indices.contains(column) ? Self.trimmed(fields[column]) : nil }
        func value(_ column: Int) -> Double? { field(column).flatMap { Double(String($0)) } }
        guard let time = field(columns.time).flatMap({ SampleTime.read($0, unit) }), let x = value(columns.x),
            let y = value(columns.y), let z = value(columns.z)
        else { throw expectation(number) }
        let counted = try clock.count(time) { [lines, unitHint] in
            lines.fault(number, $0 + ($0 == RecordingLimits.longestWords ? unitHint : ""))
        }
        return Input(.acceleration(Acceleration(x: x, y: y, z: z)), at: counted)
    }

    private func expectation(_ number: Int) -> RecordingError {
        lines.fault(number, "a time in \(unit.rawValue), and x, y and z in m/s²\(unitHint)")
    }

    private static let expectedQuote = "a quote at the end of each quoted field"

    /// The next line that is not empty.
    private static func nextLine(_ lines: RecordingLines) throws(RecordingError) -> (text: Substring, number: Int)? {
        while let line = try lines.next() {
            var text = Substring(String(decoding: line.bytes, as: UTF8.self))
            if line.number == 1, text.first == "\u{feff}" { text.removeFirst() }
            if text.last == "\r" { text.removeLast() }
            if !text.allSatisfy(\.isWhitespace) { return (text, line.number) }
        }
        return nil
    }

    private static func separator(of line: Substring) -> Character { line.first { ",;\t".contains($0) } ?? "," }

    private static func trimmed(_ field: Substring) -> Substring {
        var field = field
        while let first = field.first, first.isWhitespace { field.removeFirst() }
        while let last = field.last, last.isWhitespace { field.removeLast() }
        return field
    }
}
