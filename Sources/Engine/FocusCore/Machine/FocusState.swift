/// The state of tap-to-focus. The states are those of the chart in `StateCharts/focus-exposure.scxml`.
public enum FocusState: Equatable, Sendable, Snapshotable {
    /// Focus and exposure follow the scene about the view's centre.
    case continuousAuto
    /// Focused and exposed once at the tapped point, and held unconditionally until the force-lock time has elapsed.
    case autoAndForceLocked(PointOfInterest)
    /// Still held, and unlocked by the next motion of the device.
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

/// An event that the machine answers.
public enum FocusEvent: Equatable, Sendable {
    /// The camera's view has been shown (again).
    case viewShown
    /// A person tapped at this point, and the camera accepted the tap.
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

/// The line of the machine's table that answered an event. The name is the transition's id in the chart.
public enum FocusRule: UInt8, CaseIterable, Equatable, Sendable {
    /// The start: the machine enters continuousAuto.
    case start
    /// Any state, viewShown.
    case viewShown
    /// Any state, tapped.
    case tapped
    /// autoAndForceLocked, lockElapsed; the device was not moved meanwhile.
    case lockElapsedStill
    /// autoAndForceLocked, lockElapsed; the device was moved meanwhile.
    case lockElapsedMoved
    /// unlockableLocked, moved.
    case movedUnlocks
    /// autoAndForceLocked or continuousAuto, moved: the bit is set.
    case motionRemembered
    /// continuousAuto or unlockableLocked, lockElapsed: there is no lock to end.
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
