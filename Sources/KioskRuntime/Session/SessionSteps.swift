import FocusCore
import LinuxDevices

/// Inputs, and what every step of the engine brings about.
extension Session {
    func feed(_ event: Input.Event, at time: Instant = MonotonicClock.now()) { steps.feed(event, at: time) }

    func feed(_ events: [Input.Event], at time: Instant = MonotonicClock.now()) { steps.feed(events, at: time) }

    /// Carries out what a step of the engine brings about.
    func stepped(_ input: Input, _ effects: EffectList) {
        conversation.begin(input.event)
        trace.record(input, effects, camera: devices.camera.arrival?.identity)
        originals?.keepNewControls(of: effects) { steps.engine.readChangedOriginals() }
        effects.forEach { carryOut($0, input.time) }
        if let notice = conversation.compensationNotice(steps.engine.compensation) {
            audience.say(notice, at: input.time)
        }
        // Other changes wait for the camera's answer.
        switch input.event {
        case .cameraAnswered, .cameraArrived, .cameraLeft, .stop: originals?.keep(steps.engine.readChangedOriginals())
        default: break
        }
        originals?.write()
    }

    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused, .compensationTakenBack, .fault,
            .zoomed, .kept, .shutter, .relit:
            if let notice = conversation.notice(of: effect) { audience.say(notice, at: time) }
        case .arm(let id, let deadline, let generation):
            set(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            set(.engine(id), nil)
        case .call(let call):
            askCamera(.call(call))
        case .requestFrames(let id, let request):
            askCamera(.requestFrames(id: id, request))
        case .releaseFrames(let id):
            askCamera(.releaseFrames(id: id))
        case .motionSensor(let awake):
            if !awake {
                set(.motionPoll, nil)
                set(.motionWake, nil)
            }
            devices.accelerometer.setAwake(awake)
        case .cameraReleased(let isComplete):
            cameraReleased(isComplete: isComplete)
        case .stopped(let isComplete):
            stopped(isComplete: isComplete)
        }
    }
}
