import ChartTools
import FocusCore
import Testing

@testable import StateChart

/// A comparison is only as good as the changes that it notices, so each chart is changed in every small way, one at a
/// time.
@Suite("Changed charts")
struct ChartMutationTests {
    @Test("A chart with one transition removed is not the machine", arguments: ChartFiles.compared)
    func removed(name: String) throws {
        let chart = try ChartFiles.chart(name)
        try expectNoneSurvives(
            name, chart, edges(chart).map { edge in ("without \(edge)", changing(chart, edge) { _ in nil }) })
    }

    @Test("A chart with one transition leading to any other state is not the machine", arguments: ChartFiles.compared)
    func retargeted(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let mutants = edges(chart).flatMap { edge in
            retargets(chart, edge).map { targets in
                ("\(edge) to \(targets)", changing(chart, edge) { $0.with(\.targets, targets) })
            }
        }
        try expectNoneSurvives(name, chart, mutants)
    }

    @Test(
        "A chart with one transition leading to a state that does not exist is not the machine",
        arguments: ChartFiles.compared)
    func leadingNowhere(name: String) throws {
        let chart = try ChartFiles.chart(name)
        for edge in edges(chart) {
            let mutant = changing(chart, edge) { $0.with(\.targets, ["nowhere"]) }
            #expect(ChartFiles.differences(name, mutant).contains { $0.contains("leads to nowhere") })
        }
    }

    @Test("A chart with one transition under another id is not the machine", arguments: ChartFiles.compared)
    func renamed(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let ids: [String?] = [nil, "", "renamed"] + chart.transitions.map(\.transition.id)
        let mutants = edges(chart).flatMap { edge in
            ids.filter { $0 != edge.id(in: chart) }.map { id in
                ("\(edge) as \(id ?? "none")", changing(chart, edge) { $0.with(\.id, id) })
            }
        }
        try expectNoneSurvives(name, chart, mutants)
    }

    @Test(
        "A chart in which one transition answers another event as well is not the machine",
        arguments: ChartFiles.compared)
    func extraEvents(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let events = Set(chart.transitions.flatMap(\.transition.events)).sorted() + ["unheardOf", "*"]
        let mutants = edges(chart).filter { !$0.isInitial }.flatMap { edge in
            events.flatMap { event in
                [true, false].map { first in
                    ("\(edge) again for \(event)", duplicating(chart, edge, event, first: first))
                }
            }
        }
        try expectNoneSurvives(name, chart, mutants)
    }

    @Test(
        "A chart with one guard dropped, or asking for any other state, is not the machine",
        arguments: ChartFiles.compared
    )
    func guards(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let mutants = edges(chart).flatMap { edge -> [(String, Chart)] in
            guard let condition = edge.transition(in: chart).guardCondition else { return [] }
            let others = chart.states.map(\.id).filter { $0 != condition.state } + ["nowhere"]
            return [("\(edge) unguarded", changing(chart, edge) { $0.with(\.guardCondition, nil) })]
                + others.map { state in
                    let other = ChartGuard(name: condition.name, state: state)
                    return ("\(edge) if \(state)", changing(chart, edge) { $0.with(\.guardCondition, other) })
                }
        }
        try expectNoneSurvives(name, chart, mutants)
    }

    @Test("A chart with a guard added to one transition is not the machine", arguments: ChartFiles.compared)
    func addedGuards(name: String) throws {
        let chart = try ChartFiles.chart(name)
        let always: Set<String> = ["", "focusExposure", "camera", "motion", "component"]
        // The one change without an effect: the order of the transitions implies "not moved" already.
        let same = [("lock-elapsed-still", "notMoved")]
        let mutants = edges(chart).filter { !$0.isInitial && $0.transition(in: chart).guardCondition == nil }
            .flatMap { edge in
                let source = chart.states[edge.state].id
                return chart.states.map(\.id).filter { state in
                    !always.contains(state) && state != source
                        && !same.contains { $0 == edge.description && $1 == state }
                }.map { state in
                    let added = ChartGuard(name: "added", state: state)
                    return ("\(edge) if \(state)", changing(chart, edge) { $0.with(\.guardCondition, added) })
                }
            }
        try expectNoneSurvives(name, chart, mutants)
    }

    @Test("A chart whose motion transition is external, so that it would leave the parallel, is not the machine")
    func external() throws {
        let chart = try ChartFiles.chart("focus-exposure")
        let mutants = edges(chart).filter { $0.transition(in: chart).isInternal }.map { edge in
            ("\(edge) external", changing(chart, edge) { $0.with(\.isInternal, false) })
        }
        #expect(mutants.count == 4)
        try expectNoneSurvives("focus-exposure", chart, mutants)
    }

    @Test(
        "A chart with one action removed, doubled or of another name is not the machine", arguments: ChartFiles.compared
    )
    func actions(name: String) throws {
        let chart = try ChartFiles.chart(name)
        var mutants: [(String, Chart)] = []
        for state in chart.states.indices {
            for list in [\ChartState.onEntry, \ChartState.onExit] as [WritableKeyPath<ChartState, [ChartAction]>] {
                for (index, action) in chart.states[state][keyPath: list].enumerated() {
                    for changes in changes(of: action) {
                        var mutant = chart
                        mutant.states[state][keyPath: list].replaceSubrange(index...index, with: changes)
                        mutants.append(("\(chart.states[state].id): \(action) as \(changes)", mutant))
                    }
                }
            }
        }
        try expectNoneSurvives(name, chart, mutants)
    }

    private func changes(of action: ChartAction) -> [[ChartAction]] {
        switch action {
        case .perform: [[], [action, action], [.perform("other")]]
        case .send(let event, let id, _):
            [
                [], [action, action], [.send(event: event, id: id, delay: .seconds(4))],
                [.send(event: "other", id: id, delay: .seconds(3))],
            ]
        case .cancel: [[], [.cancel(id: "other")]]
        }
    }

    /// The differences must be found by running the mutants; the findings of `ChartCheck` do not count here.
    private func expectNoneSurvives(_ name: String, _ chart: Chart, _ mutants: [(what: String, chart: Chart)]) throws {
        #expect(enumerated(name, chart) == [])
        for mutant in mutants {
            #expect(!enumerated(name, mutant.chart).isEmpty, "\(mutant.what)")
        }
    }

    private func enumerated(_ name: String, _ chart: Chart) -> [String] {
        name == "focus-exposure"
            ? ChartComparison.enumerated(
                chart, FocusExpectations.all(forceLockTime: .seconds(3)), timerEvent: "lockElapsed")
            : ChartComparison.enumerated(
                chart, SettleExpectations.all(deadline: .milliseconds(2500)), timerEvent: "deadline")
    }
}
