import FocusCore

/// Follows a session through one chart.
protocol ChartMonitor: Sendable {
    associatedtype Event: RawRepresentable & CaseIterable & Sendable where Event.RawValue == Int

    var run: ChartRun<Event> { get set }

    /// Takes a step of the engine.
    /// - Throws: what the chart does not allow.
    mutating func follow(_ input: Input.Event, _ effects: EffectList, _ facts: SessionFacts) throws(ChartProblem)
}

/// A demand of a chart that was not met.
struct ChartProblem: Error {
    /// The event; nil: the end of the step.
    var event: String?
    var expected: String

    init(event: String? = nil, expected: String) {
        self.event = event
        self.expected = expected
    }
}
