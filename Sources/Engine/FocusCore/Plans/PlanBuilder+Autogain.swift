/// The gain's own automatic, V4L2_CID_AUTOGAIN, belongs to the exposure's, unless it was off when the camera was opened. It is switched off
/// before a manual gain or time is written: drivers refuse or ignore a gain while it is on.
extension PlanBuilder {
    /// True when the automatic of the gain is on in continuous. It stays off if it was off when the camera was opened.
    var usesAutogain: Bool {
        guard capabilities.canWrite(.autogain), capabilities.automaticExposure != nil else { return false }
        let original = originals.target(of: .autogain)
        return original == nil || original == .integer(1)
    }

    func appendAutogain(to plan: inout ControlPlan) {
        guard usesAutogain else { return }
        plan.append(.set(.autogain, 1), for: .exposure)
    }

    func appendGainByHand(to plan: inout ControlPlan) {
        guard capabilities.canWrite(.autogain) else { return }
        plan.append(.set(.autogain, 0), for: .exposure)
    }
}
