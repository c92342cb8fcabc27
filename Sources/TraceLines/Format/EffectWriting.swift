import FocusCore

/// How effects are written. Replay compares these bytes.
extension JSONLine {
    package mutating func effects(_ effects: EffectList) {
        open("[")
        effects.forEach { effect($0) }
        close("]")
    }

    private mutating func effect(_ effect: Effect) {
        open("{")
        switch effect {
        case .state(let report): state(report)
        case .arm(let id, let deadline, let generation):
            key("arm")
            open("{")
            key("id")
            word(id.name)
            key("deadline")
            integer(deadline.nanoseconds)
            key("generation")
            integer(generation)
            close("}")
        case .disarm(let id): named("disarm", id.name)
        case .call(let call): self.call(call)
        case .settled(let report): settled(report)
        case .searched(let report): searched(report)
        case .exposed(let report): exposed(report)
        case .levels(let report): levels(report)
        case .tapIgnored(let reason): named("tapIgnored", reason.name)
        case .tapRefused(let reason): named("tapRefused", reason.name)
        case .motionSensor(let awake): named("motionSensor", awake ? "awake" : "asleep")
        case .fault(let fault):
            named("fault", fault.name)
            if let control = fault.control {
                key("control")
                integer(control.rawValue)
            }
            if let errno = fault.errno {
                key("errno")
                integer(errno)
            }
            if case .compensationLimited(let missing) = fault {
                key("missing")
                number(missing)
            }
        case .stopped(let isComplete):
            key("stopped")
            open("{")
            key("complete")
            boolean(isComplete)
            close("}")
        }
        close("}")
    }

    private mutating func named(_ name: StaticString, _ value: StaticString) {
        key(name)
        word(value)
    }

    private mutating func state(_ report: StateReport) {
        key("state")
        open("{")
        key("state")
        word(report.state.name)
        key("point")
        point(report.point)
        key("cause")
        word(report.cause.name)
        key("rule")
        word(report.rule.name)
        key("indicator")
        if let name = report.indicator.name { word(name) } else { null() }
        if let moved = report.moved {
            key("moved")
            word(moved.name)
        }
        close("}")
    }

    private mutating func point(_ point: PointOfInterest?) {
        if let point { numbers(point.x, point.y) } else { null() }
    }

    private mutating func call(_ call: ControlCall) {
        key("call")
        open("{")
        key("id")
        integer(call.id)
        switch call.operation {
        case .write(let settings):
            key("write")
            open("[")
            settings.forEach { setting in
                open("[")
                integer(setting.id.rawValue)
                value(setting.value)
                close("]")
            }
            close("]")
        case .read(let ids):
            key("read")
            open("[")
            ids.forEach { integer($0.rawValue) }
            close("]")
        case .startFrames(let request):
            key("startFrames")
            frameRequest(request)
        case .stopFrames:
            emptyObject("stopFrames")
        }
        close("}")
    }

    private mutating func settled(_ report: SettledReport) {
        key("settled")
        open("{")
        settledFields(report)
        close("}")
    }

    private mutating func exposed(_ report: ExposureReport) {
        key("exposed")
        open("{")
        exposedFields(report)
        close("}")
    }

    /// How a search for the exposure ended, as the fields of an object.
    public mutating func exposedFields(_ report: ExposureReport) {
        key("outcome")
        word(report.outcome.name)
        key("exposureTime")
        integer(report.time)
        if let gain = report.gain {
            key("gain")
            integer(gain)
        }
        key("mean")
        number(report.mean)
        key("target")
        number(report.target)
        key("frames")
        integer(report.frames)
    }

    private mutating func searched(_ report: FocusSearchReport) {
        key("searched")
        open("{")
        searchedFields(report)
        close("}")
    }

    /// How a search for focus ended, as the fields of an object.
    public mutating func searchedFields(_ report: FocusSearchReport) {
        key("outcome")
        word(report.outcome.name)
        key("start")
        integer(report.start)
        key("position")
        integer(report.position)
        key("evaluations")
        integer(report.evaluations)
        key("frames")
        integer(report.frames)
        key("sharpness")
        number(report.sharpness)
        key("lowest")
        number(report.lowest)
    }

    /// How focus and exposure ended, as the fields of an object: `focus`, `focusLevel`, `exposure`, `exposureLevel`.
    public mutating func settledFields(_ report: SettledReport) {
        key("focus")
        if let outcome = report.focus { word(outcome.name) } else { null() }
        key("focusLevel")
        word(report.focusLevel.name)
        key("exposure")
        if let outcome = report.exposure { word(outcome.name) } else { null() }
        key("exposureLevel")
        word(report.exposureLevel.name)
        key("verified")
        open("[")
        if report.verified.contains(.focus) { word("focus") }
        if report.verified.contains(.exposure) { word("exposure") }
        close("]")
    }

    private mutating func levels(_ report: LevelReport) {
        key("levels")
        open("{")
        key("focus")
        word(report.focus.level.name)
        key("focusReason")
        word(report.focus.reason.name)
        key("exposure")
        word(report.exposure.level.name)
        key("exposureReason")
        word(report.exposure.reason.name)
        close("}")
    }
}

extension Fault {
    /// The control that is concerned, if one is.
    public var control: ControlID? {
        switch self {
        case .controlStepUnusable(let id), .controlRangeUnusable(let id), .controlIgnored(let id),
            .controlChanged(let id), .originalUnusable(let id), .automaticReturns(let id), .holdBroken(let id),
            .holdLost(let id):
            id
        case .accelerationNotFinite, .touchOutOfRange, .touchRangeUnusable, .calibrationUnusable, .framesRefused,
            .framesEnded, .frameUnusable, .compensationUnusable, .compensationLimited:
            nil
        }
    }

    /// What the system answered, if that is what is wrong.
    public var errno: Int32? {
        switch self {
        case .framesRefused(let errno), .framesEnded(let errno): errno
        default: nil
        }
    }
}
