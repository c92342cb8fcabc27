import FocusCore

/// What a machine does in one situation, in the chart's words.
struct ChartExpectation {
    /// The active atomic states, in document order; empty: before the start.
    var active: [String]
    /// Nil: the start.
    var event: String?
    /// Whether the chart's timer is on its way when the event comes.
    var timerIsRunning = false

    var transitions: [String]
    var states: [String]
    var actions: [String]
    /// What is on its way afterwards.
    var timers: [Timer]

    /// A delayed event on its way.
    enum Timer: Equatable {
        /// It was sent before the step.
        case earlier
        /// The step has sent it.
        case anew(event: String, delay: TimeSpan)
    }

    /// "in autoAndForceLocked with notMoved, on lockElapsed"
    var situation: String {
        guard let event else { return "at the start" }
        return "in \(active.joined(separator: " with ")), on \(event)"
    }
}

extension ChartExpectation.Timer: CustomStringConvertible {
    var description: String {
        switch self {
        case .earlier: "the earlier one"
        case .anew(let event, let delay): "\(event) in \(delay.nanoseconds / 1_000_000) ms"
        }
    }
}
