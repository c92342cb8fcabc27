/// The fields of one line of a table (RFC 4180): separated by one character, in double quotes where a field contains that
/// character or a quote, which is then doubled. A field with a line feed is not read.
struct CSVFields {
    /// Nil where a quoted field does not end.
    static func split(_ line: Substring, by separator: Character) -> [Substring]? {
        guard line.contains("\"") else { return line.split(separator: separator, omittingEmptySubsequences: false) }
        var fields: [Substring] = []
        var rest = line
        while true {
            let isQuoted = rest.first == "\""
            guard let field = isQuoted ? quoted(&rest) : plain(&rest, separator) else { return nil }
            fields.append(field)
            guard let next = rest.popFirst() else { return fields }
            guard next == separator else { return nil }
        }
    }

    private static func plain(_ rest: inout Substring, _ separator: Character) -> Substring {
        let field = rest.prefix { $0 != separator }
        rest = rest[field.endIndex...]
        return field
    }

    private static func quoted(_ rest: inout Substring) -> Substring? {
        var field = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            guard character == "\"" else {
                field.append(character)
                continue
            }
            guard rest.first == "\"" else { return Substring(field) }
            rest.removeFirst()
            field.append("\"")
        }
        return nil
    }
}
