import FocusCore

/// Compares a session, step by step, with the charts in `StateCharts/`.
///
/// It reads inputs and effects, and nothing else of the engine. A new session needs new monitors.
public struct ChartMonitors: Sendable {
    private var facts = SessionFacts()
    private var focus: FocusMonitor
    private var tap: TapMonitor
    private var stream: StreamMonitor
    private var keep: KeepMonitor
    private var light: LightMonitor
    private var settleFocus: SettleMonitor
    private var settleExposure: SettleMonitor
    /// The first departure; after it the monitors say nothing any more.
    public private(set) var departure: ChartDeparture?

    /// The charts that the program was built with.
    public init() { self = Self.built }

    private static let built = ChartMonitors(KeptCharts())

    /// Other charts: for tests.
    init(_ charts: KeptCharts) {
        focus = FocusMonitor(charts.focus)
        tap = TapMonitor(charts.tap)
        stream = StreamMonitor(charts.stream)
        keep = KeepMonitor(charts.keep)
        light = LightMonitor(charts.light)
        settleFocus = SettleMonitor(charts.settle, .focus)
        settleExposure = SettleMonitor(charts.settle, .exposure)
    }

    /// Takes a step of the engine.
    /// - Returns: how it left a chart; nil: it did not, or an earlier step has.
    public mutating func follow(_ input: Input, _ effects: EffectList) -> ChartDeparture? {
        guard departure == nil else { return nil }
        facts.follow(input.event)
        effects.forEach { facts.follow($0) }
        departure = follow(&focus, "focus-exposure", input, effects)
        // Most inputs are samples and frames that nothing comes of: no other chart hears of them.
        if effects.isEmpty, Self.isMeasured(input.event) { return departure }
        departure =
            departure
            ?? follow(&tap, "tap", input, effects)
            ?? follow(&stream, "stream", input, effects)
            ?? follow(&keep, "keep", input, effects)
            ?? follow(&light, "light", input, effects)
            ?? follow(&settleFocus, "settle-then-hold of focus", input, effects)
            ?? follow(&settleExposure, "settle-then-hold of exposure", input, effects)
            ?? sharedTimers(input, effects)
        return departure
    }

    private static func isMeasured(_ event: Input.Event) -> Bool {
        switch event {
        case .acceleration, .frames(.measured): true
        default: false
        }
    }

    private func follow(
        _ monitor: inout some ChartMonitor, _ chart: String, _ input: Input, _ effects: EffectList
    ) -> ChartDeparture? {
        let before = monitor.run.possible
        do throws(ChartProblem) {
            try monitor.follow(input.event, effects, facts)
            return nil
        } catch {
            let event = error.event ?? "the end of the step"
            return departure(chart, monitor.run.words(of: before), event, error.expected, input, effects)
        }
    }

    /// A timer that both components share is armed for one of them.
    private func sharedTimers(_ input: Input, _ effects: EffectList) -> ChartDeparture? {
        let shared = settleFocus.run.table.named.intersection(settleExposure.run.table.named)
        for id in TimerID.allCases where shared.intersection(facts.armed).contains(TimerSet(id)) {
            guard !settleFocus.run.allows(TimerSet(id)), !settleExposure.run.allows(TimerSet(id)) else { continue }
            let states = "\(settleFocus.run.words) and \(settleExposure.run.words)"
            return departure(
                "settle-then-hold", states, "the end of the step", "\(id.name) not to be armed", input, effects)
        }
        return nil
    }

    private func departure(
        _ chart: String, _ states: String, _ event: String, _ expected: String, _ input: Input, _ effects: EffectList
    ) -> ChartDeparture {
        var emitted: [String] = []
        effects.forEach { emitted.append(EffectWords.words($0)) }
        let list = emitted.isEmpty ? "nothing" : emitted.joined(separator: ", ")
        return ChartDeparture(
            step: facts.step, chart: chart, states: states, event: event, expected: expected,
            emitted: "\(list) after \(EffectWords.words(input.event))")
    }
}

extension ChartMonitor {
    mutating func move(on event: Event) throws(ChartProblem) {
        guard run.move(on: event) else { throw ChartProblem(event: "\(event)", expected: run.answered) }
    }
}
