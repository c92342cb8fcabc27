import FocusCore

/// Reads recorded effects. Missing numbers are 0, unknown fields are skipped.
extension JSONScanner {
    /// The effects of one input.
    /// - Throws: `JSONFault` at an effect, or a name in one, that this version does not know.
    mutating func effects() throws(JSONFault) -> EffectList {
        var list = EffectList()
        try array { (scanner, _) throws(JSONFault) in
            let effect = try scanner.effect()
            guard list.append(effect) else { throw scanner.fault("at most 20 effects") }
        }
        return list
    }

    private mutating func effect() throws(JSONFault) -> Effect {
        var effect: Effect?
        var named = NamedEffect()
        try object { (scanner, key) throws(JSONFault) in
            if try scanner.read(key, into: &named) { return }
            if let known = try scanner.report(named: key) {
                effect = known
            } else if let known = try scanner.order(named: key) {
                effect = known
            } else {
                try scanner.skip()
            }
        }
        guard let found = effect ?? named.effect else { throw fault("an effect that this version knows") }
        return found
    }

    /// Effects that tell something.
    private mutating func report(named key: Key) throws(JSONFault) -> Effect? {
        if key == "state" {
            let state: StateRecord = try read()
            guard let report = state.report else { throw fault("a state that this version knows, with its point") }
            return .state(report)
        }
        if key == "settled" { return .settled(try read()) }
        if key == "searched" { return .searched(try read()) }
        if key == "exposed" { return .exposed(try read()) }
        if key == "levels" { return .levels(try read()) }
        if key == "compensationTakenBack" { return .compensationTakenBack(to: try read()) }
        guard key == "stopped" else { return nil }
        let stopped: StoppedRecord = try read()
        return .stopped(isComplete: stopped.isComplete)
    }

    /// Effects that a shell carries out.
    private mutating func order(named key: Key) throws(JSONFault) -> Effect? {
        if key == "arm" {
            let timer: TimerRecord = try read()
            return .arm(timer.id, deadline: timer.deadline ?? Instant(nanoseconds: 0), generation: timer.generation)
        }
        if key == "disarm" { return .disarm(try read()) }
        if key == "call" {
            let call: CallRecord = try read()
            guard let effect = call.effect else { throw fault("a call that this version knows") }
            return effect
        }
        if key == "requestFrames" {
            let demand: FramesDemandRecord = try read()
            guard let request = demand.measure else { throw fault("the measurements that are requested") }
            return .requestFrames(id: demand.id, request)
        }
        if key == "releaseFrames" {
            let demand: FramesDemandRecord = try read()
            return .releaseFrames(id: demand.id)
        }
        guard key == "motionSensor" else { return nil }
        let word = try text()
        guard word == "awake" || word == "asleep" else { throw fault("awake or asleep") }
        return .motionSensor(awake: word == "awake")
    }
}

/// An effect that is written as its name, with its details beside it.
private struct NamedEffect {
    var ignored: TapIgnored?
    var refused: TapRefused?
    var fault: FaultName?
    var details = FaultDetails()
    var tap: TapID?

    var effect: Effect? {
        if let ignored { return .tapIgnored(ignored, tap: tap) }
        if let refused { return .tapRefused(refused, tap: tap) }
        return fault.map { .fault($0.fault(details)) }
    }
}

extension JSONScanner {
    /// Returns false, and reads nothing, if the key belongs to another effect.
    private mutating func read(_ key: Key, into effect: inout NamedEffect) throws(JSONFault) -> Bool {
        if key == "tapIgnored" {
            effect.ignored = try read()
        } else if key == "tapRefused" {
            effect.refused = try read()
        } else if key == "fault" {
            effect.fault = try faultName()
        } else if key == "tap" {
            effect.tap = try read()
        } else if key == "control" {
            effect.details.control = try read()
        } else if key == "errno" {
            effect.details.errno = try read()
        } else if key == "missing" {
            effect.details.missing = try read()
        } else {
            return false
        }
        return true
    }

    private mutating func faultName() throws(JSONFault) -> FaultName {
        let start = self
        let word = try text()
        for candidate in FaultName.all where word == candidate.name { return candidate }
        throw start.fault("a fault that this version knows")
    }
}
