/// The states of one component, focus or exposure, from "once at the point" to "held", as in `StateCharts/settle-then-hold.scxml`. It
/// always ends: `adjusting` ends at the deadline at the latest, and `continuous` is possible in every state.
public struct SettleMachine: Equatable, Sendable, Snapshotable {
    public private(set) var state: SettleState

    public init(state: SettleState = .continuous) {
        self.state = state
    }

    /// Takes an event.
    /// - Returns: the state that it leads to; nil: the event has no meaning in this state, which is unchanged.
    public mutating func handle(_ event: SettleEvent) -> SettleState? {
        guard let reached = next(after: event) else { return nil }
        state = reached
        return reached
    }

    private func next(after event: SettleEvent) -> SettleState? {
        switch (state, event) {
        case (_, .once): .adjusting
        case (_, .continuous): .continuous
        case (.adjusting, .stable), (.held, .holdAnew): .converged
        case (.adjusting, .searchFailed), (.adjusting, .deadline): .failed
        case (.adjusting, .timeGiven): .assumed
        case (.converged, .holdWritten), (.failed, .holdWritten), (.assumed, .holdWritten): .held
        case (.converged, .holdRefused), (.failed, .holdRefused), (.assumed, .holdRefused): .notHeld
        case (.adjusting, .holdWritten), (.adjusting, .holdRefused), (.adjusting, .holdAnew): nil
        case (.continuous, _), (.converged, _), (.failed, _), (.assumed, _), (.held, _), (.notHeld, _): nil
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

    /// The action of every transition to this state.
    public var action: SettleAction {
        switch self {
        case .adjusting: .watch
        case .converged, .failed, .assumed: .hold
        case .continuous, .held, .notHeld: .none
        }
    }
}

/// An event of a component.
public enum SettleEvent: UInt8, CaseIterable, Equatable, Sendable {
    /// The camera has been told to focus or expose once.
    case once
    /// The camera has been told to go back to continuous.
    case continuous
    /// The watched value has not changed for `SettleTimes.stableTime`, or the search, the camera's or the engine's, has succeeded.
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

    /// The id of the transition in the chart that answers it.
    public var transition: StaticString {
        switch self {
        case .once, .continuous, .stable, .deadline: name
        case .searchFailed: "search-failed"
        case .timeGiven: "time-given"
        case .holdWritten: "hold-written"
        case .holdRefused: "hold-refused"
        case .holdAnew: "hold-anew"
        }
    }
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
