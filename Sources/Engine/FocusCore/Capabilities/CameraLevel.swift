/// The degree to which a camera can follow a tap, for focus or for exposure. Better levels compare as smaller.
public enum CameraLevel: UInt8, CaseIterable, Comparable, Sendable, NamedSnapshotable {
    /// The camera's own automatic works on a region around the point.
    case region
    /// The engine measures frames and searches at the point itself.
    case software
    /// The camera searches once on command, at a place of its own choice, and reports when it is done.
    case oneShot
    /// The automatic works on the whole frame; the point cannot be honoured.
    case wholeFrame
    /// Focus or exposure is fixed.
    case none

    public static func < (better: CameraLevel, worse: CameraLevel) -> Bool {
        better.rawValue < worse.rawValue
    }

    /// The level's name, for people and programs.
    public var name: StaticString {
        switch self {
        case .region: "region"
        case .oneShot: "one-shot"
        case .software: "software"
        case .wholeFrame: "whole frame"
        case .none: "none"
        }
    }
}
