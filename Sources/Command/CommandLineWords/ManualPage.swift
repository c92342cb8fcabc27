/// A page of the manual (man(7)), made of the text of --help: nothing is said in two places.
public enum ManualPage {
    /// - Parameters:
    ///   - name: of the page: "tapfocus-run".
    ///   - section: 1 for programs, 5 for files.
    ///   - summary: one line, without its point.
    ///   - help: texts of --help, each with one usage line; what is set in by two spaces is a list of options, or an example.
    ///   - others: the pages to see also: "tapfocus(1)".
    public static func text(
        _ name: String, section: Int, summary: String, help: [String], others: [String]
    ) -> String {
        var lines = [
            ".TH \(name.uppercased()) \(section) \"\" \"TapFocus \(Release.version)\" \"TapFocus\"", ".SH NAME",
            "\(escaped(name)) \\- \(escaped(summary.last == "." ? String(summary.dropLast()) : summary))",
        ]
        let usages = help.compactMap(usage)
        if !usages.isEmpty {
            lines.append(".SH SYNOPSIS")
            for usage in usages { lines += [".B \(escaped(usage))", ".br"] }
        }
        lines.append(".SH DESCRIPTION")
        for text in help {
            if help.count > 1, let usage = usage(text) { lines.append(".SS \(escaped(usage))") }
            lines += body(of: text)
        }
        lines += [".SH SEE ALSO", others.map(escaped).joined(separator: ", ")]
        return lines.joined(separator: "\n")
    }

    /// A list of settings, for a page about a file.
    public static func text(
        _ name: String, summary: String, introduction: [String], settings: [(name: String, words: [String])],
        others: [String]
    ) -> String {
        var lines = [
            ".TH \(name.uppercased()) 5 \"\" \"TapFocus \(Release.version)\" \"TapFocus\"", ".SH NAME",
            "\(escaped(name)) \\- \(escaped(summary))", ".SH DESCRIPTION",
        ]
        for paragraph in introduction { lines += [".PP", escaped(paragraph)] }
        lines.append(".SH SETTINGS")
        for setting in settings {
            lines += [".TP", ".B \(escaped(setting.name))"]
            lines.append(setting.words.filter { !$0.isEmpty }.map(escaped).joined(separator: "\n.br\n"))
        }
        lines += [".SH SEE ALSO", others.map(escaped).joined(separator: ", ")]
        return lines.joined(separator: "\n")
    }

    /// Words of the documentation without its marks: "[the article](Design.md)" is "the article".
    public static func plain(_ markdown: String) -> String {
        var text = ""
        var rest = markdown[...]
        while let link = rest.firstIndex(of: "[") {
            text += rest[..<link]
            rest = rest[link...]
            guard let close = rest.firstIndex(of: "]"), rest[close...].hasPrefix("]("),
                let end = rest[close...].firstIndex(of: ")")
            else {
                // Brackets that are no link.
                text += "["
                rest = rest.dropFirst()
                continue
            }
            text += rest[..<close].dropFirst()
            rest = rest[end...].dropFirst()
        }
        text = (text + rest).replacing(each: ["`": ""])
        // The bar in the cell of a table.
        let bar = "&#124;"
        while let place = place(of: bar, in: text[...]) {
            text.replaceSubrange(place..<text.index(place, offsetBy: bar.count), with: "|")
        }
        return text
    }

    private static func usage(_ help: String) -> String? {
        // The overview of a program has its name above it.
        let line = help.split(separator: "\n").first { $0.hasPrefix("usage: ") }
        return line.map { String($0.dropFirst("usage: ".count)) }
    }

    private static func body(of help: String) -> [String] {
        var lines: [String] = []
        var isList = false
        for line in help.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("usage: ") {
            if line.isEmpty {
                if isList { lines.append(".PP") } else if lines.last != ".PP" { lines.append(".PP") }
                isList = false
            } else if line.hasPrefix("  "), !line.hasPrefix("   ") {
                isList = true
                let (term, words) = split(line.drop { $0 == " " })
                lines += [".TP", ".B \(escaped(term))"] + (words.isEmpty ? [] : [escaped(words)])
            } else {
                lines.append(escaped(String(line.drop { $0 == " " })))
            }
        }
        while lines.first == ".PP" { lines.removeFirst() }
        while lines.last == ".PP" { lines.removeLast() }
        return lines
    }

    /// A term, and what follows it after two spaces.
    private static func split(_ line: Substring) -> (term: String, words: String) {
        guard let gap = place(of: "  ", in: line) else { return (String(line), "") }
        return (String(line[..<gap]), String(line[gap...].drop { $0 == " " }))
    }

    private static func place(of part: String, in text: Substring) -> Substring.Index? {
        text.indices.first { text[$0...].hasPrefix(part) }
    }

    /// Text that roff prints as it is.
    private static func escaped(_ text: String) -> String {
        let safe = text.replacing(each: ["\\": "\\e", "-": "\\-"])
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}
