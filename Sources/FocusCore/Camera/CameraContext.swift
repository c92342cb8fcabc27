/// The means that one camera has in a step: the time, timers, demands, and reports.
protocol CameraContext {
    /// The time of the step.
    var time: Instant { get }

    /// Makes a demand on the camera.
    /// - Returns: the demand with its id. A release has the id of its request already.
    mutating func ask(_ demand: Demand) -> Demand
    mutating func tell(_ news: CameraNews)
    mutating func arm(_ timer: TimerID, at deadline: Instant)
    mutating func disarm(_ timer: TimerID)
    func isArmed(_ timer: TimerID) -> Bool
}

/// The reports of one camera.
enum CameraNews {
    /// Focus and exposure have both come to their end after a tap.
    case settled(SettledReport)
    /// A search for focus has ended.
    case searched(FocusSearchReport)
    /// A search for the exposure has ended.
    case exposed(ExposureReport)
    /// The camera can do something else than before.
    case levels(LevelReport)
    /// Another order came before the camera had taken a tap.
    case tapOvertaken(TapID?)
    case fault(Fault)
}

extension Component {
    /// The timer that ends its search at the latest.
    var deadline: TimerID {
        switch self {
        case .focus: .focusDeadline
        case .exposure: .exposureDeadline
        }
    }
}

/// The settings that one camera follows.
struct CameraSettings: Equatable, Sendable, Snapshotable {
    var sceneWatch: SceneWatch
    var regions: RegionSizes
    var settle: SettleTimes
    var autofocus: FocusSearchSettings
    var autoexposure: ExposureSettings
}
