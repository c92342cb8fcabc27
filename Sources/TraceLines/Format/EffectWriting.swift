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
        case .requestFrames(let id, let request):
            key("requestFrames")
            open("{")
            key("id")
            integer(id)
            key("measure")
            frameRequest(request)
            close("}")
        case .releaseFrames(let id):
            key("releaseFrames")
            open("{")
            key("id")
            integer(id)
            close("}")
        case .settled(let report): settled(report)
        case .searched(let report): searched(report)
        case .exposed(let report): exposed(report)
        case .levels(let report): levels(report)
        case .tapIgnored(let reason, let tap):
            named("tapIgnored", reason.name)
            self.tap(tap)
        case .tapRefused(let reason, let tap):
            named("tapRefused", reason.name)
            self.tap(tap)
        case .compensationTakenBack(let value):
            key("compensationTakenBack")
            number(value)
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
        if let unlockers = report.unlockers {
            key("unlockers")
            movedReasons(unlockers)
        }
        tap(report.tap)
        close("}")
    }

    /// The names of a set of reasons, as an array.
    package mutating func movedReasons(_ reasons: MovedReasons) {
        open("[")
        for reason in MovedReason.allCases where reasons.contains(reason) { word(reason.name) }
        close("]")
    }

    /// The field `tap`; nothing where the tap has no id.
    mutating func tap(_ id: TapID?) {
        guard let id else { return }
        key("tap")
        integer(id.number)
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
        }
        close("}")
    }

    private mutating func settled(_ report: SettledReport) {
        key("settled")
        open("{")
        settledFields(report)
        tap(report.tap)
        close("}")
    }

    private mutating func exposed(_ report: ExposureReport) {
        key("exposed")
        open("{")
        exposedFields(report)
        close("}")
    }

    /// The outcome of a search for the exposure, as the fields of an object.
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

    /// The outcome of a search for focus, as the fields of an object.
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

    /// The outcome of settling, as the fields of an object: `focus`, `focusLevel`, `exposure`, `exposureLevel`, and the reasons of a
    /// failure.
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
        if let reason = report.focusReason {
            key("focusReason")
            word(reason.name)
        }
        if let reason = report.exposureReason {
            key("exposureReason")
            word(reason.name)
        }
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
