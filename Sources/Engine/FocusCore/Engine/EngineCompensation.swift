/// The exposure compensation that was asked for, in EV; positive is brighter. A temporary one is for one customer: it ends with the next
/// tap, with the return to continuous, or when the client that asked for it is gone.
struct AskedCompensation: Equatable, Sendable, Snapshotable {
    private struct Temporary: Equatable, Sendable, Snapshotable {
        let lasting: Double
        /// True while a tap is on its way that is newer: it ends the compensation when the camera accepts it.
        var endsWithTap = false
    }

    private(set) var inForce: Double
    /// Nil: the compensation in force is a lasting one.
    private var temporary: Temporary?

    init(_ lasting: Double) { inForce = lasting }

    /// A lasting compensation. It replaces a temporary one, too.
    mutating func begin(_ value: Double) { self = AskedCompensation(value) }

    mutating func beginTemporary(_ value: Double) {
        temporary = Temporary(lasting: temporary?.lasting ?? inForce)
        inForce = value
    }

    /// Ends a temporary compensation, and returns true if one was in force.
    mutating func endTemporary() -> Bool {
        guard let ended = temporary else { return false }
        begin(ended.lasting)
        return true
    }

    /// A tap begins. A temporary compensation from before it ends when the camera accepts it.
    /// - Returns: the compensation that it is planned with.
    mutating func tapBegins() -> Double {
        temporary?.endsWithTap = true
        return temporary?.lasting ?? inForce
    }

    mutating func tapRefused() { temporary?.endsWithTap = false }

    /// True when the acceptance of the tap ends a temporary compensation. One that is newer than the tap belongs to it, and stays.
    var endsWithTap: Bool { temporary?.endsWithTap == true }

    /// True while there is a temporary one that is newer than the tap on its way.
    var belongsToTap: Bool { temporary?.endsWithTap == false }
}

extension Engine {
    /// - Parameter isTemporary: true when it is for one customer.
    mutating func compensated(_ value: Double, isTemporary: Bool, _ context: inout StepContext) {
        guard let usable = Configuration.usableCompensation(value) else {
            return context.tell(.fault(.compensationUnusable))
        }
        if isTemporary { askedCompensation.beginTemporary(usable) } else { askedCompensation.begin(usable) }
        compensationChanged(&context)
    }

    /// The client that asked for the temporary compensation is gone.
    mutating func temporaryCompensationLeft(_ context: inout StepContext) {
        if endTemporaryCompensation(&context) { compensationChanged(&context) }
    }

    /// The machine returns to continuous. If a tap is on its way, a temporary compensation that is newer belongs to it.
    mutating func endCompensation(with cause: StateReport.Cause, _ context: inout StepContext) {
        switch cause {
        case .start, .tap: return
        case .timer, .motion: if controller?.holding.tap.isAsked == true, askedCompensation.belongsToTap { return }
        case .view: break
        }
        if endTemporaryCompensation(&context) { controller?.camera.compensation.wanted = askedCompensation.inForce }
    }

    /// - Returns: true if there was a temporary compensation.
    @discardableResult
    mutating func endTemporaryCompensation(_ context: inout StepContext) -> Bool {
        guard askedCompensation.endTemporary() else { return false }
        context.tell(.compensationTakenBack(to: compensation))
        return true
    }

    private mutating func compensationChanged(_ context: inout StepContext) {
        // The picture is about to change, and nobody has moved.
        scene.request = nil
        switch phase {
        case .stopping: break
        // Nothing is written before the start, which applies it.
        case .running where isReleasing: break
        case .waiting: controller?.camera.compensation.wanted = askedCompensation.inForce
        case .running: follow(controller?.compensate(askedCompensation.inForce, &context), &context)
        }
    }
}
