/// What the frames of a camera are needed for.
enum FrameUse: Equatable, Sendable, Snapshotable {
    case nothing
    /// A tap searches at the point, once.
    case tap(PointOfInterest)
    /// The scene is watched while the point is held: a change of it counts as moved.
    case scene(PointOfInterest)
    /// The camera has no automatic: the engine searches again when the scene changes.
    case continuous(PointOfInterest)

    /// The point around which the frames are measured; nil: no frames are needed.
    var point: PointOfInterest? {
        switch self {
        case .nothing: nil
        case .tap(let point), .scene(let point), .continuous(let point): point
        }
    }
}
