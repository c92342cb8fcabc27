/// The states of one component, focus or exposure, from "once at the point" to "held". The chart is
/// `StateCharts/settle-then-hold.scxml`.
///
/// It always ends: `adjusting` ends at the deadline at the latest, and `continuous` is possible in every state.
public struct SettleMachine: Equatable, Sendable, Snapshotable {
    public private(set) var state: SettleState

    public init(state: SettleState = .continuous) {
        self.state = state
    }

    /// Takes an event. Nil: the event has no meaning in this state, which is unchanged.
    public mutating func handle(_ event: SettleEvent) -> SettleTransition? {
        guard let transition = answer(to: event) else { return nil }
        state = transition.state
        return transition
    }

    private func answer(to event: SettleEvent) -> SettleTransition? {
        switch (state, event) {
        case (_, .once):
            SettleTransition(rule: .once, state: .adjusting, action: .watch)
        case (_, .continuous):
            SettleTransition(rule: .continuous, state: .continuous, action: .none)
        case (.adjusting, .stable):
            SettleTransition(rule: .stable, state: .converged, action: .hold)
        case (.adjusting, .searchFailed):
            SettleTransition(rule: .searchFailed, state: .failed, action: .hold)
        case (.adjusting, .deadline):
            SettleTransition(rule: .deadline, state: .failed, action: .hold)
        case (.adjusting, .timeGiven):
            SettleTransition(rule: .timeGiven, state: .assumed, action: .hold)
        case (.converged, .holdWritten), (.failed, .holdWritten), (.assumed, .holdWritten):
            SettleTransition(rule: .holdWritten, state: .held, action: .none)
        case (.converged, .holdRefused), (.failed, .holdRefused), (.assumed, .holdRefused):
            SettleTransition(rule: .holdRefused, state: .notHeld, action: .none)
        case (.held, .holdAnew):
            SettleTransition(rule: .holdAnew, state: .converged, action: .hold)
        case (.adjusting, .holdWritten), (.adjusting, .holdRefused), (.adjusting, .holdAnew):
            nil
        case (.continuous, _), (.converged, _), (.failed, _), (.assumed, _), (.held, _), (.notHeld, _):
            nil
        }
    }
}

/// The state of a component.
public enum SettleState: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// The component follows the scene.
    case continuous
    /// The component searches at the point.
    case adjusting
    /// The component was seen to come to rest; its hold is being written.
    case converged
    /// The search failed, or the deadline passed; the hold of the present value is being written.
    case failed
    /// The component cannot be watched: it had the time that it usually needs, and its hold is being written.
    case assumed
    /// The component is held.
    case held
    /// The camera refused the hold: nothing holds the component until the next instruction.
    case notHeld

    /// The state's id in the chart.
    public var name: StaticString {
        switch self {
        case .continuous: "continuous"
        case .adjusting: "adjusting"
        case .converged: "converged"
        case .failed: "failed"
        case .assumed: "assumed"
        case .held: "held"
        case .notHeld: "notHeld"
        }
    }
}

/// An event of a component.
public enum SettleEvent: UInt8, CaseIterable, Equatable, Sendable {
    /// The camera has been told to focus or expose once.
    case once
    /// The camera has been told to go back to continuous.
    case continuous
    /// The watched value has not changed for `SettleTimes.stableTime`, or the search has succeeded: the camera's, by its own
    /// report, or the engine's.
    case stable
    /// The search has failed: the camera's, by its own report, or the engine's, which also fails when its stream is lost.
    case searchFailed
    /// The deadline has passed.
    case deadline
    /// The time of a component that cannot be watched is over.
    case timeGiven
    /// The hold was written.
    case holdWritten
    /// The hold was refused.
    case holdRefused
    /// The hold was broken, or another value must be held.
    case holdAnew

    /// The event's name in the chart.
    public var name: StaticString {
        switch self {
        case .once: "once"
        case .continuous: "continuous"
        case .stable: "stable"
        case .searchFailed: "searchFailed"
        case .deadline: "deadline"
        case .timeGiven: "timeGiven"
        case .holdWritten: "holdWritten"
        case .holdRefused: "holdRefused"
        case .holdAnew: "holdAnew"
        }
    }
}

/// The transition of the chart that answered an event. It has the event's name.
public enum SettleRule: UInt8, CaseIterable, Equatable, Sendable {
    case once, continuous, stable, searchFailed, deadline, timeGiven, holdWritten, holdRefused, holdAnew

    /// The transition's id in the chart.
    public var name: StaticString {
        switch self {
        case .once: "once"
        case .continuous: "continuous"
        case .stable: "stable"
        case .searchFailed: "search-failed"
        case .deadline: "deadline"
        case .timeGiven: "time-given"
        case .holdWritten: "hold-written"
        case .holdRefused: "hold-refused"
        case .holdAnew: "hold-anew"
        }
    }
}

/// The answer to an event.
public struct SettleTransition: Equatable, Sendable {
    /// The transition of the chart.
    public var rule: SettleRule
    /// The state afterwards.
    public var state: SettleState
    /// The action to carry out.
    public var action: SettleAction
}

/// The action of a transition.
public enum SettleAction: UInt8, Equatable, Sendable {
    /// Watch the component until it is stable, and restart its deadline.
    case watch
    /// Write the hold, and stop the deadline.
    case hold
    /// No action.
    case none

    /// The action's name in the chart; nil where the chart has none.
    public var name: StaticString? {
        switch self {
        case .watch: "watch"
        case .hold: "hold"
        case .none: nil
        }
    }
}
