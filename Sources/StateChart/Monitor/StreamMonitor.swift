import FocusCore

/// Compares what is wanted of the camera's stream with `StateCharts/stream.scxml`.
///
/// | in the session | event of the chart |
/// |---|---|
/// | effect `call(startFrames)` | requested |
/// | effect `call(stopFrames)` | released |
/// | the answer to a request | began, unavailable |
/// | the answer to a release | ended |
/// | input `framesEnded` | failed |
/// | inputs `cameraArrived`, `cameraLeft`, `stop` | cameraArrived, cameraLeft, stopped |
struct StreamMonitor: ChartMonitor {
    enum Event: Int, CaseIterable, Sendable {
        case requested, released, began, unavailable, ended, failed, cameraArrived, cameraLeft, stopped
    }

    var run: ChartRun<Event>

    init(_ chart: Chart) { run = ChartRun(chart) }

    mutating func note(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem) {
        if let event = Self.event(of: input, facts) { try take(event) }
        for index in 0..<effects.count {
            guard case .call(let call)? = effects[index] else { continue }
            switch call.operation {
            case .startFrames: try take(.requested)
            case .stopFrames: try take(.released)
            case .read, .write: break
            }
        }
        if let demand = run.endStep(facts, judging: run.table.named) { throw ChartProblem(expected: demand) }
    }

    private static func event(of input: Input.Event, _ facts: SessionFacts) -> Event? {
        switch facts.framesAnswer {
        case .began: return .began
        case .unavailable: return .unavailable
        case .ended: return .ended
        case nil: break
        }
        switch input {
        case .framesEnded: return .failed
        case .cameraArrived: return facts.isStopping ? nil : .cameraArrived
        case .cameraLeft: return .cameraLeft
        case .stop: return .stopped
        default: return nil
        }
    }
}
