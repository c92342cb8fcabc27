/// An element of an XML file, with its name spaces resolved.
struct MarkupElement {
    /// A name and its name space. An attribute without a prefix has no name space.
    struct Name: Hashable {
        var space: String
        var local: String
    }

    var name: Name
    /// The name as spelled in the file, for messages.
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
    static let scxml = "http://www.w3.org/2005/07/scxml"
    /// Our name space for the names of actions, guards and transitions.
    static let chart = "urn:tapfocus:chart"
    /// Our name space for positions in the drawing. They are not part of the chart's meaning.
    static let drawing = "urn:tapfocus:drawing"
}
