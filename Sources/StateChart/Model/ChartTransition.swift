import FocusCore

/// A transition of a chart.
public struct ChartTransition: Equatable, Sendable {
    /// The rule's id, `tf:id`; nil for an initial transition that is only an attribute.
    public var id: String?
    /// The event descriptors: a name matches itself and whatever continues it after a dot. Empty for an initial transition.
    public var events: [String]
    /// What has to hold besides; nil: nothing.
    public var guardCondition: ChartGuard?
    /// The ids of the states to enter. Empty: the transition leaves and enters nothing.
    public var targets: [String]
    /// Whether the file says `type="internal"`: the state that has it is then not left for one of its own descendants.
    public var isInternal: Bool
    /// What is done on the way, after leaving and before entering.
    public var actions: [ChartAction]
    /// The places that the drawing leads the arrow through.
    public var drawnVia: [ChartPoint]
    /// Where the drawing puts the label; nil where the file does not say.
    public var drawnLabel: ChartLabelPlace?
    /// The line of the file.
    public var line: Int

    /// Whether the transition answers an event of this name (SCXML 1.0, 3.12.1).
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
    /// What the guard means, for the drawing: `tf:guard`.
    public var name: String
    /// The state that has to be active: `In('state')`.
    public var state: String
}

/// What is done on entry, on exit or on the way.
public enum ChartAction: Equatable, Sendable {
    /// An action of ours, by its name.
    case perform(String)
    /// Sends the event to the chart itself after the delay, unless it is cancelled before.
    case send(event: String, id: String, delay: TimeSpan)
    /// Cancels whatever is on its way under the id.
    case cancel(id: String)
}

/// Where the drawing puts a label.
public struct ChartLabelPlace: Equatable, Sendable {
    /// What of the text stands at the place.
    public enum Anchor: String, Equatable, Sendable {
        case start, middle, end
    }

    /// On the base line of the first line of text.
    public var point: ChartPoint
    public var anchor: Anchor
}
