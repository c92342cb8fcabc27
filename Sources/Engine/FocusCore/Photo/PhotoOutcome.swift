/// The state of focus, or of exposure, when the frame of a photo was exposed.
public enum PhotoOutcome: UInt8, CaseIterable, Equatable, Sendable {
    /// The tap that is held has ended so.
    case converged
    case failed
    case held
    /// No tap is held: the camera's automatic, or the engine, follows the scene.
    case following
    /// It was still changing.
    case unsettled

    /// The name for programs; it never changes.
    public var name: StaticString {
        switch self {
        case .converged: "converged"
        case .failed: "failed"
        case .held: "held"
        case .following: "following"
        case .unsettled: "unsettled"
        }
    }

    init(_ outcome: SettledReport.Outcome) {
        switch outcome {
        case .converged: self = .converged
        case .failed: self = .failed
        case .held: self = .held
        }
    }

    /// False where the photo may be unsharp, or exposed wrongly.
    public var isGood: Bool {
        switch self {
        case .converged, .held, .following: true
        case .failed, .unsettled: false
        }
    }
}

/// The states of both; nil: the camera lacks it.
public struct PhotoOutcomes: Equatable, Sendable {
    public var focus: PhotoOutcome?
    public var exposure: PhotoOutcome?

    public init(focus: PhotoOutcome?, exposure: PhotoOutcome?) {
        self.focus = focus
        self.exposure = exposure
    }

    /// False where the photo may be unsharp, or exposed wrongly.
    public var areGood: Bool { focus?.isGood != false && exposure?.isGood != false }
}

/// The reason why there is no photo.
public enum PhotoFailure: UInt8, CaseIterable, Equatable, Sendable {
    /// No program that takes photos holds the camera's frames.
    case noHolder
    /// Another photo is being taken.
    case busy
    /// A photo with an exposure or a lens position of its own is wanted, and that is not held.
    case notHeld
    /// The lens does not have the position, or another one of the same bracket.
    case outOfRange
    /// The lens has not come to the position of its own that the photo was to have, or has not stayed there.
    case notMoved
    /// The holder was asked for a frame, and none has come.
    case noFrame
    /// The holder was told to write the file, and has not answered.
    case noAnswer
    /// The program that holds the frames has ended, or its stream has.
    case holderGone
    /// The camera was unplugged, or another one has taken its place.
    case cameraGone
    /// The frames were damaged, one after the other.
    case damaged
    /// The path is not below the holder's folder.
    case outside
    /// A folder of the path does not exist.
    case noFolder
    /// The disk is full, or the quota is used up.
    case noSpace
    /// The file system is read-only.
    case readOnly
    /// The holder may not write there.
    case denied
    /// Another reason, which the holder's sentence tells.
    case failed

    /// True if the program that takes the photo may give it; those stand last. The daemon gives the other ones.
    public var isHolders: Bool { rawValue >= PhotoFailure.damaged.rawValue }

    /// The name for programs; it never changes.
    public var name: StaticString {
        switch self {
        case .noHolder: "noHolder"
        case .busy: "busy"
        case .notHeld: "notHeld"
        case .outOfRange: "outOfRange"
        case .notMoved: "notMoved"
        case .noFrame: "noFrame"
        case .noAnswer: "noAnswer"
        case .holderGone: "holderGone"
        case .cameraGone: "cameraGone"
        case .damaged: "damaged"
        case .outside: "outside"
        case .noFolder: "noFolder"
        case .noSpace: "noSpace"
        case .readOnly: "readOnly"
        case .denied: "denied"
        case .failed: "failed"
        }
    }
}
