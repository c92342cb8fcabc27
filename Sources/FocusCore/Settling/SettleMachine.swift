/// The way of one component, focus or exposure, from "once at the point" to "held".
/// The chart is `StateCharts/settle-then-hold.scxml`.
///
/// It always ends: adjusting is left at the deadline at the latest, and `continuous` leads back from everywhere.
public struct SettleMachine: Equatable, Sendable {
    public private(set) var state: SettleState

    public init(state: SettleState = .continuous) {
        self.state = state
    }

    /// Takes an event. Nil: the event means nothing in this state, and nothing has changed.
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

/// Where a component stands.
public enum SettleState: UInt8, CaseIterable, Equatable, Sendable {
    /// It follows the scene.
    case continuous
    /// It is searching at the point.
    case adjusting
    /// It has been seen to come to rest, and is being held.
    case converged
    /// The camera said that the search failed, or the deadline passed; it is being held where it is.
    case failed
    /// The camera lets nothing be watched: it had the time that it usually needs, and is being held.
    case assumed
    /// It is held.
    case held
    /// The camera refused to hold it: it goes on as it likes, until the next instruction.
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

/// What can happen to a component.
public enum SettleEvent: UInt8, CaseIterable, Equatable, Sendable {
    /// The camera has been told to focus or expose once.
    case once
    /// The camera has been told to go back to continuous.
    case continuous
    /// What is watched has not changed for long enough, or the camera says that it has reached its aim.
    case stable
    /// The camera says that its search failed.
    case searchFailed
    /// The deadline has passed.
    case deadline
    /// A camera that cannot be watched has had its time.
    case timeGiven
    /// The hold has been written.
    case holdWritten
    /// The hold has been refused.
    case holdRefused
    /// The hold was broken, or another value is to be held.
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

/// Which transition of the chart answered; named like the event that it answers, with the chart's spelling.
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

/// What came of an event.
public struct SettleTransition: Equatable, Sendable {
    /// The transition of the chart.
    public var rule: SettleRule
    /// The state afterwards.
    public var state: SettleState
    /// What has to be done.
    public var action: SettleAction
}

/// What a component's transition asks for.
public enum SettleAction: UInt8, Equatable, Sendable {
    /// Watch the component until it is stable, and start its deadline anew.
    case watch
    /// Write what holds it, and stop its deadline.
    case hold
    /// Nothing.
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
