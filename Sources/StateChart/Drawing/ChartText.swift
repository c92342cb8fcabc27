/// A line of text in the drawing.
struct ChartText: Equatable {
    /// The style of a piece of text; the raw value is its class in the style sheet.
    enum Style: String {
        case title, name, region, body, event, `guard`, rule, legend

        /// The font size, in pixels.
        var size: Double {
            switch self {
            case .title: 20
            case .name: 15
            case .region: 14
            case .body, .event, .guard, .legend: 12
            case .rule: 10.5
            }
        }

        /// The mean width of a letter, as a share of the font size: that of DejaVu Sans, which is wider than most
        /// fonts.
        var letterWidth: Double {
            switch self {
            case .title, .name, .region, .event: 0.68
            case .body, .guard, .rule, .legend: 0.61
            }
        }
    }

    /// The gap between two pieces, in pixels.
    static let gap = 4.0

    /// The pieces of the line, one after the other.
    var pieces: [(text: String, style: Style)]
    /// The position of the base line, at the text's start, middle or end.
    var place: ChartPoint
    var anchor: ChartLabelPlace.Anchor

    init(_ text: String, _ style: Style, at place: ChartPoint, _ anchor: ChartLabelPlace.Anchor = .start) {
        self.init([(text, style)], at: place, anchor)
    }

    init(_ pieces: [(text: String, style: Style)], at place: ChartPoint, _ anchor: ChartLabelPlace.Anchor) {
        (self.pieces, self.place, self.anchor) = (pieces, place, anchor)
    }

    /// The approximate width of the text; the real width depends on the reader's fonts.
    static func width(_ text: String, _ style: Style) -> Double {
        Double(text.count) * style.size * style.letterWidth
    }

    /// The approximate rectangle of the text.
    var box: Rectangle {
        let gaps = Double(max(pieces.count - 1, 0)) * Self.gap
        let width = pieces.reduce(gaps) { $0 + Self.width($1.text, $1.style) }
        let size = pieces.map(\.style.size).max() ?? 0
        let start: Double
        switch anchor {
        case .start: start = place.x
        case .middle: start = place.x - width / 2
        case .end: start = place.x - width
        }
        return Rectangle(minX: start, minY: place.y - size * 0.8, maxX: start + width, maxY: place.y + size * 0.25)
    }

    static func == (one: ChartText, other: ChartText) -> Bool {
        one.place == other.place && one.anchor == other.anchor
            && one.pieces.elementsEqual(other.pieces) { $0.text == $1.text && $0.style == $1.style }
    }
}
