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
        case .fault(let fault): effects.append(.fault(fault))
        }
    }

    mutating func arm(_ timer: TimerID, at deadline: Instant) {
        timers.arm(timer, at: deadline, &effects)
    }

    mutating func disarm(_ timer: TimerID) { timers.disarm(timer, &effects) }

    func isArmed(_ timer: TimerID) -> Bool { timers.isArmed(timer) }
}

extension CameraSettings {
    init(_ configuration: Configuration) {
        self.init(
            sceneWatch: configuration.sceneWatch, regions: configuration.regions, settle: configuration.settle,
            autofocus: configuration.autofocus, autoexposure: configuration.autoexposure)
    }
}
