import Foundation
import StateChart
import Testing

@testable import ChartTools

@Suite("Drawings of the charts")
struct ChartDrawingTests {
    @Test("The drawing in the repository is the one that its chart gives now", arguments: ChartFiles.names)
    func drawingsAreUpToDate(name: String) throws {
        let drawn = ChartDrawing.svg(of: try ChartFiles.chart(name))
        let checkedIn = String(decoding: try ChartFiles.data("\(name).svg"), as: UTF8.self)
        #expect(drawn == checkedIn, "regenerate it: swift run draw-charts")
    }

    @Test("No text lies on another text, on an arrow or on a foreign state", arguments: ChartFiles.names)
    func textsAreFree(name: String) throws {
        let layout = ChartLayout(try ChartFiles.chart(name))
        let boxTexts = layout.boxes.flatMap(\.texts)
        let texts = boxTexts + layout.labels + layout.captions
        for (index, text) in texts.enumerated() {
            for other in texts.dropFirst(index + 1) {
                #expect(!text.box.overlaps(other.box), "\(text.pieces) and \(other.pieces)")
            }
            for (arrow, line) in lines(layout) {
                #expect(!text.box.overlaps(line), "\(text.pieces) and the arrow \(arrow.id)")
            }
        }
        for label in layout.labels + layout.captions {
            for box in layout.boxes where box.shape == .state {
                #expect(!label.box.overlaps(box.rectangle), "\(label.pieces)")
            }
        }
    }

    @Test("No arrow goes through a state", arguments: ChartFiles.names)
    func arrowsGoAroundStates(name: String) throws {
        let layout = ChartLayout(try ChartFiles.chart(name))
        for (arrow, line) in lines(layout) {
            for box in layout.boxes where box.shape == .state {
                #expect(!line.overlaps(box.rectangle), "\(arrow.id) and \(layout.chart.states[box.state].id)")
            }
        }
    }

    @Test("No two arrows cross", arguments: ChartFiles.names)
    func arrowsDoNotCross(name: String) throws {
        let all = lines(ChartLayout(try ChartFiles.chart(name)))
        for (index, one) in all.enumerated() {
            for other in all.dropFirst(index + 1) where other.arrow.id != one.arrow.id {
                #expect(!one.line.overlaps(other.line), "\(one.arrow.id) and \(other.arrow.id)")
            }
        }
    }

    @Test("States and their texts stay inside the states around them", arguments: ChartFiles.names)
    func everythingIsInside(name: String) throws {
        let layout = ChartLayout(try ChartFiles.chart(name))
        let paper = Rectangle(minX: 0, minY: 0, maxX: layout.size.x, maxY: layout.size.y)
        for box in layout.boxes {
            #expect(paper.contains(box.rectangle))
            for text in box.texts { #expect(box.rectangle.contains(text.box), "\(text.pieces)") }
            guard let parent = layout.chart.states[box.state].parent, parent > 0 else { continue }
            #expect(layout.boxes[parent - 1].rectangle.contains(box.rectangle))
        }
        for label in layout.labels + layout.captions { #expect(paper.contains(label.box)) }
    }

    @Test("Every transition of a chart is in its drawing, with its id", arguments: ChartFiles.names)
    func nothingIsLeftOut(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let layout = ChartLayout(chart)
        let written = Set(layout.labels.flatMap(\.pieces).map(\.text))
        for (_, transition) in chart.transitions {
            guard let id = transition.id else { continue }
            #expect(written.contains(id))
            #expect(transition.targets.isEmpty || layout.arrows.contains { $0.id == id })
        }
    }

    @Test("A chart without positions is drawn, too")
    func withoutPlaces() throws {
        let chart = try ChartReader.read(SmallCharts.twoStates, file: "two.scxml")
        let drawing = ChartDrawing.svg(of: chart)
        #expect(drawing.contains(">a<") && drawing.contains(">b<"))
        #expect(drawing.hasSuffix("</svg>\n"))
    }

    /// The straight pieces of the arrows, slightly thickened so that touching counts as overlapping.
    private func lines(_ layout: ChartLayout) -> [(arrow: ChartLayout.Arrow, line: Rectangle)] {
        layout.arrows.flatMap { arrow in
            zip(arrow.points, arrow.points.dropFirst()).map { start, end in
                // Shortened at both ends, which lie on borders.
                let line = Rectangle.around(start, end)
                let (level, upright) = (line.height == 0, line.width == 0)
                return (
                    arrow,
                    Rectangle(
                        minX: line.minX + (level ? 1 : -1), minY: line.minY + (upright ? 1 : -1),
                        maxX: line.maxX - (level ? 1 : -1), maxY: line.maxY - (upright ? 1 : -1))
                )
            }
        }
    }
}

extension Rectangle {
    fileprivate func overlaps(_ other: Rectangle) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }

    fileprivate func contains(_ other: Rectangle) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    /// The bounding rectangle of the straight line between two points.
    fileprivate static func around(_ one: ChartPoint, _ other: ChartPoint) -> Rectangle {
        Rectangle(
            minX: min(one.x, other.x), minY: min(one.y, other.y), maxX: max(one.x, other.x), maxY: max(one.y, other.y))
    }
}

extension ChartText {
    /// The approximate rectangle of the text.
    fileprivate var box: Rectangle {
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
}
