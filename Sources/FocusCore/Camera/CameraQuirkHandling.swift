/// Quirks that change the writes to a camera: resets at the start of a stream, and pauses between writes.
extension CameraController {
    /// A stream has begun. A camera that resets its controls then has lost the values written before. They are
    /// forgotten, and holds, or the settings of continuous, are written again before the stream is used.
    mutating func streamStarted(_ context: inout some CameraContext) {
        guard capabilities.quirks.resetsAtStreamStart else { return }
        known.forgetFocusAndExposure()
        // The plan of a tap starts its stream first and writes all its settings after that.
        guard !tap.isAsked else { return }
        for component in Component.allCases where settling[component].isHeld { settling[component].holdAnew() }
        if case .continuous(let point) = stream.use {
            searches.wantResultsAgain(capabilities)
            let plan = planBuilder.continuous(about: point, instruction.levels)
            replacePlan(plan, for: .continuous(about: point, attempt: 1), &context)
        } else {
            beginNextHold(&context)
        }
    }

    /// True while a hold must be written again after `settled`, for example because a stream has reset it. Until then,
    /// frames do not show the scene with the held values.
    @inline(__always)
    var isHoldingAnew: Bool {
        guard !tap.isSettling else { return false }
        for component in Component.allCases where settling[component].needsHold { return true }
        return false
    }

    /// True when a call may be made now. If the camera needs a pause between two control writes, the timer `writePause`
    /// is armed for its end. Reads and stream requests do not wait for the pause, but a stream request waits for the
    /// writes that come before it.
    mutating func mayMake(_ demand: Demand, _ context: inout some CameraContext) -> Bool {
        demand.isWrite ? mayWrite(&context) : true
    }

    mutating func mayWrite(_ context: inout some CameraContext) -> Bool {
        let pause = capabilities.quirks.usableWritePause
        guard let end = calls.nextWrite(after: pause, at: context.time) else { return true }
        if !context.isArmed(.writePause) { context.arm(.writePause, at: end) }
        return false
    }
}
