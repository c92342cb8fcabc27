import FocusCore

/// The transitions of a recording beside those of another run of the same inputs.
public struct TransitionComparison: Sendable {
    /// A state that the machine has entered, possibly the same one again.
    public struct Transition: Equatable, Sendable {
        public var time: Instant
        /// The line of the input at, or before, which it happened.
        public var line: Int
        public var report: StateReport
        /// True if the run had needed an answer before that the recording does not have.
        public var isGuess: Bool
        /// Numbered from 1, because the clock may begin anew with a session.
        var session: Int

        /// True if the same has happened at about the same time.
        fileprivate func matches(_ other: Transition) -> Bool {
            let shift = time.since(other.time)
            return session == other.session && report.state == other.report.state && report.rule == other.report.rule
                && shift <= TransitionComparison.longestShift
                && other.time.since(time) <= TransitionComparison.longestShift
        }
    }

    /// A difference between the runs.
    public enum Change: Equatable, Sendable {
        /// Only the recording has this transition.
        case gone(Transition)
        /// Only the other run has it.
        case new(Transition)
        /// Both have it; in the other run it comes later by this span, or earlier if that is negative.
        case shifted(Transition, by: TimeSpan)
    }

    /// Further away it is another transition. Half a second is more than a detector's delay, and less than two taps are apart.
    static let longestShift = TimeSpan.milliseconds(500)

    public private(set) var recorded: [Transition] = []
    public private(set) var run: [Transition] = []
    /// The line of the recorded step that the run has reached.
    private var line = 0
    /// The number of the present session, from 1; 0 before the first.
    private(set) var session = 0

    mutating func beginSession() { session += 1 }

    mutating func note(_ event: RerunSessions.Event) {
        switch event {
        case .session, .resumed: break
        case .recorded(let step):
            line = step.line
            for case .state(let report) in step.effects {
                recorded.append(transition(report, at: step.input.time, isGuess: false))
            }
        case .rerun(let step):
            step.effects.forEach { effect in
                guard case .state(let report) = effect else { return }
                run.append(transition(report, at: step.input.time, isGuess: step.isGuess))
            }
        }
    }

    private func transition(_ report: StateReport, at time: Instant, isGuess: Bool) -> Transition {
        Transition(time: time, line: line, report: report, isGuess: isGuess, session: session)
    }

    /// The changes in the order of time; what is gone precedes what is new at the same time.
    public var changes: [Change] {
        var changes: [Change] = []
        var (left, right) = (0, 0)
        while left < recorded.count || right < run.count {
            if left < recorded.count, right < run.count, recorded[left].matches(run[right]) {
                let shift = run[right].time.since(recorded[left].time)
                if shift != .zero { changes.append(.shifted(run[right], by: shift)) }
                (left, right) = (left + 1, right + 1)
            } else if right == run.count || (left < recorded.count && !Self.isBefore(run[right], recorded[left])) {
                changes.append(.gone(recorded[left]))
                left += 1
            } else {
                changes.append(.new(run[right]))
                right += 1
            }
        }
        return changes
    }

    private static func isBefore(_ one: Transition, _ other: Transition) -> Bool {
        (one.session, one.time.nanoseconds) < (other.session, other.time.nanoseconds)
    }
}
