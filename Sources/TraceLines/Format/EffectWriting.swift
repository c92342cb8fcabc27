import FocusCore

/// Writes effects. Replay compares these bytes.
extension JSONLine {
    package mutating func effects(_ effects: EffectList) {
        open("[")
        effects.forEach { effect($0) }
        close("]")
    }

    mutating func effect(_ effect: Effect) {
        open("{")
        switch effect {
        case .state(let report): field("state", StateRecord(report))
        case .arm(let id, let deadline, let generation):
            field("arm", TimerRecord(id: id, deadline: deadline, generation: generation))
        case .disarm(let id): field("disarm", id)
        case .call(let call): field("call", CallRecord(call))
        case .requestFrames(let id, let request): field("requestFrames", FramesDemandRecord(id: id, measure: request))
        case .releaseFrames(let id): field("releaseFrames", FramesDemandRecord(id: id))
        case .settled(let report): field("settled", report)
        case .searched(let report): field("searched", report)
        case .exposed(let report): field("exposed", report)
        case .levels(let report): field("levels", report)
        case .tapIgnored(let reason, var tap):
            field("tapIgnored", reason)
            field("tap", &tap)
        case .tapRefused(let reason, var tap):
            field("tapRefused", reason)
            field("tap", &tap)
        case .compensationTakenBack(let value): field("compensationTakenBack", value)
        case .motionSensor(let awake):
            key("motionSensor")
            word(awake ? "awake" : "asleep")
        case .fault(let fault):
            key("fault")
            word(fault.name)
            var (control, errno) = (fault.control, fault.errno)
            field("control", &control)
            field("errno", &errno)
            if case .compensationLimited(let missing) = fault { field("missing", missing) }
        case .stopped(let isComplete): field("stopped", StoppedRecord(isComplete: isComplete))
        }
        close("}")
    }
}

extension Fault {
    /// The control that the fault concerns; nil if none.
    public var control: ControlID? {
        switch self {
        case .controlStepUnusable(let id), .controlRangeUnusable(let id), .controlIgnored(let id),
            .controlChanged(let id), .originalUnusable(let id), .automaticReturns(let id), .holdBroken(let id),
            .holdLost(let id):
            id
        case .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable, .framesRefused,
            .framesEnded, .framesWithdrawn, .frameUnusable, .compensationUnusable, .compensationLimited:
            nil
        }
    }

    /// The errno of the failed call; nil when no call failed.
    public var errno: Int32? {
        switch self {
        case .framesRefused(let errno), .framesEnded(let errno): errno
        default: nil
        }
    }
}
