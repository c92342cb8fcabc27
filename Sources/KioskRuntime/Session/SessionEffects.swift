import FocusCore

/// Carries out the engine's effects.
extension Session {
    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused, .compensationTakenBack, .fault:
            if let notice = conversation.notice(of: effect) { say(notice, at: time) }
        case .arm(let id, let deadline, let generation):
            arm(.engine(id), deadline, generation: generation)
        case .disarm(let id):
            disarm(.engine(id))
        case .call(let call):
            callCamera(call)
        case .requestFrames(let id, let request):
            frameSource.request(request, id: id)
        case .releaseFrames(let id):
            frameSource.release(id)
        case .motionSensor(let awake):
            if !awake {
                disarm(.motionPoll)
                disarm(.motionWake)
            }
            accelerometer.setAwake(awake)
        case .stopped(let isComplete):
            stopped(isComplete: isComplete)
        }
    }
}
