/// The automatic white balance. It is switched off with the hold of the exposure, where that is wanted, and on again in continuous and for
/// a new tap, unless it was off when the camera was opened. A refusal has no consequences.
extension PlanBuilder {
    func appendWhiteBalanceByHand(to plan: inout ControlPlan) {
        guard holdsWhiteBalance, isWhiteBalanceAutomatic else { return }
        plan.append(.set(.whiteBalanceAuto, 0), for: .exposure, isOptional: true)
    }

    /// A camera whose white balance was never held is left alone.
    func appendWhiteBalance(to plan: inout ControlPlan) {
        guard isWhiteBalanceAutomatic, originals.isSurelyChanged(.whiteBalanceAuto) else { return }
        plan.append(.set(.whiteBalanceAuto, 1), for: .exposure, isOptional: true)
    }

    private var isWhiteBalanceAutomatic: Bool {
        capabilities.canWrite(.whiteBalanceAuto) && originals.target(of: .whiteBalanceAuto) == .integer(1)
    }
}
