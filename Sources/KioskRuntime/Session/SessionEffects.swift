import FocusCore

/// Carries out the engine's effects.
extension Session {
    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused, .compensationTakenBack, .fault:
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
        case .stopped(let isComplete):
            stopped(isComplete: isComplete)
        }
    }
}
