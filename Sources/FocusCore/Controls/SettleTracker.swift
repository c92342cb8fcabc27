/// Watches one component on its way from "once at the point" to "held".
struct SettleTracker: Equatable, Sendable {
    private(set) var machine = SettleMachine()
    /// The level at which the component was accepted.
    private(set) var level = CameraLevel.none
    /// What is read to see it come to rest; nil when nothing can be.
    private(set) var watched: ControlID?
    /// What was read last: where the component stands.
    private(set) var position: Int64?
    /// Whether anything could be read at all.
    private(set) var wasSeen = false
    /// Whether the camera has said that it is searching.
    private var wasBusy = false
    private(set) var outcome: SettledReport.Outcome?
    private var began = Instant(nanoseconds: 0)
    private var changed = Instant(nanoseconds: 0)

    var isAdjusting: Bool { machine.state == .adjusting }

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
        position = nil
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
        if watched == .autoFocusStatus { return judge(status: value, at: time, times) }
        if value != position {
            position = value
            changed = time
            return nil
        }
        let isStable = time.since(changed) >= times.stableTime && time.since(began) >= times.shortestTime
        return isStable ? .stable : nil
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
