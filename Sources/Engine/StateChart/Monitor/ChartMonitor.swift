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
}

/// A step in which the engine left a chart: the chart does not allow its effects there.
public struct ChartDeparture: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the step, from 1: one for each input.
    public var step: Int
    /// The chart's name; of `settle-then-hold` also the component.
    public var chart: String
    /// The states in which the chart may have been, as far as inputs and effects say.
    public var states: String
    /// The event of the chart that the input or the effect stands for, or the end of the step.
    public var event: String
    /// The events, the states or the timers that the chart allows there.
    public var expected: String
    /// The input, and what the engine emitted.
    public var emitted: String

    public var description: String {
        "step \(step) leaves the chart \(chart): in \(states), on \(event): expected \(expected); emitted: \(emitted)"
    }
}
