/// A state chart as read from its file: the part of W3C SCXML 1.0 that needs no data.
public struct Chart: Equatable, Sendable {
    /// The hash of `StateCharts/focus-exposure.scxml`, for the headers of traces. A test computes it from the file.
    public static let hashOfFocusExposure = "fnv1a64:1576d6700c5b62cb"

    /// The chart's name.
    public var name: String
    /// The states in document order. The first is the document itself: the root, which has no id.
    public var states: [ChartState]
    /// The size of the drawing in pixels; nil when the file does not give it.
    public var drawingSize: ChartPoint?
    /// The name of the file in errors and findings.
    public var file: String

    /// The index of the state with the id; of several, the first.
    public func index(of id: String) -> Int? {
        states.firstIndex { $0.id == id }
    }

    /// These atomic states, and the states around them.
    func configuration(of active: [String]) -> Set<Int> {
        Set(active.compactMap(index(of:)).flatMap(path(from:)))
    }

    /// A state and the states around it, from the innermost to the root.
    func path(from state: Int) -> UnfoldFirstSequence<Int> { sequence(first: state) { states[$0].parent } }

    /// True when `state` lies within `ancestor`, at any depth. A state does not lie within itself.
    public func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
        path(from: state).dropFirst().contains(ancestor)
    }
}

/// A state of a chart.
public struct ChartState: Equatable, Sendable {
    /// The kind of a state in the standard.
    public enum Kind: String, Equatable, Sendable {
        /// The document.
        case root = "scxml"
        /// A state: atomic without children, otherwise compound, with exactly one child active.
        case state
        /// All children are active together.
        case parallel
    }

    public var kind: Kind
    /// The state's id; empty for the root only.
    public var id: String
    /// The index of the enclosing state; nil for the root only.
    public var parent: Int?
    /// The indices of the states directly inside, in document order.
    public var children: [Int] = []
    /// Taken when the state is entered without naming a child: `<initial>`, or the attribute of that name, which has no id.
    public var initial: ChartTransition?
    /// The state's transitions in document order.
    public var transitions: [ChartTransition] = []
    public var onEntry: [ChartAction] = []
    public var onExit: [ChartAction] = []
    /// `tf:timers`: the engine's timers that may be armed while the state is active. Its region allows them in no other state.
    public var timers: [String] = []
    /// `tf:awaits`: timers of which at least one is armed while the state is active, or, for `answer`, the camera has yet to answer.
    /// Empty: the state may last for ever.
    public var awaits: [String] = []
    /// True when the state is left in the step in which it is entered: `tf:transient="true"`.
    public var isTransient = false
    /// The state's centre and its size in the drawing; nil when the file does not give them.
    public var drawnAt: ChartPoint?
    public var drawnSize: ChartPoint?
    /// The line number in the file.
    public var line: Int

    /// True when exactly one child is active whenever the state is. Only such a state can be a transition's domain.
    public var isCompound: Bool { kind != .parallel && !children.isEmpty }
}

/// A position or a size in the drawing, in pixels.
public struct ChartPoint: Equatable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
