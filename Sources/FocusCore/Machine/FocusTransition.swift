/// What came of an event: the whole situation afterwards, and what has to be done.
public struct FocusTransition: Equatable, Sendable {
    /// The line of the table that answered.
    public var rule: FocusRule
    /// The state afterwards.
    public var state: FocusState
    /// The remembered bit afterwards.
    public var moved: Bool
    /// What the camera is told.
    public var instruction: CameraInstruction
    /// What happens to the force-lock timer.
    public var forceLock: ForceLockTimer
    /// What a person is shown.
    public var indicator: Indicator

    /// Whether the machine has taken a state, if only the one it was in again: such a transition is announced.
    public var isAccepted: Bool {
        switch rule {
        case .motionRemembered, .lockElapsedIgnored: false
        case .start, .viewShown, .tapped, .lockElapsedStill, .lockElapsedMoved, .movedUnlocks: true
        }
    }
}

/// What the machine wants of the camera. How far a camera can follow is the business of `Controls`.
public enum CameraInstruction: Equatable, Sendable {
    /// Continuous focus and exposure about the centre of the view.
    case continuousAboutCentre
    /// Focus and expose once at the point, then hold.
    case onceThenHold(PointOfInterest)
    /// Nothing: it goes on as it is.
    case keep

    /// The action's name in the chart; nil where the chart has none.
    public var name: StaticString? {
        switch self {
        case .continuousAboutCentre: "continuousAboutCentre"
        case .onceThenHold: "onceThenHold"
        case .keep: nil
        }
    }
}

/// What happens to the force-lock timer.
public enum ForceLockTimer: Equatable, Sendable {
    /// Start it anew; an earlier one never fires.
    case restart
    /// Stop it.
    case cancel
    /// Leave it.
    case keep
}

/// The square that a person sees in the view.
public enum Indicator: Equatable, Sendable {
    /// A large square at the centre, which fades.
    case largeAtCentre
    /// A small square at the tapped point.
    case smallAtPoint(PointOfInterest)
    /// The square stays, weaker.
    case weakened
    /// As before.
    case unchanged

    /// The action's name in the chart; nil where the chart has none.
    public var name: StaticString? {
        switch self {
        case .largeAtCentre: "showLargeSquareAtCentre"
        case .smallAtPoint: "showSmallSquareAtPoint"
        case .weakened: "weakenSquare"
        case .unchanged: nil
        }
    }
}
