import FocusCore

/// Compares what is wanted of the camera's stream with `StateCharts/stream.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `requestFrames` | requested |
/// | effect `releaseFrames` | released |
/// | inputs `frames(.began)`, `frames(.unavailable)`, of the request under way | began, unavailable |
/// | input `frames(.ended)`, of the release under way | ended |
/// | input `frames(.lost)`, of the request whose frames come | failed |
/// | inputs `cameraArrived`, `cameraLeft`, `releaseCamera`, `stop` | cameraArrived, cameraLeft, releasing, stopped |
struct StreamMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable {
        case requested, released, began, unavailable, ended, failed, cameraArrived, cameraLeft, releasing, stopped
    }

    var run: ChartRun<Event>

    init(_ chart: Chart) { run = ChartRun(chart) }

    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        if let event = Self.event(of: input, facts) { try move(on: event) }
        for index in 0..<effects.count {
            switch effects[index] {
            case .requestFrames?: try move(on: .requested)
            case .releaseFrames?: try move(on: .released)
            default: break
            }
        }
        try run.endStep(facts, judging: run.table.named)
    }

    private static func event(of input: Input.Event, _ facts: SessionFacts) -> Event? {
        switch facts.framesNews {
        case .began: return .began
        case .unavailable: return .unavailable
        case .ended: return .ended
        case .lost: return .failed
        case .measured, nil: break
        }
        switch input {
        case .cameraArrived: return facts.isStopping ? nil : .cameraArrived
        case .cameraLeft: return .cameraLeft
        case .stop: return .stopped
        case .releaseCamera: return facts.isAlive ? .releasing : nil
        default: return nil
        }
    }
}
