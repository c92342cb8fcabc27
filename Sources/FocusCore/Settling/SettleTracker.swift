/// Watches one component on its way from "once at the point" to "held".
struct SettleTracker: Equatable, Sendable {
    private(set) var machine = SettleMachine()
    /// The level at which the component was accepted.
    private(set) var level = CameraLevel.none
    /// What is read to see it come to rest; nil when nothing can be.
    private(set) var watched: ControlID?
    /// What was read last, or known before: where the component seems to stand.
    private(set) var position: Int64?
    /// Whether something was read that the camera itself must have said. Many cameras, and the driver's cache, tell the
    /// last manual position while the automatic is on; that is known to be alive only once it has changed.
    private var isAlive = false
    /// Whether anything could be read since it began.
    private var wasSeen = false
    /// Whether the camera has said that it is searching.
    private var wasBusy = false
    private(set) var outcome: SettledReport.Outcome?
    private var began = Instant(nanoseconds: 0)
    private var changed = Instant(nanoseconds: 0)

    /// - Parameter position: what the camera's position was when it was opened; nil where that could not be read.
    init(position: Int64?) {
        self.position = position
    }

    var isAdjusting: Bool { machine.state == .adjusting }

    /// Where the component stands, if that is to be believed: only then may it be written back to hold it there.
    var reliablePosition: Int64? { isAlive && wasSeen && watched != .autoFocusStatus ? position : nil }

    /// The level at which it searches or is held; none when neither.
    var levelInUse: CameraLevel {
        switch machine.state {
        case .adjusting, .converged, .failed, .assumed, .held: level
        case .continuous, .notHeld: .none
        }
    }

    /// Whether it has ended and waits for its hold to be written.
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
        began = time
        changed = time
    }

    /// The component takes no part in this tap.
    mutating func sitOut() {
        _ = machine.handle(.continuous)
        level = .none
        outcome = nil
        watched = nil
    }

    /// What it means that the time is up: one that could not be watched has not failed, it had its time.
    var timeIsUp: SettleEvent { level == .software || isAlive && wasSeen ? .deadline : .timeGiven }

    /// What is held shall be another value: it counts as come to rest, and waits for its hold.
    mutating func holdAnew() {
        _ = machine.handle(.holdAnew)
    }

    /// Takes an event and keeps its outcome.
    mutating func handle(_ event: SettleEvent) -> SettleTransition? {
        guard let transition = machine.handle(event) else { return nil }
        switch transition.state {
        case .converged: outcome = .converged
        case .failed, .notHeld: outcome = .failed
        case .assumed: outcome = .held
        case .continuous, .adjusting, .held: break
        }
        return transition
    }

    /// Takes what was read, and says what follows from it. Nil in `value`: it could not be read this time.
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
        // What never moves may be right where it has to be, or not be told: it gets its time, and no more.
        guard isAlive else { return elapsed >= times.timeGiven ? .timeGiven : nil }
        return time.since(changed) >= times.stableTime && elapsed >= times.shortestTime ? .stable : nil
    }

    /// V4L2_CID_AUTO_FOCUS_STATUS: idle 0, busy 1, reached 2, failed 4.
    private mutating func judge(status: Int64, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        if status & 1 != 0 {
            wasBusy = true
            return nil
        }
        // Before it was seen to search, what it says may still be about the search before, or it has not begun yet.
        guard wasBusy || time.since(began) >= times.shortestTime else { return nil }
        // Idle after all means that it is over, and the camera does not say how.
        return status & 4 != 0 ? .searchFailed : .stable
    }
}
