import FocusCore

/// Compares the reports of the machine's states with `StateCharts/focus-exposure.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | input `viewShown`, or a camera that arrives | viewShown |
/// | effect `state` with the cause tap | tapped |
/// | the force-lock timer expires | lockElapsed |
/// | the idle timer expires | moved |
/// | a sample, or a frame | perhaps moved |
///
/// An event whose actions can be seen is announced by a `state` that names the transition; one that is not announced has none.
struct FocusMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable { case viewShown, tapped, lockElapsed, moved }

    var run: ChartRun<Event>
    private var hasBegun = false

    init(_ chart: Chart) { run = ChartRun(chart, sent: ["forceLock": .forceLock]) }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        var due = Self.event(of: input, facts)
        for index in 0..<effects.count {
            guard case .state(let report)? = effects[index] else { continue }
            guard let event = Self.event(of: report) else {
                guard facts.begins, !hasBegun, run.isIn(["\(report.state.name)"]) else {
                    throw ChartProblem(event: "start", expected: "it once, at the start")
                }
                hasBegun = true
                continue
            }
            guard hasBegun, facts.isAlive, event == .tapped || due?.event == event else {
                throw ChartProblem(event: "\(event)", expected: "a \(event) only when the input says so")
            }
            if event != .tapped { due = nil }
            try announce(report, event)
        }
        if facts.begins, !hasBegun { throw ChartProblem(event: "start", expected: "the first state") }
        if let due { try passSilently(due.event, isCertain: due.isCertain) }
        try endStep(facts)
    }

    private mutating func announce(_ report: StateReport, _ event: Event) throws(ChartProblem) {
        let (rule, state) = ("\(report.rule.name)", "\(report.state.name)")
        let indicator = report.indicator.name.map { "\($0)" }
        let fits = run.move(on: event) { move, states in
            move.transitions.contains(rule) && states.contains(state) && indicator.map(move.performed.contains) ?? true
        }
        if !fits { throw ChartProblem(event: "\(event)", expected: "another state than \(state) by the rule \(rule)") }
    }

    /// Nothing was announced: the chart does nothing that can be seen.
    private mutating func passSilently(_ event: Event, isCertain: Bool) throws(ChartProblem) {
        guard isCertain else { return run.mayTake(event) { move, _ in move.performed.isEmpty } }
        guard run.move(on: event, where: { move, _ in move.performed.isEmpty }) else {
            throw ChartProblem(event: "\(event)", expected: "the state to be announced")
        }
    }

    private mutating func endStep(_ facts: SessionFacts) throws(ChartProblem) {
        if facts.isAlive {
            try run.endStep(facts, judging: run.table.named)
        } else if !facts.armed.isDisjoint(with: run.table.named) {
            throw ChartProblem(expected: "none of the chart's timers before the start and after the end")
        }
    }

    /// The event of the chart that an input stands for, and whether it does so for certain.
    private static func event(of input: Input.Event, _ facts: SessionFacts) -> (event: Event, isCertain: Bool)? {
        guard facts.isAlive, !facts.begins else { return nil }
        switch input {
        case .viewShown, .cameraArrived: return (.viewShown, true)
        case .timer where facts.expired == .forceLock: return (.lockElapsed, true)
        case .timer where facts.expired == .idle: return (.moved, true)
        case .acceleration, .frames(.measured): return (.moved, false)
        default: return nil
        }
    }

    /// Nil: the start.
    private static func event(of report: StateReport) -> Event? {
        switch report.cause {
        case .start: nil
        case .view: .viewShown
        case .tap: .tapped
        case .timer: .lockElapsed
        case .motion: .moved
        }
    }
}
