/// How far a camera can follow, for focus or for exposure. The order is the ladder: better ones are smaller.
public enum CameraLevel: UInt8, CaseIterable, Comparable, Sendable {
    /// The camera's own automatic works on a region around the point.
    case region
    /// The engine searches and meters at the point, by looking at the frames.
    case software
    /// The camera searches once when it is told to, where it likes, and says when it is done.
    case oneShot
    /// The automatic works on the whole frame; the point cannot be honoured.
    case wholeFrame
    /// Fixed.
    case none

    public static func < (better: CameraLevel, worse: CameraLevel) -> Bool {
        better.rawValue < worse.rawValue
    }

    /// The level's name for people and programs.
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
