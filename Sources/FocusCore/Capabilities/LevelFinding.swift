/// The level of one component, and why it is not a better one.
public struct LevelFinding: Equatable, Sendable {
    public var level: CameraLevel
    public var reason: LevelReason

    public init(level: CameraLevel, reason: LevelReason) {
        self.level = level
        self.reason = reason
    }
}

/// Why a camera has the level that it has.
public enum LevelReason: UInt8, CaseIterable, Equatable, Sendable {
    /// It has a region of interest that its automatic uses.
    case regionOffered
    /// It has no region of interest that covers this; the engine looks at its frames.
    case framesOffered
    /// It has no region of interest (kernels before 6.15 cannot even ask), but can search once.
    case noRegionOneShot
    /// It has no region of interest (kernels before 6.15 cannot even ask); its automatic works on the whole frame.
    case noRegion
    /// It has a region of interest, but this automatic does not use it; it can search once.
    case regionNotUsedOneShot
    /// It has a region of interest, but this automatic does not use it.
    case regionNotUsed
    /// It has no automatic that could be started.
    case noAutomatic
    /// It has an automatic, but nothing to hold it with.
    case noHold
    /// It could be set by hand, but its frames are in no format that can be read, so nobody knows where to.
    case noFrames
    /// Controls that it offers for more than this answer each access with EIO.
    case controlsFail

    /// For traces and programs: it never changes.
    public var name: StaticString {
        switch self {
        case .regionOffered: "regionOffered"
        case .framesOffered: "framesOffered"
        case .noRegionOneShot: "noRegionOneShot"
        case .noRegion: "noRegion"
        case .regionNotUsedOneShot: "regionNotUsedOneShot"
        case .regionNotUsed: "regionNotUsed"
        case .noAutomatic: "noAutomatic"
        case .noHold: "noHold"
        case .noFrames: "noFrames"
        case .controlsFail: "controlsFail"
        }
    }

    /// For people: the second half of "region, because …".
    public var explanation: StaticString {
        switch self {
        case .regionOffered: "its automatic works on a region of interest"
        case .framesOffered: "no region of interest covers this; it is set by looking at the frames"
        case .noRegionOneShot: "no region of interest is offered (kernels before 6.15 cannot ask), but one search is"
        case .noRegion: "no region of interest is offered (kernels before 6.15 cannot ask)"
        case .regionNotUsedOneShot: "its region of interest does not cover this, but one search is offered"
        case .regionNotUsed: "its region of interest does not cover this"
        case .noAutomatic: "it has no automatic to start"
        case .noHold: "its automatic cannot be held"
        case .noFrames: "it could be set by hand, but its frames are in no format that can be read"
        case .controlsFail: "other controls that it offers for this fail whenever they are used"
        }
    }
}

/// What a camera can do, and why not more.
public struct LevelReport: Equatable, Sendable {
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
