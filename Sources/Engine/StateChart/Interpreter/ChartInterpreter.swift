/// Interprets a chart one event at a time, as in appendix D of SCXML 1.0.
///
/// A macrostep is a single microstep here, because the reader admits neither eventless transitions nor internal events.
/// In a chart with findings (`ChartCheck`) a transition that leads nowhere is taken and enters nothing.
public struct ChartInterpreter: Sendable {
    let chart: Chart

    public init(_ chart: Chart) {
        self.chart = chart
    }

    /// A transition with the state that contains it.
    struct Edge {
        var source: Int
        var transition: ChartTransition
        var targets: [Int]
    }

    /// Enters the chart's initial states.
    public func start() -> ChartStep {
        var step = ChartStep(transitions: [], states: [], actions: [])
        var entry = EntrySet()
        entry.states.insert(0)
        addDefaultEntry(of: 0, to: &entry)
        enter(entry, from: [], into: &step)
        return step
    }

    /// Feeds the event to the chart while these atomic states, and the states around them, are active.
    public func step(from active: [String], event: String) -> ChartStep {
        let configuration = chart.configuration(of: active)
        let edges = withoutConflicts(enabled(by: event, in: configuration), in: configuration)
        var step = ChartStep(transitions: edges.map { $0.transition.id ?? "" }, states: [], actions: [])

        let exited = edges.reduce(into: Set<Int>()) { $0.formUnion(exitSet(of: $1, in: configuration)) }
        for state in exited.sorted(by: >) { step.actions += chart.states[state].onExit }
        var entry = EntrySet()
        for edge in edges {
            step.actions += edge.transition.actions
            addEntry(of: edge, to: &entry)
        }
        enter(entry, from: configuration.subtracting(exited), into: &step)
        return step
    }

    /// Performs the entry actions and sets the active atomic states.
    private func enter(_ entry: EntrySet, from remaining: Set<Int>, into step: inout ChartStep) {
        for state in entry.states.sorted() {
            step.actions += chart.states[state].onEntry
            guard entry.byDefault.contains(state), let initial = chart.states[state].initial else { continue }
            step.actions += initial.actions
            if let id = initial.id { step.transitions.append(id) }
        }
        let configuration = remaining.union(entry.states)
        step.states = configuration.sorted().filter { chart.states[$0].children.isEmpty }.map { chart.states[$0].id }
    }

    /// For each active atomic state, the first transition that answers the event, from the innermost state outwards.
    private func enabled(by event: String, in configuration: Set<Int>) -> [Edge] {
        var edges: [Edge] = []
        for atomic in configuration.sorted() where chart.states[atomic].children.isEmpty {
            search: for source in chart.path(from: atomic) {
                for transition in chart.states[source].transitions
                where transition.matches(event) && holds(transition.guardCondition, in: configuration) {
                    if !edges.contains(where: { $0.source == source && $0.transition == transition }) {
                        edges.append(edge(source, transition))
                    }
                    break search
                }
            }
        }
        return edges
    }

    private func edge(_ source: Int, _ transition: ChartTransition) -> Edge {
        Edge(source: source, transition: transition, targets: transition.targets.compactMap(chart.index(of:)))
    }

    private func holds(_ condition: ChartGuard?, in configuration: Set<Int>) -> Bool {
        guard let condition else { return true }
        guard let state = chart.index(of: condition.state) else { return false }
        return configuration.contains(state)
    }

    /// Of two transitions that would leave the same state, the inner one is taken; if neither is inner, the earlier one.
    private func withoutConflicts(_ edges: [Edge], in configuration: Set<Int>) -> [Edge] {
        var taken: [Edge] = []
        for edge in edges {
            let leaves = exitSet(of: edge, in: configuration)
            let rivals = taken.indices.filter { !exitSet(of: taken[$0], in: configuration).isDisjoint(with: leaves) }
            guard rivals.allSatisfy({ chart.isDescendant(edge.source, of: taken[$0].source) }) else { continue }
            for rival in rivals.reversed() { taken.remove(at: rival) }
            taken.append(edge)
        }
        return taken
    }

    private func exitSet(of edge: Edge, in configuration: Set<Int>) -> Set<Int> {
        guard let domain = domain(of: edge) else { return [] }
        return configuration.filter { chart.isDescendant($0, of: domain) }
    }

    /// The innermost state around everything that the transition leaves and enters; nil when it has no target.
    func domain(of edge: Edge) -> Int? {
        guard !edge.targets.isEmpty else { return nil }
        if edge.transition.isInternal, chart.states[edge.source].isCompound,
            edge.targets.allSatisfy({ chart.isDescendant($0, of: edge.source) })
        {
            return edge.source
        }
        return chart.path(from: edge.source).dropFirst().first { state in
            chart.states[state].isCompound && edge.targets.allSatisfy { chart.isDescendant($0, of: state) }
        } ?? 0
    }
}

/// The result of an event, or of the start.
public struct ChartStep: Equatable, Sendable {
    /// The ids of the transitions that were taken, in document order; an initial one follows the one that led to it.
    public var transitions: [String]
    /// The ids of the atomic states that are active after the step, in document order.
    public var states: [String]
    /// The actions that were performed, in order.
    public var actions: [ChartAction]

    /// The names of our own actions among them.
    var performed: [String] {
        actions.compactMap { action -> String? in if case .perform(let name) = action { name } else { nil } }
    }
}
