import FocusCore

/// A session's engine, and the inputs that wait for it in their order: also one that comes while another is handled.
final class EngineSteps {
    var engine: Engine
    /// Called with each step, before `follow`. Tests compare the steps with the charts.
    var observer: ((Input, EffectList) -> Void)?
    var follow: (Input, EffectList) -> Void = { _, _ in }
    /// Called when no input waits any more. It may bring another one.
    var rest: () -> Void = {}
    private var waiting: [Input] = []
    private var isWorking = false

    init(_ configuration: Configuration) { engine = Engine(configuration: configuration) }

    func feed(_ event: Input.Event, at time: Instant = MonotonicClock.now()) {
        waiting.append(Input(event, at: time))
        work()
    }

    /// Inputs that result from these follow after all of them.
    func feed(_ events: [Input.Event], at time: Instant = MonotonicClock.now()) {
        for event in events { waiting.append(Input(event, at: time)) }
        work()
    }

    private func work() {
        guard !isWorking, !waiting.isEmpty else { return }
        isWorking = true
        repeat {
            while !waiting.isEmpty { step(waiting.removeFirst()) }
            rest()
        } while !waiting.isEmpty
        isWorking = false
    }

    private func step(_ input: Input) {
        let effects = engine.step(input)
        observer?(input, effects)
        follow(input, effects)
    }
}
