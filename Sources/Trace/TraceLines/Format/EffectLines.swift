import FocusCore
import JSONLines

/// Reads recorded effects. Missing numbers are 0, unknown fields are skipped.
extension JSONScanner {
    /// The effects of one input.
    /// - Throws: `JSONFault` at an effect, or a name in one, that this version does not know.
    mutating func effects() throws(JSONFault) -> EffectList {
        var list = EffectList()
        try array { (scanner, _) throws(JSONFault) in
            guard list.append(try scanner.read()) else { throw scanner.fault("at most 24 effects") }
        }
        return list
    }
}

extension JSONLine {
    package mutating func effects(_ effects: EffectList) { effects.write(to: &self) }
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

    private static func effect(named key: JSONScanner.Key, _ scanner: inout JSONScanner) throws(JSONFault) -> Effect? {
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

    /// Replay compares these bytes.
    package func write(to line: inout JSONLine) {
        line.open("{")
        switch self {
        case .state(let report): line.field("state", StateRecord(report))
        case .arm(let id, let deadline, let generation):
            line.field("arm", TimerRecord(id: id, deadline: deadline, generation: generation))
        case .disarm(let id): line.field("disarm", id)
        case .call(let call): line.field("call", CallRecord(call))
        case .requestFrames(let id, let request):
            line.field("requestFrames", FramesDemandRecord(id: id, measure: request))
        case .releaseFrames(let id): line.field("releaseFrames", FramesDemandRecord(id: id))
        case .settled(let report): line.field("settled", report)
        case .searched(let report): line.field("searched", report)
        case .exposed(let report): line.field("exposed", report)
        case .levels(let report): line.field("levels", report)
        case .cameraReleased(let isComplete): line.field("cameraReleased", StoppedRecord(isComplete: isComplete))
        case .relit(let report): line.field("relit", report)
        case .shutter(let isClosed):
            line.key("shutter")
            line.word(isClosed ? "closed" : "open")
        case .kept(let keeper, let tap): line.field("kept", KeptRecord(by: keeper, tap: tap))
        case .zoomed(let report): line.field("zoomed", report)
        case .tapIgnored(let reason, let tap): NamedEffect(ignored: reason, tap: tap).writeFields(to: &line)
        case .tapRefused(let reason, let tap): NamedEffect(refused: reason, tap: tap).writeFields(to: &line)
        case .compensationTakenBack(let value): line.field("compensationTakenBack", value)
        case .motionSensor(let awake):
            line.key("motionSensor")
            line.word(awake ? "awake" : "asleep")
        case .fault(let fault): NamedEffect(fault).writeFields(to: &line)
        case .stopped(let isComplete): line.field("stopped", StoppedRecord(isComplete: isComplete))
        }
        line.close("}")
    }
}
