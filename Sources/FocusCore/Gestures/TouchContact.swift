/// What a touchscreen tells about one contact at one moment, in its own units.
public struct TouchContact: Equatable, Sendable {
    public enum Phase: UInt8, CaseIterable, Equatable, Sendable {
        case down, move, up
        /// The contact is gone without having been lifted: events were lost, or the device took it back.
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

    /// Tells contacts that are down at the same time apart; 0 on a single-touch screen.
    public var slot: Int32
    public var phase: Phase
    public var x: Int32
    public var y: Int32
    /// The longer diameter of the contact, in units of the position; 0 where the screen does not tell.
    public var major: Int32
    /// Whether the screen itself says that this is a palm (MT_TOOL_PALM).
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

/// What a touchscreen is like.
public struct TouchscreenDescription: Equatable, Sendable {
    public var minimumX: Int32
    public var maximumX: Int32
    public var minimumY: Int32
    public var maximumY: Int32
    /// Units for each millimetre; 0 where the screen does not tell.
    public var unitsPerMillimetreX: Int32
    /// Units for each millimetre; 0 where the screen does not tell.
    public var unitsPerMillimetreY: Int32
    /// How its range lies on the screen; udev's LIBINPUT_CALIBRATION_MATRIX.
    public var calibration: CalibrationMatrix

    public init(
        minimumX: Int32, maximumX: Int32, minimumY: Int32, maximumY: Int32, unitsPerMillimetreX: Int32 = 0,
        unitsPerMillimetreY: Int32 = 0, calibration: CalibrationMatrix = .identity
    ) {
        self.minimumX = minimumX
        self.maximumX = maximumX
        self.minimumY = minimumY
        self.maximumY = maximumY
        self.unitsPerMillimetreX = unitsPerMillimetreX
        self.unitsPerMillimetreY = unitsPerMillimetreY
        self.calibration = calibration
    }
}
