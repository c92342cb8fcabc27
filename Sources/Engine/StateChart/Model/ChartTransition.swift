import FocusCore

/// A transition of a chart.
public struct ChartTransition: Equatable, Sendable {
    /// The rule's id, `tf:id`; nil for an initial transition that is only an attribute.
    public var id: String?
    /// The event descriptors. A name matches itself and any continuation after a dot. Empty for an initial transition.
    public var events: [String] = []
    /// The condition that must also hold; nil: none.
    public var guardCondition: ChartGuard?
    /// The ids of the states to enter. Empty: the transition leaves and enters nothing.
    public var targets: [String]
    /// True for `type="internal"`: the transition does not leave its own state for a descendant of that state.
    public var isInternal = false
    /// The actions between leaving and entering.
    public var actions: [ChartAction] = []
    /// The points through which the drawing leads the arrow.
    public var drawnVia: [ChartPoint] = []
    /// The position of the label in the drawing; nil when the file does not give it.
    public var drawnLabel: ChartLabelPlace?
    /// The line number in the file.
    public var line: Int

    /// True when the transition answers an event of this name (SCXML 1.0, 3.12.1).
    public func matches(_ event: String) -> Bool {
        events.contains { descriptor in
            if descriptor == "*" { return true }
            let prefix = descriptor.hasSuffix(".*") ? String(descriptor.dropLast(2)) : descriptor
            return event == prefix || event.hasPrefix(prefix + ".")
        }
    }
}

/// A guard: the null data model's only predicate (SCXML 1.0, B.1), with a name for people.
public struct ChartGuard: Equatable, Sendable {
    /// The meaning of the guard, for the drawing: `tf:guard`.
    public var name: String
    /// The state that must be active: `In('state')`.
    public var state: String
}

/// An action on entry, on exit or during a transition.
public enum ChartAction: Equatable, Sendable {
    /// One of our own actions, by its name.
    case perform(String)
    /// Sends the event to the chart itself after the delay, unless it is cancelled before.
    case send(event: String, id: String, delay: TimeSpan)
    /// Cancels the pending send with this id.
    case cancel(id: String)
}

/// The position of a label in the drawing.
public struct ChartLabelPlace: Equatable, Sendable {
    /// The part of the text that is at the position.
    public enum Anchor: String, Equatable, Sendable {
        case start, middle, end
    }

    /// The position on the base line of the first line of text.
    public var point: ChartPoint
    public var anchor: Anchor
}
