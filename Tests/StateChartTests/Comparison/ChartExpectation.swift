import FocusCore

/// The machine's answer in one situation, in the chart's terms.
struct ChartExpectation {
    /// The active atomic states, in document order; empty: before the start.
    var active: [String]
    /// The event; nil for the start.
    var event: String?
    /// True when the chart's timer is running at the event.
    var timerIsRunning = false

    var transitions: [String]
    var states: [String]
    var actions: [String]
    /// The timers that are running after the step.
    var timers: [Timer]

    /// A running timer: a delayed event that has not come yet.
    enum Timer: Equatable {
        /// The timer was started before the step.
        case earlier
        /// The step has started the timer.
        case anew(event: String, delay: TimeSpan)
    }

    /// A description such as "in autoAndForceLocked with notMoved, on lockElapsed".
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
