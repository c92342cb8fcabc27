extension PlanBuilder {
    /// Puts the changed controls back. An automatic comes before the controls that it rules, which can be written only then; in shutter
    /// priority the time comes first, in manual. Locks come last, so that they hold the values that were put back.
    func restoration(isStreaming: Bool) -> ControlPlan {
        var plan = ControlPlan()
        if isStreaming { plan.append(.noFrames, for: [], isOptional: true) }
        // All steps are in the plan, because a write under way may still change a control. Those that have nothing to write are skipped.
        let actions: InlineArray<13, PlanStep.Action> = [
            .releasedLocks, .originalRegion, .original(.focusAuto), .original(.focusAbsolute), .originalTimeByHand,
            .originalExposure, .original(.autogain), .original(.gain), .original(.exposureBias),
            .original(.exposureMetering), .original(.whiteBalanceAuto),
            .original(.zoomAbsolute), .original(.lock3A),
        ]
        for index in actions.indices { plan.append(actions[index], for: []) }
        return plan
    }

    /// Adds the original of a control to the settings of a step, if it is to be put back.
    func appendOriginal(_ id: ControlID, to settings: inout ControlSettings) {
        guard originals.isToRestore(id), capabilities.canWrite(id), let value = originals.target(of: id) else { return }
        settings.append(ControlSetting(id, value))
    }

    /// The rectangle and its automatic are put back together, even if only one of them was changed.
    func appendOriginalRegion(to settings: inout ControlSettings) {
        guard originals.isToRestore(.regionRectangle) || originals.isToRestore(.regionAuto),
            capabilities.canWrite(.regionRectangle), capabilities.canWrite(.regionAuto),
            let rectangle = originals.target(of: .regionRectangle)
        else { return }
        settings.append(ControlSetting(.regionRectangle, rectangle))
        // Bits that the camera would not accept stay as they are.
        let bits = originals.target(of: .regionAuto) ?? ledger[.regionAuto] ?? .integer(0)
        settings.append(ControlSetting(.regionAuto, bits))
    }

    /// True when a refusal of this step is an error, because the camera has certainly taken a change that the step puts back.
    func isChangePutBack(by step: PlanStep) -> Bool {
        switch step.action {
        case .original(let id): originals.isSurelyChanged(id)
        case .releasedLocks: originals.isSurelyChanged(.lock3A)
        case .originalRegion: originals.isSurelyChanged(.regionRectangle) || originals.isSurelyChanged(.regionAuto)
        case .originalTimeByHand: originals.isSurelyChanged(.exposureAbsolute)
        case .originalExposure:
            originals.isSurelyChanged(.exposureAuto) || originals.isSurelyChanged(.exposureAbsolute)
        case .region, .set, .lock, .manualExposure, .frames, .noFrames, .standing, .standingExposure, .shutter: false
        }
    }

    /// In shutter priority the exposure time was chosen by the user and is put back, but UVC cameras take it only in manual.
    func appendOriginalTimeByHand(to settings: inout ControlSettings) {
        guard originals.target(of: .exposureAuto) == .integer(CameraCapabilities.shutterPriority),
            originals.isToRestore(.exposureAbsolute), capabilities.canWrite(.exposureAuto),
            capabilities.canWrite(.exposureAbsolute), let time = originals.target(of: .exposureAbsolute)
        else { return }
        settings.append(ControlSetting(.exposureAuto, .integer(CameraCapabilities.manualExposure)))
        settings.append(ControlSetting(.exposureAbsolute, time))
    }
}
