/// A state chart as its file has it: the part of W3C SCXML 1.0 that needs no data.
public struct Chart: Equatable, Sendable {
    /// The chart's name.
    public var name: String
    /// The states in document order. The first is the document itself: the root, which has no id.
    public var states: [ChartState]
    /// How large the drawing is, in pixels; nil where the file does not say.
    public var drawingSize: ChartPoint?
    /// The file that errors and findings name.
    public var file: String

    /// The index of the state that has the id; the first of them, should there be more.
    public func index(of id: String) -> Int? {
        states.firstIndex { $0.id == id }
    }

    /// All transitions with the state that has them, in document order: of a state, the initial one comes first.
    public var transitions: [(state: Int, transition: ChartTransition)] {
        states.indices.flatMap { index in
            ((states[index].initial.map { [$0] } ?? []) + states[index].transitions).map { (index, $0) }
        }
    }

    /// Whether `state` lies within `ancestor`, at any depth. A state does not lie within itself.
    public func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
        var parent = states[state].parent
        while let current = parent {
            if current == ancestor { return true }
            parent = states[current].parent
        }
        return false
    }
}

/// A state of a chart.
public struct ChartState: Equatable, Sendable {
    /// What a state is to the standard.
    public enum Kind: String, Equatable, Sendable {
        /// The document.
        case root = "scxml"
        /// One state: atomic without children, else compound with exactly one of them active.
        case state
        /// All children are active together.
        case parallel
    }

    public var kind: Kind
    /// The state's id; empty for the root only.
    public var id: String
    /// The index of the state around it; nil for the root only.
    public var parent: Int?
    /// The indices of the states directly within it, in document order.
    public var children: [Int] = []
    /// What is taken when the state is entered without naming a child: `<initial>`, or the attribute of that name, which has no id.
    public var initial: ChartTransition?
    /// The state's transitions in document order.
    public var transitions: [ChartTransition] = []
    public var onEntry: [ChartAction] = []
    public var onExit: [ChartAction] = []
    /// The engine's timers that may be armed while the state is active, by name: `tf:timers`. A region that names a timer
    /// anywhere allows it only in the states that name it.
    public var timers: [String] = []
    /// The things that the state waits for, by name: `tf:awaits`. At least one of these timers is armed while the state is active, or,
    /// for `answer`, the camera has yet to answer. Empty: the state may last for ever.
    public var awaits: [String] = []
    /// Whether the state is left in the step in which it is entered: `tf:transient="true"`.
    public var isTransient = false
    /// Where the drawing has the state's middle, and how large; nil where the file does not say.
    public var drawnAt: ChartPoint?
    public var drawnSize: ChartPoint?
    /// The line of the file.
    public var line: Int

    /// Whether one of its children is active whenever it is: only such a state can be the domain of a transition.
    public var isCompound: Bool { kind != .parallel && !children.isEmpty }
}

/// A place or a size in the drawing, in pixels.
public struct ChartPoint: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
