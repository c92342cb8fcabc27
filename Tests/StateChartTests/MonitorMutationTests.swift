import FocusCore
import Testing

@testable import StateChart

/// Real sessions against changed charts: each part of a chart is needed by a session.
@Suite("Sessions against changed charts")
struct MonitorMutationTests {
    private static let monitored = ["keep", "light", "stream", "tap"]

    @Test("A chart without one of its transitions does not allow the sessions", arguments: monitored)
    func removed(name: String) throws {
        let chart = try ChartFiles.chart(name)
        for edge in edges(chart) where !edge.isInitial && !Self.unneeded.contains(edge.description) {
            let mutant = changing(chart, edge) { _ in nil }
            #expect(Self.isNoticed(mutant), "without \(edge)")
        }
    }

    /// Transitions that no kept session takes; `failed`, in whose place failed-elsewhere stays in the state; and
    /// `camera-arrived`, because the other region answers that event, too.
    private static let unneeded: Set<String> = [
        "camera-arrived", "ended-after-failure", "failed", "failed-changing", "failed-elsewhere", "failed-ending",
        "overdue", "overdue-told", "refused-too", "relit-again", "serving-again",
    ]

    @Test(
        "A chart that allows a timer in another state than it did does not allow the sessions",
        arguments: ChartFiles.names)
    func timers(name: String) throws {
        let chart = try ChartFiles.chart(name)
        for state in chart.states.indices where chart.states[state].children.isEmpty {
            for timer in chart.states[state].timers where !Self.unseen.contains("\(chart.states[state].id) \(timer)") {
                let other = chart.states.indices.first { candidate in
                    chart.states[candidate].children.isEmpty
                        && chart.states[candidate].parent == chart.states[state].parent
                        && !chart.states[candidate].timers.contains(timer)
                }
                guard let other else { continue }
                var mutant = chart
                mutant.states[state].timers.removeAll { $0 == timer }
                mutant.states[other].timers.append(timer)
                #expect(
                    Self.isNoticed(mutant), "\(timer) in \(chart.states[other].id), not in \(chart.states[state].id)")
            }
        }
    }

    /// Timers that no kept session has armed while nothing but this state can be active.
    private static let unseen: Set<String> = [
        "abandoned exposureDeadline", "abandoned focusDeadline", "abandoned settlePoll", "changing framesRetry",
        "running framesRetry", "held settlePoll", "held verification", "notHeld holdCheck", "notHeld settlePoll",
        "notHeld verification", "told settlePoll", "told verification", "noTap longPress", "noTap zoomStep",
        "asked longPress", "asked zoomStep",
    ]

    private static func isNoticed(_ chart: Chart) -> Bool {
        let monitors = MonitoredSessions.charts(with: chart)
        return MonitoredSessions.all.contains { MonitoredSessions.departure(of: $0, monitors) != nil }
    }

    @Test("Each of the engine's timers belongs to a state of a chart")
    func everyTimer() throws {
        var named: Set<String> = []
        for state in try ChartFiles.names.flatMap({ try ChartFiles.chart($0).states }) {
            named.formUnion(state.timers)
            for case .send(_, let id, _) in state.onEntry { named.insert(id) }
        }
        for id in TimerID.allCases { #expect(named.contains("\(id.name)"), "\(id.name)") }
    }
}
