import FocusCore

/// Finds errors in a chart that was read without error.
public enum ChartCheck {
    /// Every finding, in the order of the lines. Empty: the chart can be interpreted.
    public static func findings(in chart: Chart) -> [ChartError] {
        let found =
            identities(chart) + targets(chart) + timers(chart) + timerNames(chart) + guards(chart)
            + unreachableStates(chart)
        // The offset keeps findings of one line in the order above.
        return found.enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
            .map(\.element)
    }

    private static func finding(_ chart: Chart, _ line: Int, _ message: String) -> ChartError {
        ChartError(file: chart.file, line: line, message: message)
    }

    private static func identities(_ chart: Chart) -> [ChartError] {
        var found: [ChartError] = []
        var ids: Set<String> = []
        for state in chart.states.dropFirst() where !ids.insert(state.id).inserted {
            found.append(finding(chart, state.line, "a second state is called \(state.id); expected another id"))
        }
        var rules: Set<String> = []
        for (state, transition) in chart.transitions {
            guard let id = transition.id, !id.isEmpty else {
                // An initial state that an attribute names has no actions, so it needs no id for traces.
                if chart.states[state].initial != transition {
                    found.append(finding(chart, transition.line, "a transition has no id; expected tf:id=\"…\""))
                }
                continue
            }
            if !rules.insert(id).inserted {
                found.append(
                    finding(chart, transition.line, "a second transition is called \(id); expected another id"))
            }
        }
        return found
    }

    private static func targets(_ chart: Chart) -> [ChartError] {
        chart.transitions.flatMap { state, transition -> [ChartError] in
            let label = transition.id ?? "initial"
            guard transition.targets.count <= 1 else {
                return [
                    finding(chart, transition.line, "\(label) has \(transition.targets.count) targets; expected one")
                ]
            }
            return transition.targets.compactMap { target in
                guard let index = chart.index(of: target), index > 0 else {
                    return finding(chart, transition.line, "\(label) leads to \(target); expected the id of a state")
                }
                if chart.states[state].initial == transition, !chart.isDescendant(index, of: state) {
                    return finding(
                        chart, transition.line,
                        "\(label) leads out of \(chart.states[state].id); expected a state within")
                }
                return nil
            }
        }
    }

    private static func timers(_ chart: Chart) -> [ChartError] {
        var found: [ChartError] = []
        var sent: Set<String> = []
        for state in chart.states {
            let actions =
                state.onEntry + state.onExit + state.transitions.flatMap(\.actions) + (state.initial?.actions ?? [])
            for case .send(let event, let id, _) in actions {
                if !sent.insert(id).inserted {
                    found.append(finding(chart, state.line, "a second send is called \(id); expected another id"))
                }
                if !state.onEntry.contains(.cancel(id: id)), !state.onExit.contains(.cancel(id: id)) {
                    found.append(
                        finding(
                            chart, state.line,
                            "\(state.id) sends \(event) as \(id) and never cancels it; expected <cancel>"))
                }
            }
        }
        for state in chart.states {
            for case .cancel(let id) in state.onEntry + state.onExit where !sent.contains(id) {
                found.append(
                    finding(chart, state.line, "\(state.id) cancels \(id), which nobody sends; expected a send's id"))
            }
        }
        return found
    }

    /// Names that are no timer of the engine's.
    private static func timerNames(_ chart: Chart) -> [ChartError] {
        let known = Set(TimerID.allCases.map { "\($0.name)" })
        return chart.states.flatMap { state in
            (state.timers + state.awaits.filter { $0 != "answer" }).filter { !known.contains($0) }.map { name in
                finding(chart, state.line, "\(state.id) names \(name); expected one of the engine's timers")
            }
        }
    }

    private static func guards(_ chart: Chart) -> [ChartError] {
        var meanings: [String: String] = [:]
        return chart.transitions.compactMap { _, transition in
            guard let condition = transition.guardCondition else { return nil }
            if (chart.index(of: condition.state) ?? 0) == 0 {
                return finding(
                    chart, transition.line, "In('\(condition.state)') names no state; expected the id of a state")
            }
            let meaning = meanings[condition.name] ?? condition.state
            meanings[condition.name] = meaning
            guard meaning != condition.state else { return nil }
            return finding(
                chart, transition.line, "the guard \(condition.name) also means In('\(meaning)'); expected one meaning")
        }
    }

    /// States that no chain of transitions leads into; guards are ignored.
    private static func unreachableStates(_ chart: Chart) -> [ChartError] {
        var reached: Set<Int> = []
        var open = [0]
        while let state = open.popLast() {
            guard reached.insert(state).inserted else { continue }
            let source = chart.states[state]
            if let parent = source.parent { open.append(parent) }
            open += source.transitions.flatMap(\.targets).compactMap(chart.index(of:))
            if source.kind == .parallel {
                open += source.children
            } else if let initial = source.initial {
                open += initial.targets.compactMap(chart.index(of:))
            } else if let first = source.children.first {
                open.append(first)
            }
        }
        return chart.states.indices.filter { !reached.contains($0) }.map { index in
            finding(
                chart, chart.states[index].line,
                "nothing leads into \(chart.states[index].id); expected a transition to it")
        }
    }
}
