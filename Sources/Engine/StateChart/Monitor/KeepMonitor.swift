import FocusCore

/// Compares who keeps what is held with `StateCharts/keep.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `kept` | personKeeps, applicationKeeps or ended |
/// | effect `state` that a motion or the scene has led to | moved |
/// | effect `state` after a time without a touch | idle |
struct KeepMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable { case personKeeps, applicationKeeps, ended, moved, idle }

    var run: ChartRun<Event>

    init(_ chart: Chart) { run = ChartRun(chart) }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        for index in 0..<effects.count {
            guard let event = effects[index].flatMap({ Self.event(of: $0) }) else { continue }
            try move(on: event)
        }
        try run.endStep(facts, judging: run.table.named)
    }

    private static func event(of effect: Effect) -> Event? {
        switch effect {
        case .kept(.person?, _): .personKeeps
        case .kept(.application?, _): .applicationKeeps
        case .kept(nil, _): .ended
        case .state(let report):
            switch report.moved {
            case .accelerometer, .scene: .moved
            case .idle: .idle
            case nil: nil
            }
        default: nil
        }
    }
}
