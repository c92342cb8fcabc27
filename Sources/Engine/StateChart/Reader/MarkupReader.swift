/// Reads XML 1.0 into a tree, and keeps the line of each element. It refuses what no chart has: a document type with entities of its
/// own, CDATA, and text between the elements.
struct MarkupReader {
    /// The deepest accepted nesting. No chart needs more, and deeper files are refused.
    static let deepest = 32
    private static let xmlSpace = "http://www.w3.org/XML/1998/namespace"

    private let file: String
    private var text: MarkupText

    static func read(_ bytes: some Sequence<UInt8>, file: String) throws(ChartError) -> MarkupElement {
        let bytes = Array(bytes)
        var reader = MarkupReader(file: file, text: MarkupText(bytes))
        guard String(validating: bytes, as: UTF8.self) != nil else { throw reader.malformed("it is not in UTF-8") }
        return try reader.document()
    }

    private mutating func document() throws(ChartError) -> MarkupElement {
        // An editor may have put a byte order mark before it.
        _ = text.take("\u{feff}")
        try skipBetween()
        let root = try element(within: ["": "", "xml": Self.xmlSpace], depth: 0)
        try skipBetween()
        guard text.isAtEnd else { throw malformed("something follows the last element") }
        return root
    }

    /// Reads an element, from its "<" to its end.
    private mutating func element(
        within outer: [String: String], depth: Int
    ) throws(ChartError) -> MarkupElement {
        guard text.take("<") else { throw malformed("there is no element") }
        guard let spelling = text.name() else { throw malformed("a < without a name") }
        guard depth < Self.deepest else {
            throw fault("<\(spelling)> is nested deeper than \(Self.deepest) elements; expected a flatter chart")
        }
        let attributes = try attributes(of: spelling)
        var scope = outer
        for (key, value) in attributes where key == "xmlns" { scope[""] = value }
        for (key, value) in attributes where key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        let isEmpty = text.take("/>")
        guard isEmpty || text.take(">") else { throw malformed("the tag <\(spelling)> has no end") }
        var element = try resolved(spelling, attributes, in: scope)
        guard !isEmpty else { return element }
        while true {
            try skipBetween()
            if text.take("</") { break }
            element.children.append(try self.element(within: scope, depth: depth + 1))
        }
        guard text.name() == spelling else { throw malformed("<\(spelling)> ends with another name") }
        text.skipSpace()
        guard text.take(">") else { throw malformed("the end of <\(spelling)> has no >") }
        return element
    }

    /// Reads the attributes of a start tag, up to its end.
    private mutating func attributes(of spelling: String) throws(ChartError) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let hasSpace = text.skipSpace()
            guard let key = text.name() else { return attributes }
            guard hasSpace else { throw malformed("no space before \(key)") }
            text.skipSpace()
            guard text.take("=") else { throw malformed("\(key) has no =") }
            text.skipSpace()
            guard let value = text.quoted() else { throw malformed("the value of \(key) cannot be read") }
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw malformed("<\(spelling)> has \(key) twice")
            }
        }
    }

    /// Skips space, comments and instructions.
    private mutating func skipBetween() throws(ChartError) {
        while true {
            text.skipSpace()
            if text.take("<!--") {
                guard text.skip(behind: "-->") else { throw malformed("a comment has no end") }
            } else if text.take("<?") {
                guard text.skip(behind: "?>") else { throw malformed("an instruction has no end") }
            } else if let stray = text.word {
                throw fault("the text \"\(stray.prefix(20))\" stands between the elements; expected none")
            } else {
                return
            }
        }
    }

    private func resolved(
        _ spelling: String, _ attributes: [String: String], in scope: [String: String]
    ) throws(ChartError) -> MarkupElement {
        var resolved: [MarkupElement.Name: String] = [:]
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            guard let name = Self.name(key, in: scope, isAttribute: true) else {
                throw fault("the prefix of \(key) is not declared; expected an xmlns for it")
            }
            resolved[name] = value
        }
        guard let name = Self.name(spelling, in: scope, isAttribute: false) else {
            throw fault("the prefix of <\(spelling)> is not declared; expected an xmlns for it")
        }
        return MarkupElement(name: name, spelling: spelling, attributes: resolved, line: text.line)
    }

    private static func name(
        _ spelling: String, in scope: [String: String], isAttribute: Bool
    ) -> MarkupElement.Name? {
        let parts = spelling.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            return MarkupElement.Name(space: isAttribute ? "" : scope[""] ?? "", local: spelling)
        }
        guard let space = scope[String(parts[0])] else { return nil }
        return MarkupElement.Name(space: space, local: String(parts[1]))
    }

    private func malformed(_ reason: String) -> ChartError {
        fault("not well-formed XML (\(reason)); expected an SCXML document")
    }

    private func fault(_ message: String) -> ChartError { ChartError(file: file, line: text.line, message: message) }
}
