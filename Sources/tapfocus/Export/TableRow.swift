import FocusCore

/// A row of the table of `trace export`.
struct TableRow {
    enum Column: String, CaseIterable {
        case session
        case number = "n"
        case time, unix, line, kind, name, x, y, z, slot, lens, exposure, gain, sharpness, mean, errno, text
    }

    private var fields: [Column: String] = [:]

    /// The names of the columns. Lines end with CR and LF (RFC 4180).
    static var header: String { Column.allCases.map(\.rawValue).joined(separator: ",") + "\r\n" }

    subscript(column: Column) -> String {
        get { fields[column] ?? "" }
        set { fields[column] = newValue }
    }

    mutating func set(_ column: Column, _ value: Int64?) { self[column] = value.map(String.init) ?? "" }

    /// The shortest decimal that reads back as the same number.
    mutating func set(_ column: Column, _ value: Double) { self[column] = value.description }

    var bytes: [UInt8] {
        Array((Column.allCases.map { Self.quoted(self[$0]) }.joined(separator: ",") + "\r\n").utf8)
    }

    /// A field with a comma, a quote or a line's end is put into quotes, and its quotes are doubled.
    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return field }
        return "\"\(field.replacing("\"", with: "\"\""))\""
    }
}

extension TimeSpan {
    /// The span with so many digits behind the point: 9 for seconds, 3 for microseconds. It is exact.
    func decimal(digits: Int) -> String {
        let number = String(nanoseconds.magnitude).padded(before: digits + 1, with: "0")
        return "\(nanoseconds < 0 ? "-" : "")\(number.dropLast(digits)).\(number.suffix(digits))"
    }

    var exactSeconds: String { decimal(digits: 9) }
}
