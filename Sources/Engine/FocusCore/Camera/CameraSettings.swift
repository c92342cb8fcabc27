struct CameraSettings: Equatable, Sendable, Snapshotable {
    let sceneWatch: SceneWatch
    let whiteBalance: WhiteBalanceHold
    let regions: RegionSizes
    let settle: SettleTimes
    let autofocus: FocusSearchSettings
    let autoexposure: ExposureSettings

    init(_ configuration: Configuration) {
        sceneWatch = configuration.sceneWatch
        whiteBalance = configuration.whiteBalance
        regions = configuration.regions
        settle = configuration.settle
        autofocus = configuration.autofocus
        autoexposure = configuration.autoexposure
    }
}

extension StepContext {
    private static let cameraTimers: InlineArray<9, TimerID> = [
        .focusDeadline, .exposureDeadline, .framesRetry, .verification, .holdCheck, .settlePoll, .continuousRetry,
        .writePause, .zoomStep,
    ]

    /// The camera is gone or gets another instruction: nothing that was begun is waited for. The next write arms `writePause` again.
    mutating func disarmCamera() {
        for index in Self.cameraTimers.indices { disarm(Self.cameraTimers[index]) }
    }
}

extension Effect {
    init(_ end: SearchEnd) {
        switch end {
        case .focus(let report, _): self = .searched(report)
        case .exposure(let report, _): self = .exposed(report)
        }
    }
}
