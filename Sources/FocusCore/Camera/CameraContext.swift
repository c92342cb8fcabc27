/// What one camera needs of a step: the time, timers, and somebody who makes its calls and tells its news.
protocol CameraContext {
    /// The time of the step.
    var time: Instant { get }

    /// Makes a call to the camera's controls.
    mutating func call(_ operation: ControlCall.Operation) -> ControlCall
    /// Asks for frames.
    /// - Returns: the id of the request.
    mutating func requestFrames(_ request: FrameRequest) -> UInt32
    /// Lets go of the frames that were requested with this id.
    mutating func releaseFrames(_ id: UInt32)
    mutating func tell(_ news: CameraNews)
    mutating func arm(_ timer: CameraTimer, at deadline: Instant)
    mutating func disarm(_ timer: CameraTimer)
    func isArmed(_ timer: CameraTimer) -> Bool
}

/// What has become of a camera's work.
enum CameraNews {
    /// Focus and exposure have both come to their end after a tap.
    case settled(SettledReport)
    /// A search for focus has ended.
    case searched(FocusSearchReport)
    /// A search for the exposure has ended.
    case exposed(ExposureReport)
    /// The camera can do something else than before.
    case levels(LevelReport)
    /// Something newer came before the camera had taken a tap.
    case tapOvertaken(TapID?)
    case fault(CameraFault)
}

/// The timers of one camera.
enum CameraTimer {
    /// What a component does is to be looked at.
    case settlePoll
    /// Focus has had its time.
    case focusDeadline
    /// Exposure has had its time.
    case exposureDeadline
    /// A return to continuous that the camera refused is to be tried again.
    case continuousRetry
    /// Frames that could not be had are to be asked for again.
    case framesRetry
    /// What is held is to be read back once more.
    case verification
    /// The pause between two control writes is over.
    case writePause
    /// The holds are looked at again: another program may have changed them.
    case holdCheck
}

extension Component {
    /// The timer that ends its search at the latest.
    var deadline: CameraTimer {
        switch self {
        case .focus: .focusDeadline
        case .exposure: .exposureDeadline
        }
    }
}

/// The settings that one camera follows.
struct CameraSettings: Equatable, Sendable {
    var sceneWatch: SceneWatch
    var regions: RegionSizes
    var settle: SettleTimes
    var autofocus: FocusSearchSettings
    var autoexposure: ExposureSettings
}
