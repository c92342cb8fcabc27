import FocusCore

/// Reads recorded effects. Missing numbers are 0, unknown fields are skipped.
extension JSONScanner {
    /// The effects of one input.
    /// - Throws: `JSONFault` at an effect, or a name in one, that this version does not know.
    mutating func effects() throws(JSONFault) -> EffectList {
        var list = EffectList()
        try array { (scanner, _) throws(JSONFault) in
            guard list.append(try scanner.read()) else { throw scanner.fault("at most 20 effects") }
        }
        return list
    }
}

extension Effect: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        let start = scanner
        var effect: Effect?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if let known = try Self.effect(named: key, &scanner) { effect = known } else { try scanner.skip() }
        }
        if effect == nil {
            scanner = start
            effect = try NamedEffect(from: &scanner).effect
        }
        guard let effect else { throw scanner.fault("an effect that this version knows") }
        self = effect
    }

    private static func effect(
        named key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) -> Effect? {
        if key == "state" {
            let state: StateRecord = try scanner.read()
            guard let report = state.report else {
                throw scanner.fault("a state that this version knows, with its point")
            }
            return .state(report)
        }
        if key == "settled" { return .settled(try scanner.read()) }
        if key == "searched" { return .searched(try scanner.read()) }
        if key == "exposed" { return .exposed(try scanner.read()) }
        if key == "levels" { return .levels(try scanner.read()) }
        if key == "relit" { return .relit(try scanner.read()) }
        if key == "shutter" {
            let word = try scanner.text()
            guard word == "closed" || word == "open" else { throw scanner.fault("closed or open") }
            return .shutter(isClosed: word == "closed")
        }
        if key == "kept" {
            let kept: KeptRecord = try scanner.read()
            return .kept(kept.by, tap: kept.tap)
        }
        if key == "zoomed" { return .zoomed(try scanner.read()) }
        if key == "compensationTakenBack" { return .compensationTakenBack(to: try scanner.read()) }
        if key == "cameraReleased" {
            let released: StoppedRecord = try scanner.read()
            return .cameraReleased(isComplete: released.isComplete)
        }
        if key == "stopped" {
            let stopped: StoppedRecord = try scanner.read()
            return .stopped(isComplete: stopped.isComplete)
        }
        if key == "arm" {
            let timer: TimerRecord = try scanner.read()
            return .arm(timer.id, deadline: timer.deadline ?? Instant(nanoseconds: 0), generation: timer.generation)
        }
        if key == "disarm" { return .disarm(try scanner.read()) }
        if key == "call" {
            let call: CallRecord = try scanner.read()
            guard let effect = call.effect else { throw scanner.fault("a call that this version knows") }
            return effect
        }
        if key == "requestFrames" {
            let demand: FramesDemandRecord = try scanner.read()
            guard let request = demand.measure else { throw scanner.fault("the measurements that are requested") }
            return .requestFrames(id: demand.id, request)
        }
        if key == "releaseFrames" {
            let demand: FramesDemandRecord = try scanner.read()
            return .releaseFrames(id: demand.id)
        }
        guard key == "motionSensor" else { return nil }
        let word = try scanner.text()
        guard word == "awake" || word == "asleep" else { throw scanner.fault("awake or asleep") }
        return .motionSensor(awake: word == "awake")
    }
}
