/// The means of one step of the engine: its time, the timers, and the list of effects.
struct StepContext {
    let time: Instant
    var effects = Self.noEffects
    var timers: TimerBank
    var lastIDs: LastIDs

    /// It is copied for each step: that is cheaper than to initialise all places of a list.
    private static let noEffects = EffectList()
}

/// The ids that were given last. Each kind counts up from 1.
struct LastIDs: Equatable, Sendable, Snapshotable {
    var call: UInt32 = 0
    var frameRequest: UInt32 = 0

    /// The demand with the next id of its kind. A release has that of its request.
    mutating func number(_ demand: Demand) -> Demand {
        switch demand {
        case .call(let unnumbered):
            call &+= 1
            return .call(ControlCall(id: call, operation: unnumbered.operation))
        case .requestFrames(_, let request):
            frameRequest &+= 1
            return .requestFrames(id: frameRequest, request)
        case .releaseFrames:
            return demand
        }
    }
}

extension StepContext: CameraContext {
    mutating func ask(_ demand: Demand) -> Demand {
        let numbered = lastIDs.number(demand)
        effects.append(Effect(numbered))
        return numbered
    }

    mutating func tell(_ news: CameraNews) {
        switch news {
        case .settled(let report): effects.append(.settled(report))
        case .searched(let report): effects.append(.searched(report))
        case .exposed(let report): effects.append(.exposed(report))
        case .levels(let report): effects.append(.levels(report))
        case .tapOvertaken(let tap): effects.append(.tapIgnored(.overtaken, tap: tap))
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
        case .framesWithdrawn: self = .framesWithdrawn
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
