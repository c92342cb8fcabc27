/// The frequency of the mains. Lamps flash twice in each period.
public enum MainsFrequency: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case hertz50
    case hertz60

    /// From V4L2_CID_POWER_LINE_FREQUENCY: 1 is 50 Hz, 2 is 60 Hz. Nil for "disabled" (0), "auto" (3) and unknown values.
    public init?(powerLineFrequency value: Int64) {
        switch value {
        case 1: self = .hertz50
        case 2: self = .hertz60
        default: return nil
        }
    }

    /// The time between two flashes of a lamp, in units of 100 µs. A whole number of flashes is the same light whenever it begins.
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

/// The source of the mains frequency.
public enum MainsChoice: SettingChoice, Sendable, Snapshotable {
    /// The camera's own control, if it has one.
    case camera
    /// No flicker is avoided: daylight, or lamps on direct current.
    case none
    case fixed(MainsFrequency)

    public static let allCases: [MainsChoice] = [.camera, .none, .fixed(.hertz50), .fixed(.hertz60)]

    public var name: StaticString {
        switch self {
        case .camera: "camera"
        case .none: "none"
        case .fixed(let frequency): frequency.name
        }
    }

    /// The frequency that applies; `camera` is what the camera reports.
    public func frequency(camera: MainsFrequency?) -> MainsFrequency? {
        switch self {
        case .camera: camera
        case .none: nil
        case .fixed(let frequency): frequency
        }
    }
}
