/// An event with its time. The engine learns everything by inputs. They are raw (contacts, samples, answers of the camera), not
/// conclusions, so that a recorded day can be run again under other thresholds.
public struct Input: Equatable, Sendable {
    public var time: Instant
    public var event: Event

    public init(_ event: Event, at time: Instant) {
        self.time = time
        self.event = event
    }

    public enum Event: Equatable, Sendable {
        /// The present devices have been described: begin.
        case start
        case cameraArrived(CameraDescription)
        case cameraLeft
        /// The camera's image has another size, in pixels, because an application has chosen another format; 0: unknown.
        case cameraImage(width: Int32, height: Int32)
        case touchscreenArrived(TouchscreenDescription)
        case touchscreenLeft
        case accelerometerArrived
        case accelerometerLeft
        /// A contact changed.
        case touch(TouchContact)
        /// The kernel dropped touch events: the present contacts cannot be trusted.
        case touchesLost
        /// A sample, in m/s².
        case acceleration(Acceleration)
        /// A timer that was armed with this generation has expired.
        case timer(TimerID, generation: UInt32)
        /// The application shows the camera's view, for the first time or again.
        case viewShown
        /// A tap in view coordinates: (0, 0) top left, (1, 1) bottom right. The effect that reports the result repeats `tap`.
        case viewTapped(x: Double, y: Double, tap: TapID? = nil)
        /// A tap in coordinates of the camera's whole picture, however it is shown: (0, 0) top left, (1, 1) bottom right.
        case pictureTapped(x: Double, y: Double, tap: TapID? = nil)
        /// Somebody wants a point to be kept: neither motion nor the scene lets go of it. The effect that reports the result repeats
        /// its tap.
        case keep(KeepWish)
        /// The lock is over: its keeper keeps the point no longer.
        case keepEnded
        /// The camera answered a call.
        case cameraAnswered(ControlResult)
        /// The answer to a request for frames, a measured frame, or the end of the stream.
        case frames(FrameNews)
        /// Another program holds the camera's stream from now on, or holds it in another way; nil: no program does any more.
        /// Before frames come from another source, the engine has released those that it has requested.
        case framesHeld(FrameHolder?)
        /// Another program has changed a control that rules others, says the driver: the engine reads the controls that it holds.
        case controlsChanged
        /// The camera has this zoom now, V4L2_CID_ZOOM_ABSOLUTE: another program has set it, says the driver.
        case zoomChanged(Int64)
        /// Somebody wants another zoom.
        case zoom(ZoomWish)
        /// Another camera is about to take this one's place: its original values are put back. `cameraReleased` answers.
        case releaseCamera
        /// Somebody has switched a light on or off.
        case lightChanged(isOn: Bool)
        /// The camera's privacy shutter was closed or opened, says the driver.
        case shutterChanged(isClosed: Bool)
        /// Exposure compensation in EV; positive is brighter.
        case exposureCompensation(Double)
        /// Exposure compensation in EV for one customer. The engine takes it back with the next tap that the camera accepts, and with the
        /// return to continuous; then the lasting one is in force again. nil: the client that asked for it is gone.
        case temporaryCompensation(Double?)
        /// The held lens is to stand beside its position for a photo, by this share of its range, −1…1; nil: at its position again. It goes
        /// back by itself with a tap, the return to continuous, and the end. A position that it does not have changes nothing.
        case lensOffset(Double?)
        /// An application shows the picture there from now on; nil: where it is configured.
        case viewPlaced(ViewPlacement?)
        /// True: a program that shows the picture recognises touches and sends the taps from now on, whether it holds the camera's
        /// stream or not. Contacts of the touchscreen are then no taps, and still count as somebody being there. False: none does.
        case tapsSent(Bool)
        /// Put all original values back: the program is about to end.
        case stop
    }
}
