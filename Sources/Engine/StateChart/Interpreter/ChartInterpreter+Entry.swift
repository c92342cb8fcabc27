extension ChartInterpreter {
    /// The states to enter, and those of them that choose their child by their initial transition.
    struct EntrySet {
        var states: Set<Int> = []
        var byDefault: Set<Int> = []
    }

    /// Adds the targets with their contents, and the states between the targets and the transition's domain.
    func addEntry(of edge: Edge, to entry: inout EntrySet) {
        guard let domain = domain(of: edge) else { return }
        for target in edge.targets { addWithDescendants(target, to: &entry) }
        for target in edge.targets { addAncestors(of: target, upTo: domain, to: &entry) }
    }

    private func addWithDescendants(_ state: Int, to entry: inout EntrySet) {
        entry.states.insert(state)
        if chart.states[state].kind == .parallel {
            addMissingRegions(of: state, to: &entry)
        } else if chart.states[state].isCompound {
            addDefaultEntry(of: state, to: &entry)
        }
    }

    func addDefaultEntry(of state: Int, to entry: inout EntrySet) {
        entry.byDefault.insert(state)
        for child in defaultTargets(of: state) {
            addWithDescendants(child, to: &entry)
            addAncestors(of: child, upTo: state, to: &entry)
        }
    }

    /// The targets of the initial transition within the state; without such a transition, the first child.
    private func defaultTargets(of state: Int) -> [Int] {
        guard let initial = chart.states[state].initial else { return Array(chart.states[state].children.prefix(1)) }
        return initial.targets.compactMap(chart.index(of:)).filter { chart.isDescendant($0, of: state) }
    }

    private func addAncestors(of state: Int, upTo domain: Int, to entry: inout EntrySet) {
        for ancestor in chart.path(from: state).dropFirst().prefix(while: { $0 != domain }) {
            entry.states.insert(ancestor)
            if chart.states[ancestor].kind == .parallel { addMissingRegions(of: ancestor, to: &entry) }
        }
    }

    private func addMissingRegions(of parallel: Int, to entry: inout EntrySet) {
        for region in chart.states[parallel].children
        where !entry.states.contains(where: { $0 == region || chart.isDescendant($0, of: region) }) {
            addWithDescendants(region, to: &entry)
        }
    }
}
