/// The result of an event, or of the start.
public struct ChartStep: Equatable, Sendable {
    /// The ids of the transitions that were taken, in document order; an initial transition follows the one that led to
    /// it.
    public var transitions: [String]
    /// The ids of the atomic states that are active after the step, in document order.
    public var states: [String]
    /// The actions that were performed, in order.
    public var actions: [ChartAction]
}
