/// Turns a step into the settings of one call: values within the camera's ranges, without those already in effect.
extension PlanBuilder {
    /// The settings that the step must still write; empty when all are in effect.
    func settings(for step: PlanStep) -> ControlSettings {
        let wanted = wantedSettings(for: step)
        if case .manualExposure = step.action, isHeldByHand(wanted) { return changed(wanted) }
        return withoutWhatIsInEffect(wanted)
    }

    /// The settings that are in effect once the step is done.
    func wantedSettings(for step: PlanStep) -> ControlSettings {
        var wanted = ControlSettings()
        switch step.action {
        case .region(let point):
            appendRegionSettings(point, step.components, to: &wanted)
        case .set(let id, let value):
            append(id, value, to: &wanted)
        case .lock(let bits, let isOn):
            let current = ledger[.lock3A]?.integer ?? lockOfOthers
            append(.lock3A, isOn ? current | bits : current & ~bits, to: &wanted)
        case .manualExposure(let time, let gain):
            append(.exposureAuto, CameraCapabilities.manualExposure, to: &wanted)
            if let time { append(.exposureAbsolute, usableTime(time), to: &wanted) }
            if let gain { append(.gain, gain, to: &wanted) }
        case .standingExposure:
            append(.exposureAuto, CameraCapabilities.manualExposure, to: &wanted)
            if let time = standing.exposure { append(.exposureAbsolute, usableTime(time), to: &wanted) }
        case .frames, .noFrames, .standing, .shutter:
            break
        case .original(let id):
            appendOriginal(id, to: &wanted)
        case .releasedLocks:
            guard originals.isToRestore(.lock3A) else { break }
            let bits = ledger[.lock3A]?.integer ?? lockOfOthers
            append(.lock3A, bits & ~CameraCapabilities.lockBits, to: &wanted)
        case .originalTimeByHand:
            appendOriginalTimeByHand(to: &wanted)
        case .originalRegion:
            appendOriginalRegion(to: &wanted)
        case .originalExposure:
            appendOriginal(.exposureAuto, to: &wanted)
            if originals.target(of: .exposureAuto) != .integer(CameraCapabilities.shutterPriority) {
                appendOriginal(.exposureAbsolute, to: &wanted)
            }
        }
        return wanted
    }

    /// The demand that carries out a step; nil when all of its settings are in effect.
    func demand(for step: PlanStep) -> Demand? {
        switch step.action {
        case .frames(let point):
            return .frames(frameRequest(around: point))
        case .noFrames:
            return .releaseFrames(id: 0)
        case .shutter:
            return .read(ControlIDs(one: .privacy))
        case .standing:
            var ids = ControlIDs()
            for index in Standing.controls.indices where capabilities.canRead(Standing.controls[index]) {
                ids.append(Standing.controls[index])
            }
            return ids.isEmpty ? nil : .read(ids)
        default:
            let settings = settings(for: step)
            return settings.isEmpty ? nil : .write(settings)
        }
    }

    func frameRequest(around point: PointOfInterest) -> FrameRequest {
        // Frames are of the zoomed picture. A point that it does not show any more is measured at its edge.
        let shown = zoomFactor == 1 ? point : point.inPicture(under: zoomFactor).clamped
        return FrameRequest(
            focus: NormalizedRectangle(around: shown, share: regions.focus),
            exposure: NormalizedRectangle(around: shown, share: regions.exposure),
            includesGrid: metersWholePicture,
            firstFrameTime: capabilities.quirks.usableFirstFrameTime)
    }

    func outcome(of plan: ControlPlan) -> ControlSettings {
        var settings = ControlSettings()
        plan.forEach { step in wantedSettings(for: step).forEach { settings.append($0) } }
        return settings
    }

    /// The lock bits other than focus and exposure, as they were when the camera was opened.
    private var lockOfOthers: Int64 {
        (capabilities.control(.lock3A)?.value?.integer ?? 0) & ~CameraCapabilities.lockBits
    }

    private func appendRegionSettings(
        _ point: PointOfInterest, _ components: ComponentSet, to settings: inout ControlSettings
    ) {
        guard let region = capabilities.region else { return }
        // Focus and exposure share one rectangle. Its size is that of focus, which suffers more from a wrong size.
        // It is the same part of the picture under every zoom, so a smaller one of the sensor.
        let share = (components.contains(.focus) ? regions.focus : regions.exposure) / zoomFactor
        var bits: Int64 = 0
        if components.contains(.focus) { bits |= CameraCapabilities.regionFocusBit }
        if components.contains(.exposure) { bits |= CameraCapabilities.regionExposureBit }
        settings.append(ControlSetting(.regionRectangle, .rectangle(region.region(around: point, share: share))))
        settings.append(ControlSetting(.regionAuto, .integer(bits & capabilities.regionAutoBits)))
    }

    /// The nearest time that the camera accepts: an automatic may report times that are not in a quirk's list.
    private func usableTime(_ time: Int64) -> Int64 {
        guard let times = capabilities.exposureTimes, times.isList else { return time }
        return times.nearest(Double(time))
    }

    private func append(_ id: ControlID, _ value: Int64, to settings: inout ControlSettings) {
        guard let control = capabilities.control(id), !control.isReadOnly else { return }
        settings.append(ControlSetting(id, .integer(control.nearest(to: value))))
    }

    /// A rectangle and its automatic, or an exposure mode and its values, are written together or not at all: the camera sees one change.
    private func withoutWhatIsInEffect(_ wanted: ControlSettings) -> ControlSettings {
        let needed = changed(wanted)
        let belongTogether = wanted[0]?.id == .regionRectangle || wanted[0]?.id == .exposureAuto
        return needed.isEmpty || !belongTogether ? needed : wanted
    }

    private func changed(_ wanted: ControlSettings) -> ControlSettings {
        wanted.filter { !ledger.isInEffect($0) }
    }

    /// True when the exposure is held by hand already, at values that are known. Then only what changes is written: a camera may need 50 ms
    /// for each control. Where the mode is uncertain all are: under an automatic the camera would refuse them, or take them without effect.
    private func isHeldByHand(_ wanted: ControlSettings) -> Bool {
        guard !isModeUncertain, let mode = wanted[0], mode.id == .exposureAuto, ledger.isInEffect(mode) else {
            return false
        }
        for index in 1..<wanted.count {
            guard let setting = wanted[index], ledger[setting.id] != nil else { return false }
        }
        return true
    }
}
