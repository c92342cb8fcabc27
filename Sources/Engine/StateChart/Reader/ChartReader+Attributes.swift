extension ChartReader {
    func error(_ element: MarkupElement, _ message: String) -> ChartError {
        ChartError(file: file, line: element.line, message: message)
    }

    func unexpected(_ child: MarkupElement, in element: MarkupElement) -> ChartError {
        let reason = child.name.space == ChartNamespace.scxml ? "is not supported" : "is not known"
        return error(
            child,
            "<\(child.spelling)> in <\(element.spelling)> \(reason); expected state, parallel, initial, transition, onentry, "
                + "onexit, send, cancel or an action of \(ChartNamespace.chart), where SCXML has them")
    }

    func isStandard(_ element: MarkupElement, _ local: String) -> Bool {
        element.name == MarkupElement.Name(space: ChartNamespace.scxml, local: local)
    }

    /// Refuses attributes that the reader would ignore although they have a meaning in the standard, or look like ours.
    func allow(
        _ element: MarkupElement, _ standard: [String], chart: [String] = [], drawing: [String] = []
    ) throws(ChartError) {
        for name in element.attributes.keys.sorted(by: { ($0.space, $0.local) < ($1.space, $1.local) }) {
            let known: [String]
            switch name.space {
            case "": known = standard
            case ChartNamespace.chart: known = chart
            case ChartNamespace.drawing: known = drawing
            default: continue
            }
            guard known.contains(name.local) else {
                let expected = known.isEmpty ? "none of its kind" : known.joined(separator: ", ")
                throw error(element, "<\(element.spelling)> has the attribute \(name.local); expected \(expected)")
            }
        }
    }

    func required(_ attribute: String, of element: MarkupElement) throws(ChartError) -> String {
        guard let value = element.attribute(attribute), !value.isEmpty else {
            throw error(element, "<\(element.spelling)> has no \(attribute); expected \(attribute)=\"…\"")
        }
        return value
    }

    func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    func isTransient(_ element: MarkupElement) throws(ChartError) -> Bool {
        let text = element.attribute("transient", space: ChartNamespace.chart) ?? "false"
        guard text == "true" || text == "false" else {
            throw error(element, "transient is \(text.prefix(40)); expected true or false")
        }
        return text == "true"
    }

    func point(_ attribute: String, of element: MarkupElement) throws(ChartError) -> ChartPoint? {
        guard let text = element.attribute(attribute, space: ChartNamespace.drawing) else { return nil }
        return try point(text, attribute, element)
    }

    /// Reads two numbers separated by a comma. They are limited to a size that can be drawn.
    func point(_ text: String, _ attribute: String, _ element: MarkupElement) throws(ChartError) -> ChartPoint {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], (0...10_000).contains(x), (0...10_000).contains(y)
        else {
            throw error(element, "\(attribute) is \(text.prefix(40)); expected X,Y in pixels, each from 0 to 10000")
        }
        return ChartPoint(x: x, y: y)
    }
}
