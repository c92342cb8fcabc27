/// The life of focus, or of exposure: it follows the scene, adjusts after a tap, and is held. The states are those of the chart
/// `StateCharts/settle-then-hold.scxml`, in the order of `SettleMachine`, each with the data that it needs. The hold of a component that
/// has converged, failed or had its time is to be written (`writing`), or was written and is read back (`checking`).
struct ComponentLife: Equatable, Sendable, Snapshotable {
    private enum Phase: Equatable, Sendable, Snapshotable {
        /// The component follows the scene, or takes no part in the tap.
        case following
        case adjusting(Adjusting)
        /// The hold waits for its write, or is being written.
        case writing(Hold)
        /// The hold was written, and is read back now or after a pause.
        case checking(Hold)
        case held(Hold)
        case notHeld(Hold)
    }

    private var phase = Phase.following
    /// The position that was last read, or that was known before. It may be wrong while `isAlive` is false.
    private(set) var position: Int64?
    /// True when the camera is known to report the present position: it has changed. Many report the last manual one under an automatic.
    private var isAlive = false

    /// - Parameter position: the position when the camera was opened; nil when it could not be read.
    init(position: Int64?) {
        self.position = position
    }

    var state: SettleState {
        switch phase {
        case .following: .continuous
        case .adjusting: .adjusting
        case .writing(let hold), .checking(let hold): hold.end.state
        case .held: .held
        case .notHeld: .notHeld
        }
    }

    var isAdjusting: Bool { if case .adjusting = phase { true } else { false } }

    /// True while the engine searches for it. While the camera is being told a lower level, its search is over.
    var isSearching: Bool {
        guard case .adjusting(let adjusting) = phase else { return false }
        return adjusting.level == .software && !adjusting.isBeingLowered
    }

    /// True when the component has come to its end and its hold is not written and read back yet.
    var needsHold: Bool {
        switch phase {
        case .writing, .checking: true
        case .following, .adjusting, .held, .notHeld: false
        }
    }

    var isChecking: Bool { if case .checking = phase { true } else { false } }

    var isHeld: Bool { if case .held = phase { true } else { false } }

    /// True when the component is held, or is to be.
    var hasHold: Bool { isHeld || needsHold }

    /// What is held, or was to be held; nil: nothing.
    private(set) var hold: Hold? {
        get {
            switch phase {
            case .writing(let hold), .checking(let hold), .held(let hold), .notHeld(let hold): hold
            case .following, .adjusting: nil
            }
        }
        set {
            guard let hold = newValue else { return }
            switch phase {
            case .writing: phase = .writing(hold)
            case .checking: phase = .checking(hold)
            case .held: phase = .held(hold)
            case .notHeld: phase = .notHeld(hold)
            case .following, .adjusting: break
            }
        }
    }

    /// The level at which the component takes part in the tap; `none`: it does not.
    var level: CameraLevel {
        switch phase {
        case .following: .none
        case .adjusting(let adjusting): adjusting.level
        case .writing(let hold), .checking(let hold), .held(let hold), .notHeld(let hold): hold.level
        }
    }

    /// The level at which the component searches or is held; otherwise `none`.
    var levelInUse: CameraLevel { if case .notHeld = phase { .none } else { level } }

    /// The control that is read to see the component come to rest; nil when it does not adjust, or none can be read.
    var watched: ControlID? { if case .adjusting(let adjusting) = phase { adjusting.watched } else { nil } }

    /// The event when the time is over: a component that could not be watched has not failed, but has had its time.
    var timeIsUp: SettleEvent {
        guard case .adjusting(let adjusting) = phase else { return .deadline }
        return adjusting.level == .software || isAlive && adjusting.wasSeen ? .deadline : .timeGiven
    }

    /// The camera has accepted "once at the point".
    mutating func begin(level: CameraLevel, watching watched: ControlID?, at time: Instant) {
        phase = .adjusting(Adjusting(level: level, watched: watched, at: time))
    }

    /// The component takes no part in this tap.
    mutating func sitOut() { phase = .following }

    /// Takes a reading of the watched control; a nil `value` could not be read. Returns the event that follows from it; nil: none.
    mutating func observe(_ value: Int64?, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        guard case .adjusting(var adjusting) = phase, let value else { return nil }
        adjusting.wasSeen = true
        let event: SettleEvent?
        if adjusting.watched == .autoFocusStatus {
            isAlive = true
            event = adjusting.judge(status: value, at: time, times)
        } else if value != position {
            isAlive = isAlive || position != nil
            position = value
            adjusting.changed = time
            event = nil
        } else {
            event = adjusting.judgeRest(isAlive: isAlive, at: time, times)
        }
        phase = .adjusting(adjusting)
        return event
    }

    /// Takes an event and notes its outcome, with the reason of a failure; nil: the one that the event gives.
    mutating func handle(_ event: SettleEvent, because reason: FailureReason? = nil) -> SettleState? {
        var machine = SettleMachine(state: state)
        guard let reached = machine.handle(event) else { return nil }
        phase = next(reached, because: FailureReason(event).map { reason ?? $0 })
        return reached
    }

    private func next(_ state: SettleState, because failure: FailureReason?) -> Phase {
        switch (state, phase) {
        case (.continuous, _): .following
        case (.converged, .adjusting(let adjusting)): .writing(end(adjusting, .converged, failure))
        case (.failed, .adjusting(let adjusting)): .writing(end(adjusting, .failed, failure))
        case (.assumed, .adjusting(let adjusting)): .writing(end(adjusting, .held, failure))
        case (.held, .writing(let hold)), (.held, .checking(let hold)): .held(hold)
        case (.notHeld, .writing(let hold)), (.notHeld, .checking(let hold)): .notHeld(hold.failed(because: failure))
        case (.adjusting, _), (.converged, _), (.failed, _), (.assumed, _), (.held, _), (.notHeld, _): phase
        }
    }

    private func end(_ adjusting: Adjusting, _ end: SettledReport.Outcome, _ failure: FailureReason?) -> Hold {
        // A status says nothing of the position.
        let isReliable = isAlive && adjusting.wasSeen && adjusting.watched != .autoFocusStatus
        return Hold(level: adjusting.level, end: end, position: isReliable ? position : nil, failure: failure)
    }

    /// The hold was written.
    /// - Parameter settings: those of its settings that can be read back.
    mutating func wrote(_ settings: ControlSettings) {
        if hasHold { hold?.written = settings }
    }

    mutating func check() { if case .writing(let hold) = phase { phase = .checking(hold) } }

    /// Another plan goes first: a hold that was being read back is written again after it.
    /// - Parameter isLowered: true when its search has lost its frames, and the plan tells the camera a lower level.
    mutating func planReplaced(isLowered: Bool = false) {
        switch phase {
        case .checking(let hold):
            phase = .writing(hold)
        case .adjusting(var adjusting):
            adjusting.isBeingLowered = isLowered
            phase = .adjusting(adjusting)
        case .following, .writing, .held, .notHeld:
            break
        }
    }

    mutating func wasVerified() { if isChecking { hold?.isVerified = true } }

    /// The hold was read back with another value.
    /// - Returns: true when it must be written again.
    mutating func wasMisread() -> Bool {
        guard case .checking(var hold) = phase else { return false }
        hold.misreadings += 1
        phase = .checking(hold)
        return hold.misreadings < Verification.mostAttempts
    }

    /// Another value must be held, or the hold was lost: the component counts as converged, and its hold is written again.
    mutating func holdAnew() {
        guard hasHold else { return }
        hold?.misreadings = 0
        guard case .held(var held) = phase else { return }
        held.end = .converged
        phase = .writing(held)
    }

    /// Where the held lens stands beside its position, for a photo; nil: at it, or nothing is held.
    var aside: Int64? { hasHold ? hold?.aside : nil }

    /// The held lens is to stand beside its position, for a photo, or (nil) at it again: the hold is written again.
    mutating func stand(at aside: Int64?) {
        guard hasHold else { return }
        hold?.aside = aside
        hold?.isVerified = false
        planReplaced()
        holdAnew()
    }

    /// The camera has not taken the position beside it: the lens is to stand at its own again.
    /// - Returns: false when it was to stand there anyway.
    mutating func takeBack() -> Bool {
        guard aside != nil else { return false }
        stand(at: nil)
        return true
    }

    /// Another instruction takes the lens back, and this hold's plan puts it at its own position.
    /// - Returns: false when it stands there.
    mutating func forgetAside() -> Bool {
        guard aside != nil else { return false }
        hold?.aside = nil
        hold?.isVerified = false
        return true
    }

    /// The camera has been seen to report its positions since this one was held. So what was read before the hold was the position.
    mutating func trustPosition(like later: ComponentLife) {
        guard later.isAlive, let position, case .writing(let hold) = phase else { return }
        guard hold.position == nil, hold.level != .software else { return }
        isAlive = true
        phase = .writing(hold.at(position))
    }

    /// Another program has broken the hold, which is written again.
    /// - Returns: true when it was broken for the first time since the tap.
    mutating func wasBroken() -> Bool {
        holdAnew()
        guard case .writing(var hold) = phase else { return false }
        defer { phase = .writing(hold) }
        let isFirst = !hold.wasBroken
        hold.wasBroken = true
        return isFirst
    }

    /// The same, while somebody keeps what is held, maybe for days.
    /// - Returns: true when it is written again, false when it was too often in a row; nil when that is too soon.
    mutating func wasBrokenWhileKept(at time: Instant) -> Bool? {
        if let repaired = hold?.repaired, time.since(repaired) < HoldRepair.pause { return nil }
        holdAnew()
        guard case .writing(var hold) = phase else { return false }
        defer { phase = .writing(hold) }
        guard hold.repairs < HoldRepair.mostInRow else { return false }
        hold.repairs += 1
        hold.repaired = time
        return true
    }

    /// Gives up a broken setting, and holds the other ones as they were written.
    mutating func isHeldAgain() { if case .writing(let hold) = phase { phase = .held(hold) } }

    /// A reading shows the hold as it was written.
    mutating func isIntact(at time: Instant) {
        guard let repaired = hold?.repaired, time.since(repaired) >= HoldRepair.pause else { return }
        hold?.repairs = 0
        hold?.repaired = nil
    }
}
