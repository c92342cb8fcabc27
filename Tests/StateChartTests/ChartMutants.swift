@testable import StateChart

/// The position of a transition in a chart.
struct ChartEdge: CustomStringConvertible {
    var state: Int
    /// The index among the state's transitions; nil: the initial transition.
    var index: Int?
    var description: String

    var isInitial: Bool { index == nil }

    func id(in chart: Chart) -> String? { transition(in: chart).id }

    func transition(in chart: Chart) -> ChartTransition {
        guard let index else { return chart.states[state].initial! }
        return chart.states[state].transitions[index]
    }
}

/// Every transition that has an id.
func edges(_ chart: Chart) -> [ChartEdge] {
    chart.states.indices.flatMap { state -> [ChartEdge] in
        let initial = chart.states[state].initial?.id.map { ChartEdge(state: state, index: nil, description: $0) }
        return (initial.map { [$0] } ?? [])
            + chart.states[state].transitions.enumerated().map { index, transition in
                ChartEdge(state: state, index: index, description: transition.id ?? "")
            }
    }
}

/// The chart with the transition changed; with it removed when the change returns nil.
func changing(_ chart: Chart, _ edge: ChartEdge, _ change: (ChartTransition) -> ChartTransition?) -> Chart {
    var mutant = chart
    let changed = change(edge.transition(in: chart))
    if let index = edge.index {
        mutant.states[edge.state].transitions.replaceSubrange(index...index, with: changed.map { [$0] } ?? [])
    } else {
        mutant.states[edge.state].initial = changed
    }
    return mutant
}

/// The chart with a copy of the transition, before or after it, that answers the event.
func duplicating(_ chart: Chart, _ edge: ChartEdge, _ event: String, first: Bool) -> Chart {
    guard let index = edge.index else { return chart }
    var mutant = chart
    let copy = edge.transition(in: chart).with(\.events, [event]).with(\.id, "copy")
    mutant.states[edge.state].transitions.insert(copy, at: first ? index : index + 1)
    return mutant
}

/// All other targets that a transition could have: every other state, and none.
///
/// A compound state that begins in the target, and whose entry has no further actions, is the same target under another
/// name, so it is left out.
func retargets(_ chart: Chart, _ edge: ChartEdge) -> [[String]] {
    let targets = edge.transition(in: chart).targets
    let others = chart.states.dropFirst().map(\.id).filter { state in
        !targets.contains(state) && !isSameEntry(chart, state, targets)
    }
    return others.map { [$0] } + (targets.isEmpty ? [] : [[]])
}

private func isSameEntry(_ chart: Chart, _ state: String, _ targets: [String]) -> Bool {
    guard let index = chart.index(of: state), let target = targets.first.flatMap(chart.index(of:)) else { return false }
    return chart.states[index].initial == nil && chart.states[index].children.first == target
}

extension ChartTransition {
    func with<Value>(_ part: WritableKeyPath<ChartTransition, Value>, _ value: Value) -> ChartTransition {
        var changed = self
        changed[keyPath: part] = value
        return changed
    }
}
