import ChartTools
import FocusCore

@testable import StateChart

/// Compares a chart with the machine that is compiled into the program, by trying every situation on both.
enum ChartComparison {
    /// Every difference between the chart and `FocusMachine`, each as a sentence. Empty: they are the same machine.
    /// - Parameter chart: the chart of `StateCharts/focus-exposure.scxml`.
    static func focusExposure(_ chart: Chart) -> [String] {
        ChartCheck.findings(in: chart).map(\.description)
            + enumerated(chart, FocusExpectations.all(forceLockTime: .seconds(3)), timerEvent: "lockElapsed")
    }

    /// Every difference between the chart and `SettleMachine`, each as a sentence. Empty: they are the same machine.
    /// - Parameter chart: the chart of `StateCharts/settle-then-hold.scxml`.
    static func settleThenHold(_ chart: Chart) -> [String] {
        ChartCheck.findings(in: chart).map(\.description)
            + enumerated(chart, SettleExpectations.all(deadline: .milliseconds(2500)), timerEvent: "deadline")
    }

    /// The differences found by running the chart; the findings of `ChartCheck` are not among them.
    static func enumerated(_ chart: Chart, _ expectations: [ChartExpectation], timerEvent: String) -> [String] {
        let interpreter = ChartInterpreter(chart)
        let timer = sendID(of: timerEvent, in: chart)
        var differences = vocabulary(chart, expectations)
        if timer == nil {
            differences.append("the chart does not send \(timerEvent) after a delay; the machine waits for it")
        }
        var taken: Set<String> = []
        for expectation in expectations {
            let step =
                expectation.event.map { interpreter.step(from: expectation.active, event: $0) } ?? interpreter.start()
            taken.formUnion(step.transitions)
            differences += compare(step, expectation, timer: timer)
        }
        for (_, transition) in chart.transitions {
            guard let id = transition.id, !taken.contains(id) else { continue }
            differences.append("the chart's transition \(id) is taken in no situation that the machine knows")
        }
        return differences
    }

    /// States and events that only the chart or only the machine has.
    private static func vocabulary(_ chart: Chart, _ expectations: [ChartExpectation]) -> [String] {
        let machineStates = Set(expectations.flatMap { $0.active + $0.states })
        let chartStates = Set(chart.states.filter { $0.children.isEmpty }.map(\.id))
        let machineEvents = Set(expectations.compactMap(\.event))
        let chartEvents = Set(chart.transitions.flatMap(\.transition.events))
        func only(_ some: Set<String>, _ others: Set<String>, _ sentence: (String) -> String) -> [String] {
            some.subtracting(others).sorted().map(sentence)
        }
        return only(chartStates, machineStates) { "the chart has the state \($0); the machine has not" }
            + only(machineStates, chartStates) { "the machine has the state \($0); the chart has not" }
            + only(chartEvents, machineEvents) { "the chart answers \($0); the machine has no such event" }
            + only(machineEvents, chartEvents) { "the machine answers \($0); the chart does not" }
    }

    private static func compare(_ step: ChartStep, _ expected: ChartExpectation, timer: String?) -> [String] {
        var differences: [String] = []
        func expect<Value: Equatable>(_ what: String, _ machine: Value, _ chart: Value, _ text: (Value) -> String) {
            guard machine != chart else { return }
            differences.append(
                "\(expected.situation): \(what): the machine has \(text(machine)), the chart has \(text(chart))")
        }
        func list(_ words: [String]) -> String { words.isEmpty ? "nothing" : words.joined(separator: ", ") }

        expect("rules", expected.transitions, step.transitions.map { $0.isEmpty ? "one without an id" : $0 }, list)
        expect("states afterwards", expected.states, step.states, list)
        expect("actions", expected.actions, step.performed, list)
        expect("running timers", expected.timers, timers(after: step, expected, timer: timer)) {
            list($0.map(\.description))
        }
        return differences
    }

    private static func sendID(of event: String, in chart: Chart) -> String? {
        for action in chart.states.flatMap(\.onEntry) {
            if case .send(event, let id, _) = action { return id }
        }
        return nil
    }

    /// The timers that are running after the chart's sends and cancels.
    private static func timers(
        after step: ChartStep, _ expected: ChartExpectation, timer: String?
    ) -> [ChartExpectation.Timer] {
        var pending: [(id: String, timer: ChartExpectation.Timer)] = []
        if expected.timerIsRunning, let timer { pending.append((timer, .earlier)) }
        for action in step.actions {
            switch action {
            case .perform: break
            case .send(let event, let id, let delay): pending.append((id, .anew(event: event, delay: delay)))
            case .cancel(let id): pending.removeAll { $0.id == id }
            }
        }
        return pending.map(\.timer)
    }
}
