/// Finds from a camera's controls which levels it offers.
struct LevelSurvey: Equatable, Sendable, Snapshotable {
    let controls: [ControlDescription]
    let hasRegion: Bool
    /// The menu item of V4L2_CID_EXPOSURE_AUTO that exposes automatically; nil without one.
    let automaticExposure: Int64?
    /// Another program that holds the camera's stream.
    let holder: FrameHolder?
    /// True when the camera's own stream can be measured.
    let isReadable: Bool

    /// True when frames can be measured, here or by another program.
    var givesFrames: Bool { holder?.givesFrames ?? isReadable }

    /// The best level for a component, and the reason why it is no better.
    func finding(for component: Component) -> LevelFinding {
        let level = CameraLevel.allCases.first { offers($0, for: component) } ?? CameraLevel.none
        return LevelFinding(level: level, reason: reason(for: level, component))
    }

    /// The next lower level that the camera offers for a component.
    func level(below level: CameraLevel, for component: Component) -> CameraLevel {
        CameraLevel.allCases.first { $0 > level && offers($0, for: component) } ?? CameraLevel.none
    }

    private func offers(_ level: CameraLevel, for component: Component) -> Bool {
        switch (level, component) {
        case (.none, _): true
        case (.region, .focus): isWritable(.focusAuto) && usesRegion(CameraCapabilities.regionFocusBit)
        case (.region, .exposure):
            automaticExposure != nil && canHoldExposure && usesRegion(CameraCapabilities.regionExposureBit)
        case (.software, .focus): givesFrames && isSettable(.focusAbsolute)
        case (.software, .exposure): givesFrames && isSettable(.exposureAbsolute) && canExposeByHand
        case (.oneShot, .focus):
            isWritable(.autoFocusStart) || (hasLock(CameraCapabilities.lockFocusBit) && isWritable(.focusAuto))
        case (.oneShot, .exposure): hasLock(CameraCapabilities.lockExposureBit)
        case (.wholeFrame, .focus): isWritable(.focusAuto)
        case (.wholeFrame, .exposure): automaticExposure != nil && canHoldExposure
        }
    }

    private func reason(for level: CameraLevel, _ component: Component) -> LevelReason {
        switch (level, component) {
        case (.region, _): .regionOffered
        case (.software, _): holder == nil ? .framesOffered : .framesHeld
        case (.oneShot, _): hasRegion ? .regionNotUsedOneShot : .noRegionOneShot
        case (.wholeFrame, _): hasRegion ? .regionNotUsed : .noRegion
        case (.none, .focus) where isSettable(.focusAbsolute) && !givesFrames,
            (.none, .exposure) where isSettable(.exposureAbsolute) && canExposeByHand && !givesFrames:
            holder == nil ? .noFrames : .framesReserved
        case (.none, .exposure) where automaticExposure != nil: .noHold
        case (.none, _): .noAutomatic
        }
    }

    private func isWritable(_ id: ControlID) -> Bool {
        controls.control(id).map { !$0.isReadOnly } ?? false
    }

    /// True when the control has more than one value, and the size of its range fits into 64 bits.
    private func isSettable(_ id: ControlID) -> Bool {
        guard let control = controls.control(id), !control.isReadOnly, control.maximum > control.minimum else {
            return false
        }
        return !control.maximum.subtractingReportingOverflow(control.minimum).overflow
    }

    private func hasLock(_ bit: Int64) -> Bool {
        guard let lock = controls.control(.lock3A), !lock.isReadOnly else { return false }
        return lock.maximum & bit != 0
    }

    /// True when the exposure's automatic can be switched off; the exposure then stays as it is.
    private var canHoldExposure: Bool {
        guard let control = controls.control(.exposureAuto), !control.isReadOnly else { return false }
        let manual = CameraCapabilities.manualExposure
        let hasManual = control.menuItems == 0 || control.menuItems & (1 << UInt64(manual)) != 0
        return hasManual && control.minimum <= manual && manual <= control.maximum
    }

    /// True when the exposure can be set manually: there is no automatic, or it can be switched off.
    private var canExposeByHand: Bool { controls.control(.exposureAuto) == nil || canHoldExposure }

    private func usesRegion(_ bit: Int64) -> Bool {
        guard hasRegion, isWritable(.regionRectangle), let auto = controls.control(.regionAuto) else { return false }
        return !auto.isReadOnly && auto.maximum & bit != 0
    }
}
