/// Reads the part of W3C SCXML 1.0 that our charts use: states, parallels, transitions, delayed sends, `In()`, named actions.
/// It refuses every other part of the standard by name, so that no chart has less meaning here than elsewhere.
public struct ChartReader {
    let file: String
    private var states: [ChartState] = []

    /// Reads the content of a file.
    /// - Parameter file: the name of the file in errors.
    /// - Throws: the first error, with its line and what was expected.
    public static func read(_ data: some Sequence<UInt8>, file: String) throws(ChartError) -> Chart {
        var reader = ChartReader(file: file)
        return try reader.chart(MarkupReader.read(data, file: file))
    }

    private init(file: String) {
        self.file = file
    }

    private mutating func chart(_ root: MarkupElement) throws(ChartError) -> Chart {
        guard root.name == MarkupElement.Name(space: ChartNamespace.scxml, local: "scxml") else {
            throw error(root, "the document is <\(root.spelling)>; expected <scxml xmlns=\"\(ChartNamespace.scxml)\">")
        }
        try allow(root, ["version", "datamodel", "name", "initial"], drawing: ["size"])
        let version = root.attribute("version") ?? "nothing"
        guard version == "1.0" else { throw error(root, "version is \(version); expected version=\"1.0\"") }
        let model = root.attribute("datamodel") ?? "nothing"
        guard model == "null" else { throw error(root, "datamodel is \(model); expected datamodel=\"null\"") }
        let name = try required("name", of: root)

        states.append(ChartState(kind: .root, id: "", parent: nil, line: root.line))
        states[0].initial = initialAttribute(root)
        for child in root.children {
            guard isStandard(child, "state") || isStandard(child, "parallel") else { throw unexpected(child, in: root) }
            try state(child, within: 0)
        }
        guard states.count > 1 else { throw error(root, "the chart has no states; expected at least one <state>") }
        return Chart(name: name, states: states, drawingSize: try point("size", of: root), file: file)
    }

    private mutating func state(_ element: MarkupElement, within parent: Int) throws(ChartError) {
        let isParallel = element.name.local == "parallel"
        try allow(
            element, isParallel ? ["id"] : ["id", "initial"],
            chart: isParallel ? [] : ["timers", "awaits", "transient"],
            drawing: ["at", "size"])
        let index = states.count
        let id = try required("id", of: element)
        states.append(ChartState(kind: isParallel ? .parallel : .state, id: id, parent: parent, line: element.line))
        states[parent].children.append(index)
        states[index].drawnAt = try point("at", of: element)
        states[index].drawnSize = try point("size", of: element)
        states[index].initial = initialAttribute(element)
        states[index].timers = words(element.attribute("timers", space: ChartNamespace.chart) ?? "")
        states[index].awaits = words(element.attribute("awaits", space: ChartNamespace.chart) ?? "")
        states[index].isTransient = try isTransient(element)
        for child in element.children {
            try part(child, of: element, at: index)
        }
        if let initial = states[index].initial, states[index].children.isEmpty {
            throw ChartError(
                file: file, line: initial.line, message: "\(id) has no inner states; expected no initial")
        }
    }

    private mutating func part(_ child: MarkupElement, of element: MarkupElement, at index: Int) throws(ChartError) {
        guard child.name.space == ChartNamespace.scxml else { throw unexpected(child, in: element) }
        switch child.name.local {
        case "state", "parallel":
            try state(child, within: index)
        case "transition":
            states[index].transitions.append(try transition(child, isInitial: false))
        case "onentry":
            try allow(child, [])
            states[index].onEntry += try actions(child)
        case "onexit":
            try allow(child, [])
            states[index].onExit += try actions(child)
        case "initial" where states[index].kind == .state:
            try allow(child, [])
            guard states[index].initial == nil else {
                throw error(child, "\(states[index].id) has two initial transitions; expected one")
            }
            guard let only = child.children.first, child.children.count == 1, isStandard(only, "transition") else {
                throw error(child, "<initial> has \(child.children.count) elements; expected one <transition>")
            }
            states[index].initial = try transition(only, isInitial: true)
        default:
            throw unexpected(child, in: element)
        }
    }

    private func initialAttribute(_ element: MarkupElement) -> ChartTransition? {
        element.attribute("initial").map { targets in
            ChartTransition(targets: words(targets), line: element.line)
        }
    }
}
