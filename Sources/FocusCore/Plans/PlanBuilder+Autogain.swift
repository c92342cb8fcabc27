/// The gain's own automatic, V4L2_CID_AUTOGAIN: it belongs to the exposure. It is on while the camera's automatic exposes,
/// unless it was off when the camera was opened; and off before a gain or a time is set by hand, because drivers refuse, or
/// pass over, a gain that it rules.
extension PlanBuilder {
    /// Whether the automatic of the gain is on in continuous: somebody who had it off wants it off, unless nobody knows.
    var usesAutogain: Bool {
        guard capabilities.canWrite(.autogain), capabilities.automaticExposure != nil else { return false }
        let original = originals.target(of: .autogain)
        return original == nil || original == .integer(1)
    }

    func appendAutogain(to plan: inout ControlPlan) {
        guard usesAutogain else { return }
        plan.append(PlanStep(action: .set(.autogain, 1), components: .exposure))
    }

    func appendGainByHand(to plan: inout ControlPlan) {
        guard capabilities.canWrite(.autogain) else { return }
        plan.append(PlanStep(action: .set(.autogain, 0), components: .exposure))
    }
}
