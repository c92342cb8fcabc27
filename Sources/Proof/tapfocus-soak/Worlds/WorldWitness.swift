import FocusCore
import StateChart

/// Sees each step of a world's engine, and compares it with a twin, with the charts, and with what it may be like.
struct WorldWitness {
    /// Gets the same inputs, and has to return the same effects.
    private var twin: Engine
    private var charts = ChartMonitors()
    private let recorder: WorldRecorder?
    private var snapshots: WorldSnapshots?
    private var lastingCompensation: Double

    init(_ plan: WorldPlan, twin: Engine, recorder: WorldRecorder?, snapshots: WorldSnapshots?) {
        self.twin = twin
        self.recorder = recorder
        self.snapshots = snapshots ?? WorldSnapshots(for: plan.number)
        lastingCompensation = plan.configuration.exposureCompensation
    }

    /// - Parameter engine: after the input.
    /// - Returns: the first rule that the step breaks.
    mutating func follow(_ input: Input, _ effects: EffectList, _ engine: Engine) -> WorldViolation? {
        var violation: WorldViolation?
        func blame(_ check: WorldCheck, _ sentence: String) {
            violation = violation ?? WorldViolation(check: check, sentence: sentence)
        }
        if case .exposureCompensation(let value) = input.event, value.isFinite {
            lastingCompensation = min(max(value, -4), 4)
        }
        recorder?.record(input, effects, engine)
        if twin.step(input) != effects { blame(.replay, "the same inputs gave other effects") }
        if let sentence = snapshots?.pass(engine, twin: &twin) { blame(.replay, sentence) }
        if effects.count >= effects.limit {
            blame(.effects, "a step returned as many effects as there is room for")
        }
        if let sentence = compensationFault(after: effects, engine) { blame(.compensation, sentence) }
        if let departure = charts.follow(input, effects) { blame(.chart, departure.description) }
        return violation
    }

    /// The next customer begins with the lasting compensation.
    private func compensationFault(after effects: EffectList, _ engine: Engine) -> String? {
        var isViewShown = false
        effects.forEach { if case .state(let report) = $0, report.cause == .view { isViewShown = true } }
        let compensation = engine.compensation
        guard isViewShown, compensation != lastingCompensation else { return nil }
        return "after the view is shown, the compensation is \(compensation), not \(lastingCompensation)"
    }
}

extension InlineList {
    fileprivate var limit: Int { capacity }
}
