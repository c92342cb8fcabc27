/// The engine's timers. Each is armed with a generation, and only the expiry of the latest generation counts.
public enum TimerID: UInt8, CaseIterable, Equatable, Sendable {
    /// The force lock ends.
    case forceLock
    /// The next reading of a component that adjusts.
    case settlePoll
    /// The time of focus is over.
    case focusDeadline
    /// The time of exposure is over.
    case exposureDeadline
    /// The next attempt of a return to continuous that the camera has refused.
    case continuousRetry
    /// The next request of frames that were unavailable or lost.
    case framesRetry
    /// The next write of a hold that was read back with a wrong value.
    case verification
    /// Nobody has touched the screen for `Configuration.unlockAfter`.
    case idle
    /// The pause between two control writes is over.
    case writePause
    /// The next reading of the holds, which another program may have changed.
    case holdCheck
    /// Beside an accelerometer: nothing has moved for `Configuration.sceneWatchAfter`, so the scene is watched, too.
    case sceneWatch
    /// A finger that rests has pressed, after `TapLimits.longPress`.
    case longPress
    /// The next step of the zoom.
    case zoomStep

    public var name: StaticString {
        switch self {
        case .forceLock: "forceLock"
        case .settlePoll: "settlePoll"
        case .focusDeadline: "focusDeadline"
        case .exposureDeadline: "exposureDeadline"
        case .continuousRetry: "continuousRetry"
        case .framesRetry: "framesRetry"
        case .verification: "verification"
        case .idle: "idle"
        case .writePause: "writePause"
        case .holdCheck: "holdCheck"
        case .sceneWatch: "sceneWatch"
        case .longPress: "longPress"
        case .zoomStep: "zoomStep"
        }
    }
}
