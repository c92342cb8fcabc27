/// Watches one component on its way from "once at the point" to "held".
struct SettleTracker: Equatable, Sendable, Snapshotable {
    private(set) var machine = SettleMachine()
    /// The level at which the component was accepted.
    private(set) var level = CameraLevel.none
    /// The control that is read to see the component come to rest; nil when none can be read.
    private(set) var watched: ControlID?
    /// The last value that was read, or that was known before. It may be wrong while `isAlive` is false.
    private(set) var position: Int64?
    /// True when the camera is known to report the present position. Many cameras, and the driver's cache, report the
    /// last manual position while the automatic is on. Only a change of the reported position proves that it is the
    /// present one.
    private var isAlive = false
    /// True when a value was read since `begin`.
    private var wasSeen = false
    /// True when the camera has reported that it is searching.
    private var wasBusy = false
    private(set) var outcome: SettledReport.Outcome?
    /// The reason why it has failed; nil: it has not.
    private(set) var failure: FailureReason?
    private var began = Instant(nanoseconds: 0)
    private var changed = Instant(nanoseconds: 0)

    /// - Parameter position: the position when the camera was opened; nil when it could not be read.
    init(position: Int64?) {
        self.position = position
    }

    var isAdjusting: Bool { machine.state == .adjusting }

    /// The position of the component, if it is reliable: only then may it be written to hold the component there.
    var reliablePosition: Int64? { isAlive && wasSeen && watched != .autoFocusStatus ? position : nil }

    /// The level at which the component searches or is held; otherwise `none`.
    var levelInUse: CameraLevel {
        switch machine.state {
        case .adjusting, .converged, .failed, .assumed, .held: level
        case .continuous, .notHeld: .none
        }
    }

    /// True when the component has come to its end and its hold is not written yet.
    var needsHold: Bool {
        switch machine.state {
        case .converged, .failed, .assumed: true
        case .continuous, .adjusting, .held, .notHeld: false
        }
    }

    /// The camera has accepted "once at the point".
    mutating func begin(level: CameraLevel, watching watched: ControlID?, at time: Instant) {
        _ = machine.handle(.once)
        self.level = level
        self.watched = watched
        wasSeen = false
        wasBusy = false
        outcome = nil
        failure = nil
        began = time
        changed = time
    }

    /// The component takes no part in this tap.
    mutating func sitOut() {
        _ = machine.handle(.continuous)
        level = .none
        outcome = nil
        failure = nil
        watched = nil
    }

    /// The event when the time is over: a component that could not be watched has not failed, but has had its time.
    var timeIsUp: SettleEvent { level == .software || isAlive && wasSeen ? .deadline : .timeGiven }

    /// Another value must be held: the component counts as converged, and its hold is written again.
    mutating func holdAnew() {
        _ = machine.handle(.holdAnew)
    }

    /// Takes an event and notes its outcome.
    /// - Parameter reason: the reason of a failure; nil: the one that the event gives.
    mutating func handle(_ event: SettleEvent, because reason: FailureReason? = nil) -> SettleTransition? {
        guard let transition = machine.handle(event) else { return nil }
        // The first failure is the one that a person can do something about.
        if failure == nil { failure = FailureReason(event).map { reason ?? $0 } }
        switch transition.state {
        case .converged: outcome = .converged
        case .failed, .notHeld: outcome = .failed
        case .assumed: outcome = .held
        case .continuous, .adjusting, .held: break
        }
        return transition
    }

    /// Takes a reading of the watched control; a nil `value` could not be read. Returns the event that follows from it;
    /// nil: none.
    mutating func observe(_ value: Int64?, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        guard isAdjusting, let value else { return nil }
        wasSeen = true
        if watched == .autoFocusStatus {
            isAlive = true
            return judge(status: value, at: time, times)
        }
        if value != position {
            isAlive = isAlive || position != nil
            position = value
            changed = time
            return nil
        }
        let elapsed = time.since(began)
        // A position that never changes may be right already, or may not be reported: the component gets the time of
        // one that cannot be watched.
        guard isAlive else { return elapsed >= times.timeGiven ? .timeGiven : nil }
        return time.since(changed) >= times.stableTime && elapsed >= times.shortestTime ? .stable : nil
    }

    /// V4L2_CID_AUTO_FOCUS_STATUS: idle 0, busy 1, reached 2, failed 4.
    private mutating func judge(status: Int64, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        if status & 1 != 0 {
            wasBusy = true
            return nil
        }
        // Until the camera has reported a search, its status may be that of the previous search, or the new one may not
        // have started.
        guard wasBusy || time.since(began) >= times.shortestTime else { return nil }
        // Idle means that the search is over; the camera does not report its result, which counts as success.
        return status & 4 != 0 ? .searchFailed : .stable
    }
}
