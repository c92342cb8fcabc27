import StateChart

/// Draws a chart as SVG, without scripts, external fonts or pictures, in the reader's light or dark colours.
public enum ChartDrawing {
    /// The drawing of the chart as a complete SVG file. The same chart always gives the same text.
    public static func svg(of chart: Chart) -> String {
        let layout = ChartLayout(chart)
        let (width, height) = (number(layout.size.x), number(layout.size.y))
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)" role="img">"#,
            "<title>\(escaped(chart.name))</title>", "<style>", styleSheet, "</style>",
            #"<rect class="paper" width="\#(width)" height="\#(height)"/>"#,
        ]
        lines += layout.boxes.flatMap(box)
        lines += separators(layout)
        lines += layout.arrows.flatMap(arrow)
        lines += (layout.captions + layout.labels).map(text)
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func box(_ box: ChartLayout.Box) -> [String] {
        let texts = box.texts.map(text)
        let area = box.rectangle
        let place = #"x="\#(number(area.minX))" y="\#(number(area.minY))""#
        let size = #"width="\#(number(area.width))" height="\#(number(area.height))""#
        switch box.shape {
        case .region: return texts
        case .frame: return [#"<rect class="frame" \#(place) \#(size) rx="14"/>"#] + texts
        case .state:
            var lines = [#"<rect class="state" \#(place) \#(size) rx="12"/>"#]
            if let name = box.texts.first, box.texts.count > 1 {
                let rule = number(name.place.y + 9)
                lines.append(#"<path class="rule-off" d="M\#(number(area.minX)) \#(rule)H\#(number(area.maxX))"/>"#)
            }
            return lines + texts
        }
    }

    /// Dashed lines between the regions of a parallel.
    private static func separators(_ layout: ChartLayout) -> [String] {
        let regions = layout.boxes.filter { $0.shape == .region }
        return zip(regions, regions.dropFirst()).filter { upper, lower in
            layout.chart.states[upper.state].parent == layout.chart.states[lower.state].parent
        }.map { upper, _ in
            let area = upper.rectangle
            return #"<path class="separator" d="M\#(number(area.minX)) \#(number(area.maxY))H\#(number(area.maxX))"/>"#
        }
    }

    private static func arrow(_ arrow: ChartLayout.Arrow) -> [String] {
        guard let start = arrow.points.first, let tip = arrow.points.last, arrow.points.count > 1 else { return [] }
        let before = arrow.points[arrow.points.count - 2]
        let (across, down) = (tip.x - before.x, tip.y - before.y)
        let length = max((across * across + down * down).squareRoot(), 1)
        let (x, y) = (across / length, down / length)
        let back = ChartPoint(x: tip.x - x * 10, y: tip.y - y * 10)
        let corners = [
            tip, ChartPoint(x: back.x - y * 4.5, y: back.y + x * 4.5),
            ChartPoint(x: back.x + y * 4.5, y: back.y - x * 4.5),
        ]
        var lines = [
            #"<path class="arrow" d="\#(path(arrow.points.dropLast() + [back]))"/>"#,
            #"<path class="tip" d="M\#(corners.map(pair).joined(separator: "L"))Z"/>"#,
        ]
        if arrow.source == nil {
            lines.append(#"<circle class="tip" cx="\#(number(start.x))" cy="\#(number(start.y))" r="6"/>"#)
        }
        return lines
    }

    /// A line through the points, its corners rounded.
    private static func path(_ points: [ChartPoint]) -> String {
        guard let first = points.first, let last = points.last else { return "" }
        var path = "M\(pair(first))"
        for index in points.indices.dropFirst().dropLast() {
            let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
            path += "L\(pair(near(corner, before)))Q\(pair(corner)) \(pair(near(corner, after)))"
        }
        return path + "L\(pair(last))"
    }

    /// The point on the way to the next point at which the rounding of a corner begins.
    private static func near(_ corner: ChartPoint, _ other: ChartPoint) -> ChartPoint {
        let (across, down) = (other.x - corner.x, other.y - corner.y)
        let length = max((across * across + down * down).squareRoot(), 1)
        let part = min(12, length / 2) / length
        return ChartPoint(x: corner.x + across * part, y: corner.y + down * part)
    }

    private static func text(_ text: ChartText) -> String {
        let anchor = text.anchor == .start ? "" : #" text-anchor="\#(text.anchor.rawValue)""#
        let place = #"x="\#(number(text.place.x))" y="\#(number(text.place.y))"\#(anchor)"#
        if let only = text.pieces.first, text.pieces.count == 1 {
            return #"<text class="\#(only.style.rawValue)" \#(place)>\#(escaped(only.text))</text>"#
        }
        // A shift instead of a space, because SVG readers differ in which spaces between pieces they keep.
        let pieces = text.pieces.enumerated().map { index, piece in
            let gap = index == 0 ? "" : #" dx="\#(number(ChartText.gap))""#
            return #"<tspan class="\#(piece.style.rawValue)"\#(gap)>\#(escaped(piece.text))</tspan>"#
        }
        return "<text \(place)>\(pieces.joined())</text>"
    }

    private static func pair(_ point: ChartPoint) -> String {
        "\(number(point.x)) \(number(point.y))"
    }

    /// The number with at most one decimal, which is finer than the eye and the same on every machine.
    private static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int64(tenths))" : "\(tenths)"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
