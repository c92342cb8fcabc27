/// An impossible input, or a failure of the camera.
public enum Fault: Equatable, Sendable, Snapshotable {
    /// An acceleration sample that is not finite.
    case accelerationNotFinite
    /// A touch outside the range of the touchscreen.
    case touchOutOfRange
    /// A touchscreen whose range is empty or inverted.
    case touchRangeUnusable
    /// A calibration matrix that cannot be inverted.
    case calibrationUnusable
    /// A control whose step is 0; it is taken as 1.
    case controlStepUnusable(ControlID)
    /// A control whose range is empty or inverted; the camera counts as not having it.
    case controlRangeUnusable(ControlID)
    /// A control that was written several times, and whose read-back did not follow.
    case controlIgnored(ControlID)
    /// A control that was written several times, and to which the camera gave another value close to the written one.
    case controlChanged(ControlID)
    /// The camera does not accept the original value of a changed control: it cannot be put back, and the control stays as it is.
    case originalUnusable(ControlID)
    /// This automatic does not stay off: the camera refused the control that it rules even after the automatic was switched off again.
    case automaticReturns(ControlID)
    /// Another program has changed a control while it was held. The engine holds it again, once for each tap.
    case holdBroken(ControlID)
    /// Another program has changed the control a second time, or the camera refuses to hold it again: it is not held until the next tap.
    case holdLost(ControlID)
    /// Frames are unavailable; EBUSY (16): another program streams. A tap falls to the next level, if there is one.
    /// Until frames are available, the scene is not watched, and the engine makes no searches in continuousAuto.
    case framesRefused(errno: Int32)
    /// The stream was lost.
    case framesEnded(errno: Int32)
    /// Another program has taken the stream, or measures no more, while a tap searched in it: the tap goes on at the next level.
    case framesWithdrawn
    /// Statistics of a frame that are not finite or outside their range.
    case frameUnusable
    /// The camera's zoom is in effect, in an unknown unit: taps and the held point are converted as if it enlarged nothing.
    case zoomUnknown
    /// A wish for a zoom that the camera cannot fulfil: it has no zoom that can be set, its factor is unknown, or a number is outside
    /// its range.
    case zoomUnusable
    /// The camera has refused to zoom: the zoom stays where it is.
    case zoomRefused(errno: Int32)
    /// A compensation that is not finite; it is ignored.
    case compensationUnusable
    /// The held exposure cannot follow the compensation. `missing` is the difference in EV; negative when the picture is too bright.
    case compensationLimited(missing: Double)

    /// The name for traces; it never changes.
    public var name: StaticString {
        switch self {
        case .accelerationNotFinite: "accelerationNotFinite"
        case .touchOutOfRange: "touchOutOfRange"
        case .touchRangeUnusable: "touchRangeUnusable"
        case .calibrationUnusable: "calibrationUnusable"
        case .controlStepUnusable: "controlStepUnusable"
        case .controlRangeUnusable: "controlRangeUnusable"
        case .controlIgnored: "controlIgnored"
        case .controlChanged: "controlChanged"
        case .originalUnusable: "originalUnusable"
        case .automaticReturns: "automaticReturns"
        case .holdBroken: "holdBroken"
        case .holdLost: "holdLost"
        case .framesRefused: "framesRefused"
        case .framesEnded: "framesEnded"
        case .framesWithdrawn: "framesWithdrawn"
        case .frameUnusable: "frameUnusable"
        case .zoomUnknown: "zoomUnknown"
        case .zoomUnusable: "zoomUnusable"
        case .zoomRefused: "zoomRefused"
        case .compensationUnusable: "compensationUnusable"
        case .compensationLimited: "compensationLimited"
        }
    }
}
