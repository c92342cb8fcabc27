/// Where tap-to-focus stands. The states are those of the chart in `StateCharts/focus-exposure.scxml`.
public enum FocusState: Equatable, Sendable {
    /// Focus and exposure follow the scene about the view's centre.
    case continuousAuto
    /// Focused and exposed at the tapped point, and held whatever happens until the force-lock time has elapsed.
    case autoAndForceLocked(PointOfInterest)
    /// Still held, until the device is moved.
    case unlockableLocked

    /// The state's name in the chart, in traces and in `run --json`.
    public var name: StaticString {
        switch self {
        case .continuousAuto: "continuousAuto"
        case .autoAndForceLocked: "autoAndForceLocked"
        case .unlockableLocked: "unlockableLocked"
        }
    }
}

/// What can happen to the machine.
public enum FocusEvent: Equatable, Sendable {
    /// The camera's view has been shown (again).
    case viewShown
    /// A tap at a point that the camera has accepted.
    case tapped(PointOfInterest)
    /// The force-lock time has elapsed.
    case lockElapsed
    /// The device has been moved.
    case moved

    /// The event's name in the chart.
    public var name: StaticString {
        switch self {
        case .viewShown: "viewShown"
        case .tapped: "tapped"
        case .lockElapsed: "lockElapsed"
        case .moved: "moved"
        }
    }
}

/// Which line of the machine's table answered an event. The name is the transition's id in the chart.
public enum FocusRule: UInt8, CaseIterable, Equatable, Sendable {
    /// The machine starts in continuousAuto, and says so.
    case start
    /// Any state, viewShown.
    case viewShown
    /// Any state, tapped.
    case tapped
    /// autoAndForceLocked, lockElapsed, not moved meanwhile.
    case lockElapsedStill
    /// autoAndForceLocked, lockElapsed, moved meanwhile.
    case lockElapsedMoved
    /// unlockableLocked, moved.
    case movedUnlocks
    /// autoAndForceLocked or continuousAuto, moved: only remembered.
    case motionRemembered
    /// continuousAuto or unlockableLocked, lockElapsed: nothing to end.
    case lockElapsedIgnored

    /// The rule's id in the chart, in traces and in `run --json`.
    public var name: StaticString {
        switch self {
        case .start: "start"
        case .viewShown: "view-shown"
        case .tapped: "tapped"
        case .lockElapsedStill: "lock-elapsed-still"
        case .lockElapsedMoved: "lock-elapsed-moved"
        case .movedUnlocks: "moved-unlocks"
        case .motionRemembered: "motion-remembered"
        case .lockElapsedIgnored: "lock-elapsed-ignored"
        }
    }
}
