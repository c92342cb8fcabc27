import FocusCore

/// `FocusMachine` in the terms of its chart: 3 states × 2 values of the bit × 4 events, and the start.
enum FocusExpectations {
    static func all(forceLockTime: TimeSpan) -> [ChartExpectation] {
        let point = PointOfInterest(x: 0.25, y: 0.75)
        let states: [FocusState] = [.continuousAuto, .autoAndForceLocked(point), .unlockableLocked]
        let events: [FocusEvent] = [.viewShown, .tapped(point), .lockElapsed, .moved]
        let start = FocusMachine.start
        var expectations = [
            ChartExpectation(
                active: [], event: nil, transitions: ["start", "start-still"],
                states: names(start.state, start.moved), actions: actions(start), timers: [])
        ]
        for state in states {
            for moved in [false, true] {
                expectations += events.map { expectation(state, moved, $0, forceLockTime) }
            }
        }
        return expectations
    }

    private static func expectation(
        _ state: FocusState, _ moved: Bool, _ event: FocusEvent, _ forceLockTime: TimeSpan
    ) -> ChartExpectation {
        var machine = FocusMachine(state: state, moved: moved)
        let answer = machine.handle(event)
        var isForceLocked = false
        if case .autoAndForceLocked = state { isForceLocked = true }
        let running = isForceLocked && event != .lockElapsed
        let timers: [ChartExpectation.Timer]
        switch answer.forceLock {
        case .restart: timers = [.anew(event: "lockElapsed", delay: forceLockTime)]
        case .cancel: timers = []
        case .keep: timers = running ? [.earlier] : []
        }
        return ChartExpectation(
            active: names(state, moved), event: "\(event.name)", timerIsRunning: running,
            transitions: transitions(answer.rule, wasMoved: moved), states: names(machine.state, machine.moved),
            actions: actions(answer), timers: timers)
    }

    /// The ids of the transitions: the rule's name, and if the rule concerns the bit, a transition of the motion region.
    private static func transitions(_ rule: FocusRule, wasMoved: Bool) -> [String] {
        let name = "\(rule.name)"
        switch rule {
        case .start: return [name, "start-still"]
        case .viewShown, .tapped: return wasMoved ? [name, "motion-cleared"] : [name]
        case .lockElapsedMoved: return [name, "motion-used-by-lock"]
        case .movedUnlocks: return [name, "motion-used-by-unlock"]
        case .lockElapsedStill, .motionRemembered, .lockElapsedIgnored: return [name]
        }
    }

    private static func names(_ state: FocusState, _ moved: Bool) -> [String] {
        ["\(state.name)", moved ? "moved" : "notMoved"]
    }

    private static func actions(_ transition: FocusTransition) -> [String] {
        [transition.instruction.name, transition.indicator.name].compactMap { $0.map { "\($0)" } }
    }
}
