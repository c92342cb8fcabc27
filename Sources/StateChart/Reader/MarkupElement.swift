/// An element of an XML file, with its name spaces resolved.
struct MarkupElement {
    /// A name and the name space it is from; an attribute without a prefix is from none.
    struct Name: Hashable {
        var space: String
        var local: String
    }

    var name: Name
    /// The name as the file spells it, for messages.
    var spelling: String
    var attributes: [Name: String]
    var children: [MarkupElement] = []
    /// The line on which the element's start tag ends.
    var line: Int

    func attribute(_ local: String, space: String = "") -> String? {
        attributes[Name(space: space, local: local)]
    }
}

/// The name spaces that the reader knows.
enum ChartNamespace {
    /// The standard's.
    static let scxml = "http://www.w3.org/2005/07/scxml"
    /// Ours: names of actions, guards and transitions.
    static let chart = "urn:tapfocus:chart"
    /// Ours: places in the drawing. They do not belong to the chart's meaning.
    static let drawing = "urn:tapfocus:drawing"
}
