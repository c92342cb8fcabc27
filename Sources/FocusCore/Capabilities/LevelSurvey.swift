/// Finds from a camera's controls which levels it offers.
struct LevelSurvey: Equatable, Sendable, Snapshotable {
    let controls: [ControlDescription]
    let hasRegion: Bool
    /// The menu item of V4L2_CID_EXPOSURE_AUTO that exposes automatically; nil without one.
    let automaticExposure: Int64?
    let supply: FrameSupply

    /// The best level for focus, and the reason why it is no better.
    var focus: LevelFinding {
        guard let level = firstLevel(for: .focus) else {
            let reason = isSettable(.focusAbsolute) ? reasonWithoutFrames : .noAutomatic
            return LevelFinding(level: .none, reason: reason)
        }
        return LevelFinding(level: level, reason: reason(for: level))
    }

    /// The best level for exposure, and the reason why it is no better.
    var exposure: LevelFinding {
        guard let level = firstLevel(for: .exposure) else {
            if isSettable(.exposureAbsolute), canExposeByHand, !supply.givesFrames {
                return LevelFinding(level: .none, reason: reasonWithoutFrames)
            }
            return LevelFinding(level: .none, reason: automaticExposure == nil ? .noAutomatic : .noHold)
        }
        return LevelFinding(level: level, reason: reason(for: level))
    }

    /// Why a component that can be set by hand has no level at all.
    private var reasonWithoutFrames: LevelReason {
        switch supply {
        case .nowhere: .noFrames
        case .reserved: .framesReserved
        case .ownStream, .holder: .noAutomatic
        }
    }

    /// The next lower level that the camera offers for a component.
    func level(below level: CameraLevel, for component: Component) -> CameraLevel {
        for next in CameraLevel.allCases where next > level && offers(next, for: component) { return next }
        return .none
    }

    private func firstLevel(for component: Component) -> CameraLevel? {
        for level in CameraLevel.allCases where level != .none && offers(level, for: component) { return level }
        return nil
    }

    private func offers(_ level: CameraLevel, for component: Component) -> Bool {
        switch (level, component) {
        case (.none, _): true
        case (.region, .focus): isWritable(.focusAuto) && usesRegion(CameraCapabilities.regionFocusBit)
        case (.region, .exposure):
            automaticExposure != nil && canHoldExposure && usesRegion(CameraCapabilities.regionExposureBit)
        case (.software, .focus): supply.givesFrames && isSettable(.focusAbsolute)
        case (.software, .exposure): supply.givesFrames && isSettable(.exposureAbsolute) && canExposeByHand
        case (.oneShot, .focus):
            isWritable(.autoFocusStart) || (hasLock(CameraCapabilities.lockFocusBit) && isWritable(.focusAuto))
        case (.oneShot, .exposure): hasLock(CameraCapabilities.lockExposureBit)
        case (.wholeFrame, .focus): isWritable(.focusAuto)
        case (.wholeFrame, .exposure): automaticExposure != nil && canHoldExposure
        }
    }

    private func reason(for level: CameraLevel) -> LevelReason {
        switch level {
        case .region: .regionOffered
        case .software: supply == .holder ? .framesHeld : .framesOffered
        case .oneShot: hasRegion ? .regionNotUsedOneShot : .noRegionOneShot
        case .wholeFrame: hasRegion ? .regionNotUsed : .noRegion
        case .none: .noAutomatic
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
