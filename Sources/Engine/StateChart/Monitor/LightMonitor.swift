import FocusCore

/// Compares what a light does to the held exposure with `StateCharts/light.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `relit` with the light on, and the exposure searching | relit |
/// | the same with the exposure found or failed | ended |
/// | the same without an exposure | lit |
/// | effect `relit` with the light off | dark |
/// | inputs `cameraArrived`, `cameraLeft`, `stop` | forgotten |
struct LightMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable { case lit, relit, ended, dark, forgotten }

    var run: ChartRun<Event>

    init(_ chart: Chart) { run = ChartRun(chart) }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        switch input {
        case .cameraArrived, .cameraLeft, .stop: try move(on: .forgotten)
        default: break
        }
        for index in 0..<effects.count {
            if case .relit(let report)? = effects[index] { try move(on: Self.event(of: report)) }
        }
        try run.endStep(facts, judging: run.table.named)
    }

    private static func event(of report: LightReport) -> Event {
        guard report.isOn else { return .dark }
        return switch report.exposure {
        case .searching: .relit
        case .found, .failed, .restored: .ended
        case nil: .lit
        }
    }
}
