/// Quirks that change how a camera is written to.
extension CameraController {
    /// A stream has begun. A camera that puts its controls back then no longer has what was written before: nothing of it
    /// is believed, and what is held, or kept right, is written again before anything else is done with the stream.
    mutating func streamStarted(_ context: inout some CameraContext) {
        guard capabilities.quirks.resetsAtStreamStart else { return }
        known.ledger.forgetFocusAndExposure()
        // The plan of a tap begins with its stream: all that it needs comes after this.
        guard !hasPendingTap else { return }
        for component in Component.allCases where settling[component].machine.state == .held {
            settling[component].holdAnew()
            settling.verification.attempts[component] = 0
        }
        if case .continuous(let point) = frames.use {
            writeSearchedAgain()
            let plan = planBuilder.continuous(about: point, work.levels)
            replacePlan(plan, for: .continuous(about: point, attempt: 1), &context)
        } else {
            beginNextHold(&context)
        }
    }

    /// Whether what is held has been put back by the camera, or is being written again: frames do not show the scene as it
    /// is held until then.
    var isHoldingAnew: Bool {
        guard !awaitsSettled else { return false }
        for component in Component.allCases where settling[component].needsHold { return true }
        return false
    }

    /// Writes again where searches have left a camera without an automatic; a search that is due begins with a write of its own.
    private mutating func writeSearchedAgain() {
        if capabilities.needsEngine(.focus), !frames.dueSearches.contains(.focus) {
            frames.focus.wanted = frames.focus.wanted ?? frames.focus.position
        }
        if capabilities.needsEngine(.exposure), !frames.dueSearches.contains(.exposure) {
            frames.exposure.wanted = frames.exposure.wanted ?? frames.exposure.setting
        }
    }

    /// Whether a call may be made now. A camera that needs a pause between two control writes gets it; `writePause` then
    /// says when it is over. A read waits for nothing, nor does a stream, but for the controls that are written before it.
    mutating func mayMake(_ demand: PlanBuilder.Demand, _ context: inout some CameraContext) -> Bool {
        guard case .call(.write) = demand else { return true }
        return mayWrite(&context)
    }

    mutating func mayWrite(_ context: inout some CameraContext) -> Bool {
        let pause = capabilities.quirks.usableWritePause
        guard let end = calls.nextWrite(after: pause, at: context.time) else { return true }
        if !context.isArmed(.writePause) { context.arm(.writePause, at: end) }
        return false
    }
}

extension ControlLedger {
    /// Forgets all controls of focus and exposure.
    mutating func forgetFocusAndExposure() {
        self[.focusAuto] = nil
        self[.focusAbsolute] = nil
        self[.exposureAuto] = nil
        self[.exposureAbsolute] = nil
        self[.gain] = nil
    }
}
