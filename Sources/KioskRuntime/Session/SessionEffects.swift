import FocusCore

/// Carries out the engine's effects.
extension Session {
    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused, .compensationTakenBack, .fault:
            if let notice = conversation.notice(of: effect) { audience.say(notice, at: time) }
        case .arm(let id, let deadline, let generation):
            arm(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            disarm(.engine(id))
        case .call(let call):
            askCamera(.call(call))
        case .requestFrames(let id, let request):
            askCamera(.requestFrames(id: id, request))
        case .releaseFrames(let id):
            askCamera(.releaseFrames(id: id))
        case .motionSensor(let awake):
            if !awake {
                disarm(.motionPoll)
                disarm(.motionWake)
            }
            devices.accelerometer.setAwake(awake)
        case .stopped(let isComplete):
            stopped(isComplete: isComplete)
        }
    }
}
