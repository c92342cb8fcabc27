import FocusCore

extension ChartReader {
    func transition(_ element: MarkupElement, isInitial: Bool) throws(ChartError) -> ChartTransition {
        try allow(
            element, isInitial ? ["target"] : ["event", "cond", "target", "type"], chart: ["id", "guard"],
            drawing: ["via", "label"])
        let events = words(element.attribute("event") ?? "")
        if !isInitial, events.isEmpty {
            throw error(element, "a transition without an event; expected event=\"…\", which every transition needs")
        }
        let targets = words(element.attribute("target") ?? "")
        if isInitial, targets.isEmpty { throw error(element, "an initial transition without a target; expected one") }
        let type = element.attribute("type") ?? "external"
        guard type == "internal" || type == "external" else {
            throw error(element, "type is \(type); expected internal or external")
        }
        return ChartTransition(
            id: element.attribute("id", space: ChartNamespace.chart), events: events,
            guardCondition: try guardCondition(element), targets: targets, isInternal: type == "internal",
            actions: try actions(element), drawnVia: try via(element), drawnLabel: try label(element),
            line: element.line)
    }

    func actions(_ element: MarkupElement) throws(ChartError) -> [ChartAction] {
        var actions: [ChartAction] = []
        for child in element.children {
            if child.name.space == ChartNamespace.chart {
                try allow(child, [])
                guard child.children.isEmpty else {
                    throw error(child, "<\(child.spelling)> has content; expected none")
                }
                actions.append(.perform(child.name.local))
            } else if isStandard(child, "send") {
                try allow(child, ["event", "delay", "id"])
                let (event, id) = (try required("event", of: child), try required("id", of: child))
                actions.append(.send(event: event, id: id, delay: try delay(child)))
            } else if isStandard(child, "cancel") {
                try allow(child, ["sendid"])
                actions.append(.cancel(id: try required("sendid", of: child)))
            } else {
                throw unexpected(child, in: element)
            }
        }
        return actions
    }

    /// Reads `In('state')` and the guard's name.
    private func guardCondition(_ element: MarkupElement) throws(ChartError) -> ChartGuard? {
        let name = element.attribute("guard", space: ChartNamespace.chart)
        guard let condition = element.attribute("cond") else {
            guard name == nil else { throw error(element, "a guard's name without a cond; expected cond=\"In('…')\"") }
            return nil
        }
        guard condition.hasPrefix("In('"), condition.hasSuffix("')"), condition.count > 6 else {
            throw error(
                element, "cond is \(condition.prefix(40)); expected In('state'), the null data model's only condition")
        }
        let state = String(condition.dropFirst(4).dropLast(2))
        guard let name, !name.isEmpty else {
            throw error(element, "the guard In('\(state)') has no name; expected tf:guard=\"…\"")
        }
        return ChartGuard(name: name, state: state)
    }

    /// Reads a time in the notation of CSS 2 (SCXML 1.0, 6.2.4): a number, then `s` or `ms`.
    private func delay(_ element: MarkupElement) throws(ChartError) -> TimeSpan {
        let text = try required("delay", of: element)
        let (number, unit) = text.hasSuffix("ms") ? (text.dropLast(2), 1e-3) : (text.dropLast(1), 1.0)
        guard text.hasSuffix("s"), number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
            let count = Double(number), count.isFinite
        else {
            throw error(element, "delay is \(text.prefix(40)); expected a time such as 3s or 2500ms")
        }
        return .seconds(count * unit)
    }

    private func via(_ element: MarkupElement) throws(ChartError) -> [ChartPoint] {
        var points: [ChartPoint] = []
        for word in words(element.attribute("via", space: ChartNamespace.drawing) ?? "") {
            points.append(try point(word, "via", element))
        }
        return points
    }

    private func label(_ element: MarkupElement) throws(ChartError) -> ChartLabelPlace? {
        let parts = words(element.attribute("label", space: ChartNamespace.drawing) ?? "")
        guard let place = parts.first else { return nil }
        guard let anchor = ChartLabelPlace.Anchor(rawValue: parts.count > 1 ? parts[1] : "start"), parts.count < 3
        else {
            throw error(
                element, "the label's place is \(parts.joined(separator: " ")); expected X,Y and start, middle or end")
        }
        return ChartLabelPlace(point: try point(place, "label", element), anchor: anchor)
    }
}
