/// The plan that puts back what was changed.
extension PlanBuilder {
    /// What was changed, as it was when the camera was opened. The automatics come before what they rule, which only then may
    /// be written; the locks come last, so that they keep what was put back.
    func restoration(isStreaming: Bool) -> ControlPlan {
        var plan = ControlPlan()
        if isStreaming { plan.append(PlanStep(action: .noFrames, components: [], isOptional: true)) }
        if originals.isToRestore(.lock3A) {
            let bits = CameraCapabilities.lockFocusBit | CameraCapabilities.lockExposureBit
            append(.lock(bits: bits, isOn: false), restoring: .lock3A, to: &plan)
        }
        append(.originalRegion, restoring: .regionRectangle, .regionAuto, to: &plan)
        append(.original(.focusAuto), restoring: .focusAuto, to: &plan)
        append(.original(.focusAbsolute), restoring: .focusAbsolute, to: &plan)
        if originals.target(of: .exposureAuto) == .integer(CameraCapabilities.shutterPriority),
            originals.isToRestore(.exposureAbsolute)
        {
            // There the time is the person's own, but UVC cameras take it in manual only.
            let time = originals.target(of: .exposureAbsolute)?.integer
            append(.manualExposure(time, gain: nil), restoring: .exposureAbsolute, to: &plan)
        }
        append(.originalExposure, restoring: .exposureAuto, .exposureAbsolute, to: &plan)
        append(.original(.gain), restoring: .gain, to: &plan)
        append(.original(.exposureBias), restoring: .exposureBias, to: &plan)
        append(.original(.exposureMetering), restoring: .exposureMetering, to: &plan)
        append(.original(.lock3A), restoring: .lock3A, to: &plan)
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

    /// A camera that refuses to put back what it may never have taken has nothing to put back.
    private func append(
        _ action: PlanStep.Action, restoring id: ControlID, _ other: ControlID? = nil, to plan: inout ControlPlan
    ) {
        let isNeeded = originals.isSurelyChanged(id) || other.map(originals.isSurelyChanged) ?? false
        plan.append(PlanStep(action: action, components: [], isOptional: !isNeeded))
    }
}
