import FocusCore

/// Writes effects. Replay compares these bytes.
extension JSONLine {
    package mutating func effects(_ effects: EffectList) { effects.write(to: &self) }
}

extension Effect {
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
