import FocusCore

/// Cameras whose frames can be measured.
extension CameraExamples {
    /// Automatics that measure the whole frame.
    static let automatic = withFrames(basics)
    /// A lens and an exposure to set, without automatics.
    static let byHand = withFrames([focusAbsolute(), exposureAbsolute()])
    /// A lens to set, and an automatic for exposure only.
    static let lensByHand = withFrames([focusAbsolute(), exposureAuto(), exposureAbsolute()])
    /// An automatic for the lens only, and an exposure to set.
    static let exposureByHand = withFrames([focusAuto(), focusAbsolute(), exposureAbsolute()])
    /// A region, and frames.
    static let regionAndFrames = withFrames(basics + region())

    static func withFrames(_ controls: [ControlDescription], quirks: CameraQuirks = CameraQuirks()) -> CameraDescription
    {
        CameraDescription(
            imageWidth: width, imageHeight: height, controls: controls, givesFrames: true, quirks: quirks)
    }
}

extension EngineRig {
    var searches: [FocusSearchReport] {
        effects.compactMap { if case .searched(let report) = $0 { report } else { nil } }
    }

    var exposures: [ExposureReport] {
        effects.compactMap { if case .exposed(let report) = $0 { report } else { nil } }
    }

    var faults: [Fault] {
        effects.compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }

    var reasons: [MovedReason?] {
        effects.compactMap { if case .state(let report) = $0 { report.moved } else { nil } }
    }

    var levels: LevelReport? {
        for case .levels(let report) in effects { return report }
        return nil
    }
}
