import FocusCore

/// Compares what a light does to the held exposure with `StateCharts/light.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `relit` with the light on, and the exposure searching | relit |
/// | the same without an exposure | lit |
/// | effect `relit` with the light off, and the exposure searching | dimmed |
/// | the same with the exposure restored, or without one | dark |
/// | effect `relit` with the exposure found or failed, and the light on or off | ended, endedInDark |
/// | inputs `cameraArrived`, `cameraLeft`, `stop` | forgotten |
struct LightMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable { case lit, relit, ended, dark, dimmed, endedInDark, forgotten }

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
        switch report.exposure {
        case .searching: report.isOn ? .relit : .dimmed
        case .found, .failed: report.isOn ? .ended : .endedInDark
        case .restored: report.isOn ? .ended : .dark
        case nil: report.isOn ? .lit : .dark
        }
    }
}
