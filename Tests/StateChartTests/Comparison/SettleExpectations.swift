import FocusCore

/// `SettleMachine` in the terms of its chart: 7 states × 9 events, and the start.
enum SettleExpectations {
    static func all(deadline: TimeSpan) -> [ChartExpectation] {
        let start = ChartExpectation(
            active: [], event: nil, transitions: ["start"], states: ["\(SettleMachine().state.name)"], actions: [],
            timers: [])
        return [start]
            + SettleState.allCases.flatMap { state in
                SettleEvent.allCases.map { expectation(state, $0, deadline) }
            }
    }

    private static func expectation(_ state: SettleState, _ event: SettleEvent, _ deadline: TimeSpan)
        -> ChartExpectation
    {
        var machine = SettleMachine(state: state)
        let next = machine.handle(event)
        let running = state == .adjusting && event != .deadline
        let timers: [ChartExpectation.Timer]
        switch next?.action {
        case .watch: timers = [.anew(event: "deadline", delay: deadline)]
        case .hold: timers = []
        // Outside of adjusting a deadline has no meaning, so the chart cancels it.
        case .some(.none), nil: timers = running && machine.state == .adjusting ? [.earlier] : []
        }
        return ChartExpectation(
            active: ["\(state.name)"], event: "\(event.name)", timerIsRunning: running,
            transitions: next == nil ? [] : ["\(event.transition)"], states: ["\(machine.state.name)"],
            actions: next?.action.name.map { ["\($0)"] } ?? [], timers: timers)
    }
}
