/// Tap-to-focus as three states and one remembered bit.
///
///                     viewShown, from every state
///                  ┌──────────────────────────────────────────────────────┐
///                  ▼                                                      │
///          continuousAuto ◀── lockElapsed, moved ── autoAndForceLocked(p) ┤
///                  ▲                                  ▲   │               │
///                  │              tapped(p),          │   │ lockElapsed,  │
///                  │              from every state ───┘   ▼ not moved     │
///                  └────────── moved ──────────────── unlockableLocked ───┘
///
/// In the other two states `moved` only sets the bit; every accepted transition clears it. The machine is that of the article which this
/// project carries over to Linux (Documentation/Design.md). It is total: each event has exactly one answer in each state.
public struct FocusMachine: Equatable, Sendable, Snapshotable {
    public private(set) var state: FocusState
    /// True when the device was moved since the last accepted transition.
    public private(set) var moved: Bool

    /// Creates a machine in any state; the comparison with the chart enumerates all of them.
    public init(state: FocusState = .continuousAuto, moved: Bool = false) {
        self.state = state
        self.moved = moved
    }

    /// The transition with which a machine starts: continuous focus and exposure about the centre.
    public static let start = FocusTransition(
        rule: .start, state: .continuousAuto, moved: false, instruction: .continuousAboutCentre, forceLock: .keep,
        indicator: .largeAtCentre)

    /// Takes an event and returns the transition that answers it.
    public mutating func handle(_ event: FocusEvent) -> FocusTransition {
        let transition = answer(to: event)
        state = transition.state
        moved = transition.moved
        return transition
    }

    private func answer(to event: FocusEvent) -> FocusTransition {
        switch (state, event) {
        case (_, .viewShown):
            return toContinuousAuto(.viewShown)
        case (_, .tapped(let point)):
            return FocusTransition(
                rule: .tapped, state: .autoAndForceLocked(point), moved: false, instruction: .onceThenHold(point),
                forceLock: .restart, indicator: .smallAtPoint(point))
        case (.autoAndForceLocked, .lockElapsed):
            // A person who moved the device during the hold has moved on: unlock at once, not at the next motion.
            if moved { return toContinuousAuto(.lockElapsedMoved) }
            return FocusTransition(
                rule: .lockElapsedStill, state: .unlockableLocked, moved: false, instruction: .keep, forceLock: .keep,
                indicator: .weakened)
        case (.unlockableLocked, .moved):
            return toContinuousAuto(.movedUnlocks)
        case (.autoAndForceLocked, .moved), (.continuousAuto, .moved):
            return staying(.motionRemembered, moved: true)
        case (.continuousAuto, .lockElapsed), (.unlockableLocked, .lockElapsed):
            return staying(.lockElapsedIgnored, moved: moved)
        }
    }

    private func toContinuousAuto(_ rule: FocusRule) -> FocusTransition {
        FocusTransition(
            rule: rule, state: .continuousAuto, moved: false, instruction: .continuousAboutCentre, forceLock: .cancel,
            indicator: .largeAtCentre)
    }

    private func staying(_ rule: FocusRule, moved: Bool) -> FocusTransition {
        FocusTransition(
            rule: rule, state: state, moved: moved, instruction: .keep, forceLock: .keep, indicator: .unchanged)
    }
}
