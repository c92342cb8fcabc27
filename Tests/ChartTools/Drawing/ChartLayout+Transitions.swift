import StateChart

extension ChartLayout {
    /// The arrow of a transition; nil for a transition without a target, which is drawn as a label only.
    func arrow(_ transition: ChartTransition, of state: Int, _ rectangles: [Rectangle]) -> Arrow? {
        guard let target = transition.targets.first.flatMap(chart.index(of:)), target > 0 else { return nil }
        let end = rectangles[target]
        let isInitial = chart.states[state].initial == transition
        if isInitial, transition.id == nil { return nil }

        let points: [ChartPoint]
        if let first = transition.drawnVia.first, let last = transition.drawnVia.last {
            // An arrow from a dot, or from the border around its target, starts at its first place.
            let startsAtPlace = isInitial || chart.isDescendant(target, of: state)
            let start = startsAtPlace ? [] : [rectangles[state].border(towards: first)]
            points = start + transition.drawnVia + [end.border(towards: last)]
        } else if isInitial {
            points = [ChartPoint(x: end.minX - 40, y: end.centre.y), ChartPoint(x: end.minX, y: end.centre.y)]
        } else {
            points = Self.straight(rectangles[state], end)
        }
        return Arrow(
            id: transition.id ?? "", source: isInitial ? nil : state, target: target, points: Self.simplified(points))
    }

    /// A straight arrow between two rectangles; horizontal or vertical if they face each other.
    private static func straight(_ start: Rectangle, _ end: Rectangle) -> [ChartPoint] {
        let (here, there) = (start.centre, end.centre)
        let across = ChartPoint(x: here.x, y: there.y)
        let down = ChartPoint(x: there.x, y: here.y)
        if (start.minY...start.maxY).contains(there.y) {
            return [start.border(towards: ChartPoint(x: there.x, y: there.y)), end.border(towards: across)]
        }
        if (end.minY...end.maxY).contains(here.y) {
            return [start.border(towards: down), end.border(towards: here)]
        }
        return [start.border(towards: there), end.border(towards: here)]
    }

    /// The points without those that lie on the straight line between their neighbours.
    private static func simplified(_ points: [ChartPoint]) -> [ChartPoint] {
        var simple: [ChartPoint] = []
        for point in points {
            if let before = simple.last, before == point { continue }
            if let before = simple.last, let earlier = simple.dropLast().last,
                (earlier.x == before.x && before.x == point.x) || (earlier.y == before.y && before.y == point.y)
            {
                simple.removeLast()
            }
            simple.append(point)
        }
        return simple
    }

    /// The lines of a transition's label: event, guard and actions; below them the rule's id.
    func label(_ transition: ChartTransition, of state: Int) -> [ChartText] {
        let rule = transition.id ?? ""
        if chart.states[state].initial == transition {
            guard let dot = transition.drawnVia.first, !rule.isEmpty else { return [] }
            return [ChartText(rule, .rule, at: ChartPoint(x: dot.x + 12, y: dot.y + 4))]
        }
        guard let place = transition.drawnLabel else { return [] }
        var pieces: [(text: String, style: ChartText.Style)] = [(transition.events.joined(separator: ", "), .event)]
        if let condition = transition.guardCondition {
            pieces.append(("[\(condition.name)]", .guard))
        } else if isElse(transition, of: state) {
            pieces.append(("[else]", .guard))
        }
        if !transition.actions.isEmpty {
            pieces.append(("/ " + transition.actions.map(Self.text).joined(separator: ", "), .body))
        }
        if transition.targets.isEmpty, transition.actions.isEmpty {
            // Events that the inner states answer themselves do not reach this state.
            pieces.append((chart.states[state].children.isEmpty ? "/ nothing" : "in any other state: nothing", .body))
        }
        // Next to a horizontal arrow the event is above the line and the id below it.
        let isAboveArrow = arrows.first { $0.id == rule }.map { Self.isAbove($0, place.point) } ?? false
        let below = ChartPoint(x: place.point.x, y: place.point.y + (isAboveArrow ? 22 : 16))
        return [ChartText(pieces, at: place.point, place.anchor), ChartText(rule, .rule, at: below, place.anchor)]
    }

    /// True when an earlier transition answers the same event under a guard: a drawing has no order that means "else".
    private func isElse(_ transition: ChartTransition, of state: Int) -> Bool {
        chart.states[state].transitions.prefix { $0 != transition }.contains { earlier in
            earlier.guardCondition != nil && !Set(earlier.events).isDisjoint(with: transition.events)
        }
    }

    private static func isAbove(_ arrow: Arrow, _ point: ChartPoint) -> Bool {
        zip(arrow.points, arrow.points.dropFirst()).contains { start, end in
            start.y == end.y && start.y > point.y && start.y - point.y < 12
                && (min(start.x, end.x)...max(start.x, end.x)).contains(point.x)
        }
    }
}
