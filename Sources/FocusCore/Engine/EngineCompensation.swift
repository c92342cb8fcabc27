/// A compensation for one customer: it ends with the next tap, with the return to continuous, or when whoever asked for it is
/// gone.
struct TemporaryCompensation: Equatable, Sendable, Snapshotable {
    /// The compensation that is in force again afterwards, in EV.
    let lasting: Double
    /// True while a tap is on its way that is newer: it ends the compensation when the camera accepts it.
    var endsWithTap = false
}

/// The exposure compensation: the lasting one, and a temporary one in its place.
extension Engine {
    /// A lasting compensation. It replaces a temporary one, too.
    mutating func compensated(_ value: Double, _ context: inout StepContext) {
        guard let usable = usableCompensation(value, &context) else { return }
        temporary = nil
        compensate(usable, &context)
    }

    /// A temporary compensation; nil: whoever asked for it is gone.
    mutating func compensatedTemporarily(_ value: Double?, _ context: inout StepContext) {
        guard let value else {
            if endTemporaryCompensation(&context) { compensate(compensation, &context) }
            return
        }
        guard let usable = usableCompensation(value, &context) else { return }
        temporary = TemporaryCompensation(lasting: temporary?.lasting ?? compensation)
        compensate(usable, &context)
    }

    /// The compensation that a tap is planned with: a temporary one from before the tap ends when the camera accepts it.
    mutating func compensationForTap() -> Double {
        temporary?.endsWithTap = true
        return temporary?.lasting ?? compensation
    }

    /// The camera has accepted a tap. A temporary compensation that is newer than the tap belongs to it, and stays.
    mutating func endCompensationWithTap(_ context: inout StepContext) {
        if temporary?.endsWithTap == true { endTemporaryCompensation(&context) }
    }

    /// A refused tap changes nothing.
    mutating func keepCompensation() {
        temporary?.endsWithTap = false
        controller?.compensation.wanted = compensation
    }

    /// The machine returns to continuous. If a tap is on its way, a temporary compensation that is newer belongs to it.
    mutating func endCompensation(with cause: StateReport.Cause, _ context: inout StepContext) {
        switch cause {
        case .start, .tap: return
        case .timer, .motion: if controller?.tap.isAsked == true, temporary?.endsWithTap == false { return }
        case .view: break
        }
        if endTemporaryCompensation(&context) { controller?.compensation.wanted = compensation }
    }

    /// - Returns: true if there was a temporary compensation.
    @discardableResult
    private mutating func endTemporaryCompensation(_ context: inout StepContext) -> Bool {
        guard let ended = temporary else { return false }
        temporary = nil
        compensation = ended.lasting
        context.effects.append(.compensationTakenBack(to: compensation))
        return true
    }

    private func usableCompensation(_ value: Double, _ context: inout StepContext) -> Double? {
        let usable = Configuration.usableCompensation(value)
        if usable == nil { context.effects.append(.fault(.compensationUnusable)) }
        return usable
    }

    private mutating func compensate(_ value: Double, _ context: inout StepContext) {
        compensation = value
        // The picture is about to change, and nobody has moved.
        scene.request = nil
        guard phase != .stopping else { return }
        guard phase == .running else {
            // Nothing is written before the start, which applies it.
            controller?.compensation.wanted = value
            return
        }
        follow(controller?.compensate(value, &context), &context)
    }
}
