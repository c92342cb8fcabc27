import FocusCore

/// The debts of a camera's thread: the opening of the camera, and the answers to demands.
final class WorkProgress: Sendable {
    private struct State {
        /// The opening, at first.
        var owed = 1
        /// The time of the last progress, or of the first demand after a rest.
        var since: Instant
    }

    private let state: Locked<State>

    init(at time: Instant = MonotonicClock.now()) { state = Locked(State(since: time)) }

    /// A demand was made.
    func demanded(at time: Instant = MonotonicClock.now()) {
        state.withLock { state in
            if state.owed == 0 { state.since = time }
            state.owed += 1
        }
    }

    /// The camera was opened, or has answered a demand.
    func advanced(at time: Instant = MonotonicClock.now()) {
        state.withLock { state in
            state.owed = max(0, state.owed - 1)
            state.since = time
        }
    }

    /// The time since the last progress; nil while nothing is owed.
    func wait(at time: Instant) -> TimeSpan? {
        state.withLock { state in state.owed > 0 ? time.since(state.since) : nil }
    }
}
