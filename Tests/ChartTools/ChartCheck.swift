import FocusCore
import StateChart

/// Finds errors in a chart that was read without error.
public struct ChartCheck {
    private let chart: Chart
    private var found: [ChartError] = []

    /// Every finding, in the order of the lines. Empty: the chart can be interpreted.
    public static func findings(in chart: Chart) -> [ChartError] {
        var check = ChartCheck(chart: chart)
        check.identities()
        check.targets()
        check.timers()
        check.timerNames()
        check.guards()
        check.unreachableStates()
        // The offset keeps findings of one line in the order above.
        return check.found.enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }

    private mutating func report(_ line: Int, _ message: String) {
        found.append(ChartError(file: chart.file, line: line, message: message))
    }

    private mutating func identities() {
        var ids: Set<String> = []
        for state in chart.states.dropFirst() where !ids.insert(state.id).inserted {
            report(state.line, "a second state is called \(state.id); expected another id")
        }
        var rules: Set<String> = []
        for (state, transition) in chart.transitions {
            if let id = transition.id, !id.isEmpty {
                guard !rules.insert(id).inserted else { continue }
                report(transition.line, "a second transition is called \(id); expected another id")
            } else if chart.states[state].initial != transition {
                // An initial state that an attribute names has no actions, so it needs no id for traces.
                report(transition.line, "a transition has no id; expected tf:id=\"…\"")
            }
        }
    }

    private mutating func targets() {
        for (state, transition) in chart.transitions {
            let label = transition.id ?? "initial"
            guard transition.targets.count <= 1 else {
                report(transition.line, "\(label) has \(transition.targets.count) targets; expected one")
                continue
            }
            guard let target = transition.targets.first else { continue }
            let index = chart.index(of: target) ?? 0
            if index == 0 {
                report(transition.line, "\(label) leads to \(target); expected the id of a state")
            } else if chart.states[state].initial == transition, !chart.isDescendant(index, of: state) {
                let outer = chart.states[state].id
                report(transition.line, "\(label) leads out of \(outer); expected a state within")
            }
        }
    }

    private mutating func timers() {
        var sent: Set<String> = []
        for state in chart.states {
            let actions =
                state.onEntry + state.onExit + state.transitions.flatMap(\.actions) + (state.initial?.actions ?? [])
            for case .send(let event, let id, _) in actions {
                if !sent.insert(id).inserted {
                    report(state.line, "a second send is called \(id); expected another id")
                }
                guard !(state.onEntry + state.onExit).contains(.cancel(id: id)) else { continue }
                report(state.line, "\(state.id) sends \(event) as \(id) and never cancels it; expected <cancel>")
            }
        }
        for state in chart.states {
            for case .cancel(let id) in state.onEntry + state.onExit where !sent.contains(id) {
                report(state.line, "\(state.id) cancels \(id), which nobody sends; expected a send's id")
            }
        }
    }

    /// Names that are no timer of the engine's.
    private mutating func timerNames() {
        let known = Set(TimerID.allCases.map { "\($0.name)" })
        for state in chart.states {
            for name in state.timers + state.awaits.filter({ $0 != "answer" }) where !known.contains(name) {
                report(state.line, "\(state.id) names \(name); expected one of the engine's timers")
            }
        }
    }

    private mutating func guards() {
        var meanings: [String: String] = [:]
        for (_, transition) in chart.transitions {
            guard let condition = transition.guardCondition else { continue }
            if (chart.index(of: condition.state) ?? 0) == 0 {
                report(transition.line, "In('\(condition.state)') names no state; expected the id of a state")
                continue
            }
            let meaning = meanings[condition.name] ?? condition.state
            meanings[condition.name] = meaning
            guard meaning != condition.state else { continue }
            report(
                transition.line, "the guard \(condition.name) also means In('\(meaning)'); expected one meaning")
        }
    }

    /// States that no chain of transitions leads into; guards are ignored.
    private mutating func unreachableStates() {
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
        for index in chart.states.indices where !reached.contains(index) {
            let state = chart.states[index]
            report(state.line, "nothing leads into \(state.id); expected a transition to it")
        }
    }
}
