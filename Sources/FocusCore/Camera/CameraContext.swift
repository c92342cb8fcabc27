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

extension CameraContext {
    /// The camera is gone or gets another instruction: nothing that was begun before is waited for. The next write arms `writePause`
    /// again if a pause is needed.
    mutating func disarmAll() {
        disarm(.focusDeadline)
        disarm(.exposureDeadline)
        disarm(.framesRetry)
        disarm(.verification)
        disarm(.holdCheck)
        disarm(.settlePoll)
        disarm(.continuousRetry)
        disarm(.writePause)
    }
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

    init(_ end: SearchEnd) {
        switch end {
        case .focus(let report, _): self = .searched(report)
        case .exposure(let report, _): self = .exposed(report)
        }
    }
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

    /// The settings of exposure searches, with a compensation.
    @inline(__always)
    func exposure(with compensation: Compensation) -> ExposureSettings {
        var exposure = autoexposure
        exposure.compensation = compensation.wanted
        return exposure
    }
}
