import FocusCore

/// Compares one component's way from "once" to "held" with `StateCharts/settle-then-hold.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `state` with the cause tap | once, or continuous where the component takes no part |
/// | effect `state` with the cause start or view; inputs `cameraArrived`, `cameraLeft`, `stop` | continuous |
/// | effect `state` with continuousAuto otherwise; effect `tapRefused` | perhaps continuous |
/// | fault `holdBroken` | holdAnew |
/// | fault `holdLost` | perhaps holdAnew, then holdRefused |
/// | inputs `exposureCompensation`, `temporaryCompensation`, `keep`, `lightChanged`; a stream that began | perhaps holdAnew |
/// | input `lensOffset` | of focus, perhaps holdAnew |
/// | effect `arm` of the deadline, after effect `relit` that says that it searches | once |
/// | effect `relit` that says restored or failed | perhaps once, stable: the exposure from before the light is held again |
/// | at any time | perhaps stable, searchFailed, deadline, timeGiven, holdWritten, holdRefused |
///
/// The component is adjusting exactly while its deadline is armed: so it is known when its search ended.
struct SettleMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable {
        case once, continuous, stable, searchFailed, deadline, timeGiven, holdWritten, holdRefused, holdAnew
    }

    /// Focus or exposure: the difference for the monitor.
    enum Component: Sendable {
        case focus, exposure

        var deadline: TimerID { self == .focus ? .focusDeadline : .exposureDeadline }

        /// True if a fault about the control concerns it; a lock may concern both.
        func has(_ id: ControlID) -> Bool? {
            switch id {
            case .lock3A: nil
            case .focusAbsolute, .focusAuto, .autoFocusStart: self == .focus
            default: self == .exposure
            }
        }

        func outcome(in report: SettledReport) -> SettledReport.Outcome? {
            self == .focus ? report.focus : report.exposure
        }
    }

    let component: Component
    /// True while the exposure is found again, because a light was switched.
    private var isRelit = false
    var run: ChartRun<Event>

    init(_ chart: Chart, _ component: Component) {
        self.component = component
        run = ChartRun(chart, sent: ["deadline": component.deadline])
    }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        progress()
        switch input {
        case .stop, .cameraLeft: try move(on: .continuous)
        case .releaseCamera: if facts.isAlive { try move(on: .continuous) }
        case .cameraArrived: if !facts.isStopping { try move(on: .continuous) }
        case .exposureCompensation, .temporaryCompensation, .keep, .lightChanged:
            if component == .exposure { run.mayTake(.holdAnew) }
        case .lensOffset: if component == .focus { run.mayTake(.holdAnew) }
        default: if case .began = facts.framesNews { run.mayTake(.holdAnew) }
        }
        for index in 0..<effects.count {
            if let effect = effects[index] { try follow(effect) }
        }
        progress()
        try run.endStep(facts, judging: TimerSet(component.deadline))
    }

    private mutating func follow(_ effect: Effect) throws(ChartProblem) {
        switch effect {
        case .state(let report): try follow(report)
        case .relit(let report): follow(report)
        case .arm(component.deadline, _, _) where isRelit: try move(on: .once)
        case .tapRefused: run.mayTake(.continuous)
        case .settled(let report): try follow(report)
        case .fault(.holdBroken(let id)): try takeIfMine(id, .holdAnew)
        case .fault(.holdLost(let id)):
            run.mayTake(.holdAnew)
            try takeIfMine(id, .holdRefused)
        default: break
        }
    }

    private mutating func follow(_ report: StateReport) throws(ChartProblem) {
        // Somebody has tapped, or nothing is held any more: no exposure is found again.
        if report.cause == .tap || report.state == .continuousAuto { isRelit = false }
        switch report.cause {
        case .tap:
            var aside = run
            guard run.move(on: .once), aside.move(on: .continuous) else {
                throw ChartProblem(event: "once", expected: "an answer to it")
            }
            run.join(aside)
        case .start, .view: try move(on: .continuous)
        case .timer, .motion: if report.state == .continuousAuto { run.mayTake(.continuous) }
        }
    }

    private mutating func follow(_ report: LightReport) {
        guard component == .exposure else { return }
        isRelit = report.exposure == .searching
        guard report.exposure == .restored || report.exposure == .failed else { return }
        run.mayTake(.once)
        run.mayTake(.stable)
    }

    /// `settled` tells how the component ended: it has.
    private mutating func follow(_ report: SettledReport) throws(ChartProblem) {
        progress()
        let states: [String]
        switch component.outcome(in: report) {
        case .converged, .held: states = ["held"]
        case .failed: states = ["held", "notHeld"]
        case nil: states = ["continuous"]
        }
        guard run.isIn(states) else {
            throw ChartProblem(event: "settled", expected: "it only in \(states.joined(separator: " or "))")
        }
    }

    private mutating func takeIfMine(_ id: ControlID, _ event: Event) throws(ChartProblem) {
        guard let isMine = component.has(id) else { return run.mayTake(event) }
        if isMine { try move(on: event) }
    }

    /// The events that cannot be seen from outside.
    private mutating func progress() {
        for event in [.stable, .searchFailed, .deadline, .timeGiven, .holdWritten, .holdRefused] as [Event] {
            run.mayTake(event)
        }
    }
}
