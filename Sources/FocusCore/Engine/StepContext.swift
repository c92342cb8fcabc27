/// What a step of the engine hands down: the time, the timers, and where effects go.
struct StepContext {
    let time: Instant
    var effects = EffectList()
    var timers: TimerBank
    var lastCall: UInt32
}

extension StepContext: CameraContext {
    mutating func call(_ operation: ControlCall.Operation) -> ControlCall {
        lastCall &+= 1
        let call = ControlCall(id: lastCall, operation: operation)
        effects.append(.call(call))
        return call
    }

    mutating func tell(_ news: CameraNews) {
        switch news {
        case .settled(let report): effects.append(.settled(report))
        case .searched(let report): effects.append(.searched(report))
        case .exposed(let report): effects.append(.exposed(report))
        case .levels(let report): effects.append(.levels(report))
        case .tapOvertaken: effects.append(.tapIgnored(.overtaken))
        case .fault(let fault): effects.append(.fault(Fault(fault)))
        }
    }

    mutating func arm(_ timer: CameraTimer, at deadline: Instant) {
        timers.arm(TimerID(timer), at: deadline, &effects)
    }

    mutating func disarm(_ timer: CameraTimer) { timers.disarm(TimerID(timer), &effects) }

    func isArmed(_ timer: CameraTimer) -> Bool { timers.isArmed(TimerID(timer)) }
}

extension TimerID {
    fileprivate init(_ timer: CameraTimer) {
        switch timer {
        case .settlePoll: self = .settlePoll
        case .focusDeadline: self = .focusDeadline
        case .exposureDeadline: self = .exposureDeadline
        case .continuousRetry: self = .continuousRetry
        case .framesRetry: self = .framesRetry
        case .verification: self = .verification
        case .writePause: self = .writePause
        case .holdCheck: self = .holdCheck
        }
    }
}

extension Fault {
    init(_ fault: CameraFault) {
        switch fault {
        case .stepUnusable(let id): self = .controlStepUnusable(id)
        case .rangeUnusable(let id): self = .controlRangeUnusable(id)
        case .ignored(let id): self = .controlIgnored(id)
        case .changed(let id): self = .controlChanged(id)
        case .originalUnusable(let id): self = .originalUnusable(id)
        case .automaticReturns(let id): self = .automaticReturns(id)
        case .holdBroken(let id): self = .holdBroken(id)
        case .holdLost(let id): self = .holdLost(id)
        case .framesRefused(let errno): self = .framesRefused(errno: errno)
        case .framesEnded(let errno): self = .framesEnded(errno: errno)
        case .compensationLimited(let missing): self = .compensationLimited(missing: missing)
        }
    }
}

extension CameraSettings {
    init(_ configuration: Configuration) {
        self.init(
            sceneWatch: configuration.sceneWatch, regions: configuration.regions, settle: configuration.settle,
            autofocus: configuration.autofocus, autoexposure: configuration.autoexposure)
    }
}
