import FocusCore

/// The rules of a chart about the engine's timers in each of its states.
struct ChartTimers {
    private let chart: Chart
    private let sent: [String: TimerID]
    private let byName: [String: TimerID]
    /// By region: the timers that it names anywhere.
    private var regions: [Int: TimerSet] = [:]

    init(_ chart: Chart, sent: [String: TimerID]) {
        self.chart = chart
        self.sent = sent
        byName = Dictionary(uniqueKeysWithValues: TimerID.allCases.map { ("\($0.name)", $0) })
        for index in chart.states.indices {
            regions[region(of: index), default: []].formUnion(permitted(index).union(due(index)))
        }
    }

    var named: TimerSet { regions.values.reduce(into: TimerSet()) { $0.formUnion($1) } }

    /// A region that names a timer anywhere allows it only while a state is active that names it.
    func mayBeArmed(in active: [String]) -> TimerSet {
        let states = chart.configuration(of: active)
        return regions.reduce(into: TimerSet(rawValue: .max)) { allowed, region in
            let here = states.filter { self.region(of: $0) == region.key }
                .reduce(into: TimerSet()) { $0.formUnion(permitted($1).union(due($1))) }
            allowed.subtract(region.value.subtracting(here))
        }
    }

    /// A delayed event that a state has sent is on its way until the state is left.
    func mustBeArmed(in active: [String]) -> TimerSet {
        chart.configuration(of: active).reduce(into: TimerSet()) { $0.formUnion(due($1)) }
    }

    func awaited(in active: [String]) -> [ChartTable.Awaited] {
        chart.configuration(of: active).compactMap { index in
            let names = chart.states[index].awaits
            guard !names.isEmpty else { return nil }
            return ChartTable.Awaited(timers: set(names), answer: names.contains("answer"))
        }
    }

    func isTransient(_ active: [String]) -> Bool {
        chart.configuration(of: active).contains { chart.states[$0].isTransient }
    }

    private func permitted(_ index: Int) -> TimerSet { set(chart.states[index].timers) }

    private func due(_ index: Int) -> TimerSet {
        chart.states[index].onEntry.reduce(into: TimerSet()) { set, action in
            if case .send(_, let id, _) = action, let timer = sent[id] { set.insert(TimerSet(timer)) }
        }
    }

    private func set(_ names: [String]) -> TimerSet {
        names.reduce(into: TimerSet()) { set, name in
            if let timer = byName[name] { set.insert(TimerSet(timer)) }
        }
    }

    /// The child of a parallel, or of the document, around a state.
    private func region(of index: Int) -> Int {
        var state = index
        while let parent = chart.states[state].parent, parent != 0, chart.states[parent].kind != .parallel {
            state = parent
        }
        return state
    }
}
