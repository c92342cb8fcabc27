/// The times of focus and exposure after a tap.
public struct SettleTimes: Equatable, Sendable, Snapshotable {
    /// The time from one reading of a watched component to the next. VisionCamera polls every 50 ms.
    public var pollInterval = TimeSpan.milliseconds(50)
    /// A watched value that has not changed for this long counts as settled. VisionCamera uses 120 ms; slow cameras need more.
    public var stableTime = TimeSpan.milliseconds(200)
    /// The time in which a camera starts to adjust: nothing counts as settled before it has passed.
    public var shortestTime = TimeSpan.milliseconds(400)
    /// The longest time of a search by the camera. It is shorter than the force lock, so that the camera is held when the force lock ends.
    public var deadline = TimeSpan.milliseconds(2500)
    /// The time of a component that cannot be watched.
    public var timeGiven = TimeSpan.milliseconds(1500)
    /// The longest time of a search by the engine. Twelve positions at 15 frames a second, with a lens delay of four, are five seconds.
    public var searchDeadline = TimeSpan.milliseconds(8000)
    /// The delay before the first retry of a refused return to continuous; it doubles each time, up to 64 times this.
    public var retryDelay = TimeSpan.milliseconds(500)

    public init() {}

    /// The longest time of a component, from "once" to its end.
    /// - Parameters:
    ///   - isWatched: true when it can be seen to come to rest.
    ///   - firstFrame: the time in which the stream's first frame comes, before which no search begins; nil: the usual one.
    func limit(at level: CameraLevel, isWatched: Bool, firstFrame: TimeSpan?) -> TimeSpan {
        guard level == .software else { return isWatched ? deadline : timeGiven }
        guard let firstFrame else { return searchDeadline }
        let start = Instant(nanoseconds: 0)
        return start.advanced(by: searchDeadline).advanced(by: firstFrame).since(start)
    }
}

extension CameraCapabilities {
    /// The control that is read to see a component come to rest; nil: none can be read, or the engine searches.
    func watchedControl(of component: Component, at level: CameraLevel) -> ControlID? {
        if level == .software { return nil }
        let isStartedByButton = component == .focus && level == .oneShot && canWrite(.autoFocusStart)
        if isStartedByButton, canRead(.autoFocusStatus) { return .autoFocusStatus }
        return canRead(component.positionControl) ? component.positionControl : nil
    }

    /// True when the camera itself moves the lens for a tap at this level, or may have started to before it refused.
    func mayMoveLens(at level: CameraLevel) -> Bool {
        switch level {
        case .software: false
        case .none: canWrite(.focusAuto)
        case .region, .oneShot, .wholeFrame: true
        }
    }
}

extension SettleTimes: SettingGroup {
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "pollInterval", &pollInterval, from: 0.001,
            "the time between two reads of the controls that show the progress; VisionCamera polls every 50 ms")
        visitor.field(
            "stableTime", &stableTime,
            "settled after this long without a change; VisionCamera uses 120 ms, slow cameras need more")
        visitor.field("shortestTime", &shortestTime, "nothing counts as settled before")
        visitor.field(
            "deadline", &deadline, "the search of the camera ends then, found or not; shorter than the force lock")
        visitor.field("timeGiven", &timeGiven, "the time for a component whose progress cannot be read")
        visitor.field(
            "retryDelay", &retryDelay, from: 0.001,
            "the delay after a refused return to continuous; doubled each time, up to 64 times this")
        visitor.field(
            "searchDeadline", &searchDeadline,
            "a search of the engine itself ends then, found or not; longer, because frames may come slowly")
    }
}
