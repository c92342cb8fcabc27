/// Everything that the engine ever learns: what happened, and when.
///
/// Inputs are raw (contacts, samples, answers of the camera), not conclusions, so that a recorded day can be run again
/// under other thresholds.
public struct Input: Equatable, Sendable {
    public var time: Instant
    public var event: Event

    public init(_ event: Event, at time: Instant) {
        self.time = time
        self.event = event
    }

    public enum Event: Equatable, Sendable {
        /// The devices that are there have been described: begin.
        case start
        case cameraArrived(CameraDescription)
        case cameraLeft
        /// The camera's image has another size now: an application has chosen another format. Pixels; 0: nobody knows.
        case cameraImage(width: Int32, height: Int32)
        case touchscreenArrived(TouchscreenDescription)
        case touchscreenLeft
        case accelerometerArrived
        case accelerometerLeft
        /// A contact changed.
        case touch(TouchContact)
        /// The kernel dropped touch events: whatever was going on is not to be trusted.
        case touchesLost
        /// A sample, in m/s².
        case acceleration(Acceleration)
        /// A timer that was armed with this generation has expired.
        case timer(TimerID, generation: UInt32)
        /// The application shows the camera's view (again).
        case viewShown
        /// A tap that the application recognised, in view coordinates: (0, 0) top left, (1, 1) bottom right.
        /// `tap` is repeated by the effect that tells what has become of it.
        case viewTapped(x: Double, y: Double, tap: TapID? = nil)
        /// The camera answered a call.
        case cameraAnswered(ControlResult)
        /// A frame was measured.
        case frame(FrameStatistics)
        /// Frames come as they were requested.
        case framesBegan(FramesBegan)
        /// The frames of this request cannot be had. EBUSY: another program streams.
        case framesUnavailable(request: UInt32, errno: Int32)
        /// The frames of this request were let go.
        case framesEnded(request: UInt32)
        /// The stream of this request has ended by itself. The errno says why; ETIMEDOUT: no frame has come for long.
        case framesLost(request: UInt32, errno: Int32)
        /// The driver tells that somebody else has changed a control that rules others. It carries no values: the engine
        /// reads what it holds.
        case controlsChanged
        /// How much brighter (above 0) or darker the picture shall be than the camera or the engine would make it, in EV.
        case exposureCompensation(Double)
        /// Put everything back: the program is about to end.
        case stop
    }
}

/// The engine's timers. Each is armed with a generation, and only the latest generation counts when it expires.
public enum TimerID: UInt8, CaseIterable, Equatable, Sendable {
    /// The force lock ends.
    case forceLock
    /// What a component does shall be looked at.
    case settlePoll
    /// Focus has had its time.
    case focusDeadline
    /// Exposure has had its time.
    case exposureDeadline
    /// A return to continuous that the camera refused shall be tried again.
    case continuousRetry
    /// Frames that could not be had shall be asked for again.
    case framesRetry
    /// What is held shall be read back once more.
    case verification
    /// Nobody has touched the screen for long.
    case idle
    /// The pause between two control writes is over.
    case writePause
    /// The holds are looked at again: another program may have changed them.
    case holdCheck

    public var name: StaticString {
        switch self {
        case .forceLock: "forceLock"
        case .settlePoll: "settlePoll"
        case .focusDeadline: "focusDeadline"
        case .exposureDeadline: "exposureDeadline"
        case .continuousRetry: "continuousRetry"
        case .framesRetry: "framesRetry"
        case .verification: "verification"
        case .idle: "idle"
        case .writePause: "writePause"
        case .holdCheck: "holdCheck"
        }
    }
}
