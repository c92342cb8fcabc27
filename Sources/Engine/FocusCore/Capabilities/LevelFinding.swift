/// The level of one component, and the reason why it is no better.
public struct LevelFinding: Equatable, Sendable, Snapshotable {
    public var level: CameraLevel
    public var reason: LevelReason

    public init(level: CameraLevel, reason: LevelReason) {
        self.level = level
        self.reason = reason
    }
}

/// The reason for a camera's level. `explanation` says what each of them means.
public enum LevelReason: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case regionOffered, framesOffered, framesHeld, noRegionOneShot, noRegion, regionNotUsedOneShot, regionNotUsed
    case noAutomatic, noHold, noFrames, controlsFail, framesReserved

    /// The name for traces and programs; it never changes.
    public var name: StaticString {
        switch self {
        case .regionOffered: "regionOffered"
        case .framesOffered: "framesOffered"
        case .framesHeld: "framesHeld"
        case .noRegionOneShot: "noRegionOneShot"
        case .noRegion: "noRegion"
        case .regionNotUsedOneShot: "regionNotUsedOneShot"
        case .regionNotUsed: "regionNotUsed"
        case .noAutomatic: "noAutomatic"
        case .noHold: "noHold"
        case .noFrames: "noFrames"
        case .controlsFail: "controlsFail"
        case .framesReserved: "framesReserved"
        }
    }

    /// The explanation for people: the second half of "region, because …".
    public var explanation: StaticString {
        switch self {
        case .regionOffered: "its automatic works on a region of interest"
        case .framesOffered: "no region of interest covers this; it is set by looking at the frames"
        case .framesHeld: "no region of interest covers this; it is set by the frames that another program measures"
        case .noRegionOneShot: "no region of interest is offered (kernels before 6.15 cannot ask), but one search is"
        case .noRegion: "no region of interest is offered (kernels before 6.15 cannot ask)"
        case .regionNotUsedOneShot: "its region of interest does not cover this, but one search is offered"
        case .regionNotUsed: "its region of interest does not cover this"
        case .noAutomatic: "it has no automatic to start"
        case .noHold: "its automatic cannot be held"
        case .noFrames: "it could be set by hand, but its frames are in no format that can be read"
        case .controlsFail: "other controls that it offers for this fail whenever they are used"
        case .framesReserved:
            "it could be set by hand, but another program has reserved the stream and does not measure it"
        }
    }
}

/// The level of each component, with its reason.
public struct LevelReport: Equatable, Sendable, Snapshotable {
    public var focus: LevelFinding
    public var exposure: LevelFinding

    public init(focus: LevelFinding, exposure: LevelFinding) {
        self.focus = focus
        self.exposure = exposure
    }

    subscript(component: Component) -> LevelFinding {
        component == .focus ? focus : exposure
    }
}
