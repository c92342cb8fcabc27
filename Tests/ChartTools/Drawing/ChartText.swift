import StateChart

/// A line of text in the drawing.
struct ChartText {
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

        /// The mean width of a letter of DejaVu Sans, which is wider than most fonts, as a share of the font size.
        var letterWidth: Double {
            switch self {
            case .title, .name, .region, .event: 0.68
            case .body, .guard, .rule, .legend: 0.61
            }
        }
    }

    /// The gap between two pieces, in pixels.
    static let gap = 4.0

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
}
