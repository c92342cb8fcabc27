/// The means of one step of the engine: its time, the numbers that it gives, and the list of effects.
struct StepContext {
    let time: Instant
    private(set) var numbering: Numbering
    private(set) var effects: EffectList

    /// It is copied for each step: that is cheaper than to initialise all places of a list.
    private static let noEffects = EffectList()

    /// In line, because the copies of a call would cost more than most steps do.
    @inline(__always)
    init(time: Instant, numbering: Numbering) {
        self.time = time
        self.numbering = numbering
        effects = Self.noEffects
    }

    /// Makes a demand on the camera.
    /// - Returns: the demand with its id. A release has the id of its request already.
    mutating func ask(_ demand: Demand) -> Demand {
        let numbered = numbering.number(demand)
        tell(Effect(numbered))
        return numbered
    }

    mutating func tell(_ effect: Effect) { effects.append(effect) }

    mutating func arm(_ timer: TimerID, at deadline: Instant) {
        numbering.timers.arm(timer, at: deadline, &effects)
    }

    mutating func arm(_ timer: TimerID, after span: TimeSpan) { arm(timer, at: time.advanced(by: span)) }

    mutating func disarm(_ timer: TimerID) { numbering.timers.disarm(timer, &effects) }

    func isArmed(_ timer: TimerID) -> Bool { numbering.timers.isArmed(timer) }

    mutating func expire(_ timer: TimerID, generation: UInt32) -> Bool {
        numbering.timers.expire(timer, generation: generation)
    }
}

/// The engine's numbers: its timers' generations, and the ids that were given last. Each kind of id counts up from 1.
struct Numbering: Equatable, Sendable, Snapshotable {
    fileprivate(set) var timers = TimerBank()
    private var call: UInt32 = 0
    private var frameRequest: UInt32 = 0

    /// The demand with the next id of its kind. A release has that of its request.
    fileprivate mutating func number(_ demand: Demand) -> Demand {
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
