/// An error in a camera's description, or a failure of the camera. `Fault` explains each case.
public enum CameraFault: Equatable, Sendable, Snapshotable {
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
    case framesWithdrawn
    case compensationLimited(missing: Double)
}
