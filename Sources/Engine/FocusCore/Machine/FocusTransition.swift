/// The answer to an event: the state afterwards, and what the camera, the timer and the indicator do.
public struct FocusTransition: Equatable, Sendable {
    /// The line of the table that answered.
    public var rule: FocusRule
    /// The state after the event.
    public var state: FocusState
    /// The remembered bit after the event.
    public var moved: Bool
    /// The instruction to the camera.
    public var instruction: CameraInstruction
    /// The change of the force-lock timer.
    public var forceLock: ForceLockTimer
    /// The change of the indicator.
    public var indicator: Indicator

    /// True when the machine has entered a state, even the one that it was in. Such a transition is announced.
    public var isAccepted: Bool {
        switch rule {
        case .motionRemembered, .lockElapsedIgnored: false
        case .start, .viewShown, .tapped, .lockElapsedStill, .lockElapsedMoved, .movedUnlocks: true
        }
    }
}

/// The machine's instruction to the camera. `Plans` decides how far a camera can follow.
public enum CameraInstruction: Equatable, Sendable {
    /// Continuous focus and exposure about the centre of the view.
    case continuousAboutCentre
    /// Focus and expose once at the point, then hold.
    case onceThenHold(PointOfInterest)
    /// No instruction: the camera goes on as it is.
    case keep

    /// The action's name in the chart; nil when the chart has no action.
    public var name: StaticString? {
        switch self {
        case .continuousAboutCentre: "continuousAboutCentre"
        case .onceThenHold: "onceThenHold"
        case .keep: nil
        }
    }
}

/// The change of the force-lock timer.
public enum ForceLockTimer: Equatable, Sendable {
    /// Start the timer anew; an earlier one never fires.
    case restart
    /// Stop the timer.
    case cancel
    /// Leave the timer as it is.
    case keep
}

/// The square that a person sees in the view.
public enum Indicator: Equatable, Sendable {
    /// A large square at the centre, which fades.
    case largeAtCentre
    /// A small square at the tapped point.
    case smallAtPoint(PointOfInterest)
    /// The square stays, drawn weaker.
    case weakened
    /// No change.
    case unchanged

    /// The action's name in the chart; nil when the chart has no action.
    public var name: StaticString? {
        switch self {
        case .largeAtCentre: "showLargeSquareAtCentre"
        case .smallAtPoint: "showSmallSquareAtPoint"
        case .weakened: "weakenSquare"
        case .unchanged: nil
        }
    }
}
