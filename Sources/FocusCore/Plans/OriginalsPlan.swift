/// The plan that puts back what was changed.
extension PlanBuilder {
    /// Puts back the changed controls as they were when the camera was opened. The automatics come before what they rule, which only then may
    /// be written; the locks come last, so that they keep what was put back.
    func restoration(isStreaming: Bool) -> ControlPlan {
        var plan = ControlPlan()
        if isStreaming { plan.append(PlanStep(action: .noFrames, components: [], isOptional: true)) }
        // Whether there is anything to be done is decided step by step: a write may be under way now, and change something yet.
        let actions: InlineArray<11, PlanStep.Action> = [
            .releasedLocks, .originalRegion, .original(.focusAuto), .original(.focusAbsolute), .originalTimeByHand,
            .originalExposure, .original(.autogain), .original(.gain), .original(.exposureBias),
            .original(.exposureMetering), .original(.lock3A),
        ]
        for index in actions.indices { plan.append(PlanStep(action: actions[index], components: [])) }
        return plan
    }

    /// Adds a control that is to be put back to the settings of a step.
    func appendOriginal(_ id: ControlID, to settings: inout InlineList<4, ControlSetting>) {
        guard originals.isToRestore(id), capabilities.canWrite(id), let value = originals.target(of: id) else { return }
        settings.append(ControlSetting(id, value))
    }

    /// The rectangle and its automatic go back together, also where only one of them was changed.
    func appendOriginalRegion(to settings: inout InlineList<4, ControlSetting>) {
        guard originals.isToRestore(.regionRectangle) || originals.isToRestore(.regionAuto),
            capabilities.canWrite(.regionRectangle), capabilities.canWrite(.regionAuto),
            let rectangle = originals.target(of: .regionRectangle)
        else { return }
        settings.append(ControlSetting(.regionRectangle, rectangle))
        // Bits that the camera would not take back stay as they are.
        let bits = originals.target(of: .regionAuto) ?? ledger[.regionAuto] ?? .integer(0)
        settings.append(ControlSetting(.regionAuto, bits))
    }

    /// Whether it matters that the camera refuses this step: one that may never have taken a change has nothing to put back.
    func isChangePutBack(by step: PlanStep) -> Bool {
        switch step.action {
        case .original(let id): originals.isSurelyChanged(id)
        case .releasedLocks: originals.isSurelyChanged(.lock3A)
        case .originalRegion: originals.isSurelyChanged(.regionRectangle) || originals.isSurelyChanged(.regionAuto)
        case .originalTimeByHand: originals.isSurelyChanged(.exposureAbsolute)
        case .originalExposure:
            originals.isSurelyChanged(.exposureAuto) || originals.isSurelyChanged(.exposureAbsolute)
        case .region, .set, .lock, .manualExposure, .frames, .noFrames, .standing, .standingExposure: false
        }
    }

    /// In shutter priority the time is the person's own, but UVC cameras take it in manual only.
    func appendOriginalTimeByHand(to settings: inout InlineList<4, ControlSetting>) {
        guard originals.target(of: .exposureAuto) == .integer(CameraCapabilities.shutterPriority),
            originals.isToRestore(.exposureAbsolute), capabilities.canWrite(.exposureAuto),
            capabilities.canWrite(.exposureAbsolute), let time = originals.target(of: .exposureAbsolute)
        else { return }
        settings.append(ControlSetting(.exposureAuto, .integer(CameraCapabilities.manualExposure)))
        settings.append(ControlSetting(.exposureAbsolute, time))
    }
}
