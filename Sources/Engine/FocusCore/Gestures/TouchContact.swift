/// One contact on a touchscreen at one moment, in the touchscreen's own units.
public struct TouchContact: Equatable, Sendable, Snapshotable {
    public enum Phase: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
        case down, move, up
        /// The contact ended without a lift: events were lost, or the device withdrew it.
        case cancelled

        public var name: StaticString {
            switch self {
            case .down: "down"
            case .move: "move"
            case .up: "up"
            case .cancelled: "cancelled"
            }
        }
    }

    /// Identifies the contact among those that are down at the same time; 0 on a single-touch screen.
    public var slot: Int32
    public var phase: Phase
    public var x: Int32
    public var y: Int32
    /// The longer diameter of the contact, in units of the position; 0 when the screen does not report it.
    public var major: Int32
    /// True when the screen itself reports a palm (MT_TOOL_PALM).
    public var isPalm: Bool

    public init(slot: Int32, phase: Phase, x: Int32, y: Int32, major: Int32 = 0, isPalm: Bool = false) {
        self.slot = slot
        self.phase = phase
        self.x = x
        self.y = y
        self.major = major
        self.isPalm = isPalm
    }
}
