import FocusCore
import LinuxDevices

/// Inputs, timers, and what every step of the engine brings about.
extension Session {
    func feed(_ event: Input.Event, at time: Instant = MonotonicClock.now()) { steps.feed(event, at: time) }

    func feed(_ events: [Input.Event], at time: Instant = MonotonicClock.now()) { steps.feed(events, at: time) }

    func stepped(_ input: Input, _ effects: EffectList) {
        requests.conversation.begin(input.event)
        trace.record(input, effects, camera: devices.camera.arrival?.identity)
        originals?.keepNewControls(of: effects) { steps.engine.readChangedOriginals() }
        effects.forEach {
            photos.follow($0)
            carryOut($0, input.time)
        }
        if let notice = requests.conversation.compensationNotice(steps.engine.compensation) {
            audience.say(notice, at: input.time)
        }
        if let due = requests.conversation.dueInput() { feed(due) }
        // A step without an answer of the camera writes only the new controls. Other changes wait for the answer.
        switch input.event {
        // Those of a camera that was released are kept already: the next one may be there by now.
        case _ where Self.hasReleased(effects): originals?.write()
        case .cameraAnswered, .cameraArrived, .cameraLeft, .stop: originals?.keep(steps.engine.readChangedOriginals())
        default: originals?.write()
        }
        if case .cameraArrived = input.event { requests.cameraSwitch.answer() }
        tellManager(of: input, effects)
        photos.stepped(at: input.time)
    }

    private static func hasReleased(_ effects: EffectList) -> Bool {
        (0..<effects.count).contains { if case .cameraReleased? = effects[$0] { true } else { false } }
    }

    func carryOut(_ effect: Effect, _ time: Instant) {
        switch effect {
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused, .compensationTakenBack, .fault,
            .zoomed, .kept, .shutter, .relit:
            if let notice = requests.conversation.notice(of: effect) { audience.say(notice, at: time) }
        case .arm(let id, let deadline, let generation): set(.engine(id), deadline, generation: generation)
        case .disarm(let id): set(.engine(id), nil)
        case .call(let call): askCamera(.call(call))
        case .requestFrames(let id, let request): askCamera(.requestFrames(id: id, request))
        case .releaseFrames(let id): askCamera(.releaseFrames(id: id))
        case .motionSensor(let awake):
            if !awake {
                set(.motionPoll, nil)
                set(.motionWake, nil)
            }
            devices.accelerometer.setAwake(awake)
        case .cameraReleased(let isComplete):
            // Those of the next camera come after them.
            originals?.keep(steps.engine.readChangedOriginals())
            requests.cameraSwitch.released(isComplete: isComplete)
        case .stopped(let isComplete): stopped(isComplete: isComplete)
        }
    }

    enum Timer: Hashable, Sendable {
        case engine(TimerID)
        /// Reads an accelerometer that cannot stream, or checks its stream.
        case motionPoll
        /// Switches on an accelerometer that refused before.
        case motionWake
        /// Restores the rate of an accelerometer that refused before.
        case motionRate
        /// Checks whether the program that holds the stream still gives frames.
        case holderSilence
        /// Ends a photo's wait for what settles, or for its holder.
        case photo
        /// Ends a wait for the program that records a movie.
        case movie
        case search(DeviceNews.Kind)
        /// Tries to write a paused trace again.
        case trace
        /// Ends the wait for a camera that does not take its originals back.
        case stopDeadline
        /// Writes the numbers for Prometheus.
        case metrics
        /// Tells the service manager's watchdog that everything goes on.
        case watchdog
        /// Tells the service manager the rest of a hold.
        case status
    }

    func expire(at time: Instant = MonotonicClock.now()) {
        audience.report { () throws(DeviceError) in
            try timers.readExpired(now: time) { timer, generation in
                switch timer {
                case .engine(let id): feed(.timer(id, generation: generation))
                case .motionPoll: devices.accelerometer.poll()
                case .motionWake: devices.accelerometer.wakeAgain()
                case .motionRate: devices.accelerometer.restoreRate()
                case .holderSilence: frames.checkSilence(at: time)
                case .photo: photos.expire(at: time)
                case .movie: frames.movies.expire(at: time)
                case .search(let kind): search(kind)
                case .trace: if !isStopping { trace.retry() }
                case .stopDeadline: giveUp()
                case .metrics: audience.metrics?.write(at: time)
                case .watchdog: feedWatchdog(at: time)
                case .status: tellStatus(at: time)
                }
            }
        }
    }

    /// Arms a timer, or disarms it if there is no deadline.
    func set(_ timer: Timer, _ deadline: Instant?, generation: UInt32 = 0) {
        audience.report { () throws(DeviceError) in
            guard let deadline else { return try timers.disarm(timer) }
            try timers.arm(timer, deadline: deadline, generation: generation)
        }
    }
}
