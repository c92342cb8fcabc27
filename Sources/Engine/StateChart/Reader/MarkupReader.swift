import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads XML into a tree, and keeps the line of each element.
final class MarkupReader: NSObject, XMLParserDelegate {
    /// The deepest accepted nesting. No chart needs more, and deeper files are refused.
    static let deepest = 32

    private let file: String
    private var open: [MarkupElement] = []
    private var spaces: [[String: String]] = [["": "", "xml": "http://www.w3.org/XML/1998/namespace"]]
    private var root: MarkupElement?
    private var failure: ChartError?

    private init(file: String) {
        self.file = file
    }

    static func read(_ data: Data, file: String) throws(ChartError) -> MarkupElement {
        let reader = MarkupReader(file: file)
        let parser = XMLParser(data: data)
        // Prefixes are resolved here, because attributes need their name space too.
        parser.shouldProcessNamespaces = false
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let wellFormed = parser.parse()
        if let failure = reader.failure { throw failure }
        guard wellFormed, let root = reader.root else {
            throw ChartError(
                file: file, line: max(parser.lineNumber, 1), message: "not well-formed XML; expected an SCXML document")
        }
        return root
    }

    func parser(
        _ parser: XMLParser, didStartElement spelling: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard failure == nil else { return }
        guard open.count < Self.deepest else {
            return fail(
                parser, "<\(spelling)> is nested deeper than \(Self.deepest) elements; expected a flatter chart")
        }
        var scope = spaces.last ?? [:]
        for (key, value) in attributes where key == "xmlns" { scope[""] = value }
        for (key, value) in attributes where key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        spaces.append(scope)

        var resolved: [MarkupElement.Name: String] = [:]
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            guard let name = Self.name(key, in: scope, isAttribute: true) else {
                return fail(parser, "the prefix of \(key) is not declared; expected an xmlns for it")
            }
            resolved[name] = value
        }
        guard let name = Self.name(spelling, in: scope, isAttribute: false) else {
            return fail(parser, "the prefix of <\(spelling)> is not declared; expected an xmlns for it")
        }
        open.append(MarkupElement(name: name, spelling: spelling, attributes: resolved, line: parser.lineNumber))
    }

    func parser(_ parser: XMLParser, didEndElement spelling: String, namespaceURI: String?, qualifiedName: String?) {
        guard failure == nil, let element = open.popLast() else { return }
        spaces.removeLast()
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard failure == nil, let stray = text.split(whereSeparator: \.isWhitespace).first else { return }
        fail(parser, "the text \"\(stray.prefix(20))\" stands between the elements; expected none")
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard failure == nil else { return }
        let code = (error as NSError).code
        fail(parser, "not well-formed XML (libxml2 error \(code)); expected an SCXML document")
    }

    private func fail(_ parser: XMLParser, _ message: String) {
        failure = ChartError(file: file, line: max(parser.lineNumber, 1), message: message)
        parser.abortParsing()
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
}
