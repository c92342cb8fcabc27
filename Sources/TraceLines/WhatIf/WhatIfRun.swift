import FocusCore

/// One session, run again under another configuration.
///
/// Inputs from outside are fed as they were recorded. Answers to the engine follow this run: as long as it asks for the
/// same as the recorded engine in the same step, it gets the recorded answer, or the recorded expiry of the timer. Anything
/// else is answered by `WhatIfCamera`, or by the clock, and everything after a made-up answer is a guess.
struct WhatIfRun {
    private var engine: Engine
    private var timers = WhatIfTimers()
    private var camera = WhatIfCamera()
    /// The sources that this run listens to, and those that the recorded one did.
    private var listens = Listening()
    private var listened = Listening()
    private var isGuess = false

    /// The sources of inputs that an engine has switched on. They tell nothing to a run whose recording had them off.
    private struct Listening {
        var motion = false
        var frames = false

        mutating func note(_ effects: EffectList) {
            guard !effects.isEmpty else { return }
            effects.forEach { effect in
                switch effect {
                case .motionSensor(let isAwake): motion = isAwake
                case .requestFrames: frames = true
                case .releaseFrames: frames = false
                default: break
                }
            }
        }
    }

    init(_ configuration: Configuration) {
        engine = Engine(configuration: configuration)
    }

    /// Takes a recorded step.
    /// - Parameter report: gets the effects of each step of this run, its time, and whether it is a guess.
    mutating func take(_ input: Input, _ recorded: EffectList, _ report: (EffectList, Instant, Bool) -> Void) {
        while let due = earliestOwn(before: input.time) {
            step(due, EffectList(), report)
        }
        camera.note(input.event)
        let expiry = timers.recordedExpiry(input.event)
        timers.noteRecorded(recorded)
        listened.note(recorded)
        if let event = expiry ?? camera.translate(input.event) {
            step(Input(event, at: input.time), recorded, report)
        }
        if (listens.motion && !listened.motion) || (listens.frames && !listened.frames) { isGuess = true }
    }

    /// The next input that the recording does not have: the expiry of a timer, or an answer that is made up.
    private mutating func earliestOwn(before time: Instant) -> Input? {
        let timer = timers.earliestOwn
        if let answer = camera.earliest, answer <= time, answer <= timer ?? answer {
            return camera.takeAnswer().map { Input($0, at: answer) }
        }
        guard let timer, timer <= time else { return nil }
        return timers.takeOwn().map { Input($0, at: timer) }
    }

    private mutating func step(
        _ input: Input, _ recorded: EffectList, _ report: (EffectList, Instant, Bool) -> Void
    ) {
        let effects = engine.step(input)
        report(effects, input.time, isGuess)
        guard !effects.isEmpty else { return }
        timers.note(effects)
        listens.note(effects)
        if camera.note(effects, recorded, at: input.time) { isGuess = true }
    }
}

/// The timers of both runs.
struct WhatIfTimers {
    private struct Pending: Sendable {
        var deadline: Instant
        var generation: UInt32
    }

    private var own = [Pending?](repeating: nil, count: TimerID.allCases.count)
    private var recorded = [Pending?](repeating: nil, count: TimerID.allCases.count)

    mutating func note(_ effects: EffectList) { Self.note(effects, in: &own) }

    mutating func noteRecorded(_ effects: EffectList) {
        if !effects.isEmpty { Self.note(effects, in: &recorded) }
    }

    private static func note(_ effects: EffectList, in list: inout [Pending?]) {
        effects.forEach { effect in
            switch effect {
            case .arm(let id, let deadline, let generation):
                list[Int(id.rawValue)] = Pending(deadline: deadline, generation: generation)
            case .disarm(let id): list[Int(id.rawValue)] = nil
            default: break
            }
        }
    }

    /// The expiry of this run's timer that a recorded expiry stands for: the recorded one came a little after the same
    /// deadline. Nil if this run has no such timer.
    mutating func recordedExpiry(_ event: Input.Event) -> Input.Event? {
        guard case .timer(let id, let generation) = event else { return nil }
        let index = Int(id.rawValue)
        guard let expired = recorded[index], expired.generation == generation else { return nil }
        recorded[index] = nil
        guard let pending = own[index], pending.deadline == expired.deadline else { return nil }
        own[index] = nil
        return .timer(id, generation: pending.generation)
    }

    /// The earliest deadline that the recording did not have, or no longer has.
    var earliestOwn: Instant? { earliestIndex.flatMap { own[$0]?.deadline } }

    /// The expiry at that deadline.
    mutating func takeOwn() -> Input.Event? {
        guard let index = earliestIndex, let pending = own[index], let id = TimerID(rawValue: UInt8(index)) else {
            return nil
        }
        own[index] = nil
        return .timer(id, generation: pending.generation)
    }

    private var earliestIndex: Int? {
        var earliest: (index: Int, deadline: Instant)?
        for index in own.indices {
            guard let pending = own[index], pending.deadline != recorded[index]?.deadline else { continue }
            if let earliest, earliest.deadline <= pending.deadline { continue }
            earliest = (index, pending.deadline)
        }
        return earliest?.index
    }
}
