/// Something about a camera that cannot be right, or that it refuses. `Fault` says more of each.
public enum CameraFault: Equatable, Sendable {
    case stepUnusable(ControlID)
    case rangeUnusable(ControlID)
    case ignored(ControlID)
    case changed(ControlID)
    case originalUnusable(ControlID)
    case automaticReturns(ControlID)
    case holdBroken(ControlID)
    case holdLost(ControlID)
    case framesRefused(errno: Int32)
    case framesEnded(errno: Int32)
    case compensationLimited(missing: Double)
}
