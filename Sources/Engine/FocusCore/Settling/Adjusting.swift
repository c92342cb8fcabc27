/// A component on its way from "once at the point" to its end.
struct Adjusting: Equatable, Sendable, Snapshotable {
    let level: CameraLevel
    /// The control that is read to see the component come to rest; nil when none can be read, or the engine searches.
    let watched: ControlID?
    /// True when a value was read since the beginning.
    var wasSeen = false
    /// True when the camera has reported that it is searching.
    private var wasBusy = false
    /// True when its search has lost its frames, and the camera is being told a lower level.
    var isBeingLowered = false
    private let began: Instant
    var changed: Instant

    init(level: CameraLevel, watched: ControlID?, at time: Instant) {
        self.level = level
        self.watched = watched
        began = time
        changed = time
    }

    /// The event that follows from a position that has not changed, and is known to be the present one (`isAlive`); nil: none.
    func judgeRest(isAlive: Bool, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        let elapsed = time.since(began)
        // A position that never changes may be right, or not reported: the component gets the time of one that cannot be watched.
        guard isAlive else { return elapsed >= times.timeGiven ? .timeGiven : nil }
        return time.since(changed) >= times.stableTime && elapsed >= times.shortestTime ? .stable : nil
    }

    /// V4L2_CID_AUTO_FOCUS_STATUS: idle 0, busy 1, reached 2, failed 4.
    mutating func judge(status: Int64, at time: Instant, _ times: SettleTimes) -> SettleEvent? {
        if status & 1 != 0 {
            wasBusy = true
            return nil
        }
        // Until the camera has reported a search, its status may be that of the previous search, or the new one may not have started.
        guard wasBusy || time.since(began) >= times.shortestTime else { return nil }
        // Idle means that the search is over; the camera does not report its result, which counts as success.
        return status & 4 != 0 ? .searchFailed : .stable
    }
}
