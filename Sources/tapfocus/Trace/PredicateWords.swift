import FocusCore

/// The states and the rules of the machine in words, for people who have to name one.
enum PredicateWords {
    /// Each state, and what it means.
    static var states: [(String, String)] {
        [FocusState.continuousAuto, .autoAndForceLocked(PointOfInterest(x: 0, y: 0)), .unlockableLocked]
            .map { ($0.name.description, words(for: $0)) }
    }

    /// Each rule, and when the machine takes it.
    static var rules: [(String, String)] { FocusRule.allCases.map { ($0.name.description, words(for: $0)) } }

    private static func words(for state: FocusState) -> String {
        switch state {
        case .continuousAuto: "focus and exposure follow the scene"
        case .autoAndForceLocked: "after a tap: focus and exposure are set there, and held for the force lock's time"
        case .unlockableLocked: "still held, until something moves"
        }
    }

    private static func words(for rule: FocusRule) -> String {
        switch rule {
        case .start: "the beginning, in continuousAuto"
        case .viewShown: "the view is shown again: back to continuousAuto"
        case .tapped: "a tap, in any state: to autoAndForceLocked"
        case .lockElapsedStill: "the force lock ends, and nothing has moved: to unlockableLocked"
        case .lockElapsedMoved: "the force lock ends after a movement: back to continuousAuto"
        case .movedUnlocks: "something moves in unlockableLocked: back to continuousAuto"
        case .motionRemembered: "something has moved in another state"
        case .lockElapsedIgnored: "the force lock's time ends where there is no force lock: nothing happens"
        }
    }
}
