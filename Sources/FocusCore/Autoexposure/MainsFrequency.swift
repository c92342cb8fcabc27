/// How often the mains changes direction; lamps flicker twice as often.
public enum MainsFrequency: UInt8, CaseIterable, Equatable, Sendable {
    case hertz50
    case hertz60

    /// From V4L2_CID_POWER_LINE_FREQUENCY: 1 is 50 Hz, 2 is 60 Hz; nil of "disabled" (0), of "auto" (3), with which the
    /// camera does not say what it found, and of what no camera should say.
    public init?(powerLineFrequency value: Int64) {
        switch value {
        case 1: self = .hertz50
        case 2: self = .hertz60
        default: return nil
        }
    }

    /// How long a lamp takes from one flash to the next, in units of 100 µs: 100 at 50 Hz, 83⅓ at 60 Hz. An exposure of a
    /// whole number of them collects the same light whenever it begins.
    public var halfPeriod: Double {
        switch self {
        case .hertz50: 100
        case .hertz60: 1000.0 / 12
        }
    }

    public var name: StaticString {
        switch self {
        case .hertz50: "50Hz"
        case .hertz60: "60Hz"
        }
    }
}

/// Whom to believe about the mains.
public enum MainsChoice: Equatable, Sendable {
    /// The camera's own control, where it has one.
    case camera
    /// There is no flicker to avoid: daylight, or lamps on direct current.
    case none
    case fixed(MainsFrequency)

    /// What applies, given what the camera says.
    public func frequency(camera: MainsFrequency?) -> MainsFrequency? {
        switch self {
        case .camera: camera
        case .none: nil
        case .fixed(let frequency): frequency
        }
    }
}
