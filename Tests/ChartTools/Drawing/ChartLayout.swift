import FocusCore
import StateChart

/// The positions of everything in a chart's drawing.
///
/// The file gives centres of states (`draw:at`) and paths of arrows (`draw:via`). States without a position stand in a column.
struct ChartLayout {
    /// A drawn state.
    struct Box {
        enum Shape { case frame, region, state }

        var state: Int
        var shape: Shape
        var rectangle: Rectangle
        var texts: [ChartText]
    }

    /// A drawn transition.
    struct Arrow {
        var id: String
        /// The states that the arrow may touch: its ends. The source is nil for the dot of an initial transition.
        var source: Int?
        var target: Int
        /// The points from the source's border, or the dot, to the target's border.
        var points: [ChartPoint]
    }

    let chart: Chart
    private(set) var boxes: [Box] = []
    private(set) var arrows: [Arrow] = []
    private(set) var labels: [ChartText] = []
    /// The chart's name and the legend.
    private(set) var captions: [ChartText] = []
    private(set) var size: ChartPoint

    static let margin = 20.0

    init(_ chart: Chart) {
        self.chart = chart
        size = chart.drawingSize ?? ChartPoint(x: 0, y: 0)
        let rectangles = rectangles()
        boxes = chart.states.indices.dropFirst().map { box($0, rectangles[$0]) }
        for (state, transition) in chart.transitions {
            guard let arrow = arrow(transition, of: state, rectangles) else { continue }
            arrows.append(arrow)
        }
        labels = chart.transitions.flatMap { label($0.transition, of: $0.state) }
        if chart.drawingSize == nil {
            size = ChartPoint(x: rectangles[0].maxX + Self.margin, y: rectangles[0].maxY + Self.margin)
        }
        captions = [
            ChartText(chart.name, .title, at: ChartPoint(x: Self.margin + 4, y: 48)),
            ChartText(
                "An arrow from a border starts in every state within it.", .legend,
                at: ChartPoint(x: size.x - Self.margin - 4, y: 48), .end),
        ]
    }

    /// The rectangles by state. A state without a position of its own is drawn around its children.
    private func rectangles() -> [Rectangle] {
        var column = 150.0
        var rectangles = chart.states.indices.map { index -> Rectangle in
            let state = chart.states[index]
            let size = state.drawnSize ?? naturalSize(index)
            if state.drawnAt == nil, state.children.isEmpty { column += 160 }
            return Rectangle(centre: state.drawnAt ?? ChartPoint(x: 300, y: column), size: size)
        }
        for index in chart.states.indices.reversed() where chart.states[index].drawnAt == nil {
            let children = chart.states[index].children
            guard let first = children.first else { continue }
            rectangles[index] = children.reduce(rectangles[first]) { $0.union(rectangles[$1]) }
        }
        return rectangles
    }

    private func naturalSize(_ index: Int) -> ChartPoint {
        let lines = Self.lines(of: chart.states[index])
        let widest = lines.map { ChartText.width($0, .body) }.max() ?? 0
        let width = max(widest, ChartText.width(chart.states[index].id, .name), 80) + 28
        return ChartPoint(x: width.rounded(), y: lines.isEmpty ? 48 : 56 + Double(lines.count) * 18)
    }

    private func box(_ index: Int, _ rectangle: Rectangle) -> Box {
        let state = chart.states[index]
        let lines = Self.lines(of: state)
        guard state.children.isEmpty else {
            let isRegion = state.parent.map { chart.states[$0].kind == .parallel } ?? false
            // A parallel is drawn as the frame around its regions, and the chart's name stands for it.
            guard state.kind != .parallel else {
                return Box(state: index, shape: .frame, rectangle: rectangle, texts: [])
            }
            let corner = ChartPoint(x: rectangle.minX + 16, y: rectangle.minY + 26)
            let texts =
                [ChartText(state.id, .region, at: corner)]
                + lines.enumerated().map { row, line in
                    ChartText(line, .body, at: ChartPoint(x: corner.x, y: corner.y + 20 + Double(row) * 18))
                }
            return Box(state: index, shape: isRegion ? .region : .frame, rectangle: rectangle, texts: texts)
        }
        let middle = rectangle.centre
        let top = lines.isEmpty ? middle.y + 5 : rectangle.minY + 24
        let texts =
            [ChartText(state.id, .name, at: ChartPoint(x: middle.x, y: top), .middle)]
            + lines.enumerated().map { row, line in
                ChartText(line, .body, at: ChartPoint(x: rectangle.minX + 14, y: top + 29 + Double(row) * 18))
            }
        return Box(state: index, shape: .state, rectangle: rectangle, texts: texts)
    }

    /// A state's actions on entry and on exit, one line each.
    private static func lines(of state: ChartState) -> [String] {
        state.onEntry.map { "entry / \(text($0))" } + state.onExit.map { "exit / \(text($0))" }
    }

    static func text(_ action: ChartAction) -> String {
        switch action {
        case .perform(let name): name
        case .send(let event, _, let delay): "send \(event) after \(text(delay))"
        case .cancel(let id): "cancel \(id)"
        }
    }

    private static func text(_ delay: TimeSpan) -> String {
        let milliseconds = delay.nanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
