import FocusCore
import LinuxDevices

/// Inputs, and what every step of the engine brings about.
extension Session {
    /// Passes an input to the engine and carries out its effects. Inputs that result from these follow afterwards.
    func feed(_ event: Input.Event, at time: Instant = MonotonicClock.now()) {
        if inputs.append(Input(event, at: time)) { workOnInputs() }
    }

    /// Passes inputs to the engine, one after the other. Those that result from them follow after all of these.
    func feed(_ events: [Input.Event], at time: Instant = MonotonicClock.now()) {
        var hasWork = false
        for event in events {
            if inputs.append(Input(event, at: time)) { hasWork = true }
        }
        if hasWork { workOnInputs() }
    }

    private func workOnInputs() {
        repeat {
            while let input = inputs.next() { work(on: input) }
            // Reporting an error of the trace may reveal that nobody reads standard output any more, which requests the
            // end.
            flushTrace()
        } while !inputs.endWork()
    }

    private func work(on input: Input) {
        conversation.begin(input.event)
        let effects = engine.step(input)
        stepped?(input, effects)
        record(input, effects)
        keepNewControls(of: effects)
        effects.forEach { carryOut($0, input.time) }
        if let notice = conversation.compensationNotice(engine.compensation) { say(notice, at: input.time) }
        // Other changes wait for the camera's answer.
        switch input.event {
        case .cameraAnswered, .cameraArrived, .cameraLeft, .stop: originals?.keep(engine.readChangedOriginals())
        default: break
        }
        originals?.write()
    }

    /// A control that is not in the file of originals yet is passed to the writer before the camera gets the call, and the file is
    /// written while the camera carries it out. A crash in these milliseconds loses the original; it would also do so if the call
    /// waited for the writing thread.
    private func keepNewControls(of effects: EffectList) {
        guard let originals, !effects.isEmpty else { return }
        var isNew = false
        effects.forEach { if originals.lacksControl(writtenBy: $0) { isNew = true } }
        if isNew { originals.keepNewControls(of: engine.readChangedOriginals()) }
    }
}
