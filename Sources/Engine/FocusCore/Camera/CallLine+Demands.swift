/// Demands on the line, made in a step.
extension CallLine {
    /// Makes a demand. The line must be free.
    /// - Returns: the demand with its number.
    @discardableResult
    mutating func make(
        _ demand: Demand, for reason: CallReason, attempt: CallAttempt = .first, _ context: inout StepContext
    ) -> Demand {
        let numbered = context.ask(demand)
        begin(numbered, for: reason, attempt)
        return numbered
    }

    /// True when a control may be written now; otherwise `writePause` is armed for the end of the pause that the camera needs. Only a
    /// stream request that comes after a write waits for it, too.
    func mayWrite(after pause: TimeSpan, _ context: inout StepContext) -> Bool {
        guard let end = nextWrite(after: pause, at: context.time) else { return true }
        if !context.isArmed(.writePause) { context.arm(.writePause, at: end) }
        return false
    }

    /// Reads back an automatic whose original is "off", after it was switched on for the first time. The answer to the write that has
    /// switched it on begins the reading: the line is free then.
    mutating func proveAutomatic(_ originals: inout Originals, _ context: inout StepContext) {
        guard isFree, let id = originals.takeProof() else { return }
        make(.read(ControlIDs(one: id)), for: .proof(id), &context)
    }
}

/// Writes that the camera refuses because another program has switched on an automatic that rules the control. Drivers then answer EACCES
/// (uvcvideo does so before it sends anything). The engine switches the automatic off once more and repeats the write once. A second
/// EACCES counts as a refusal, because two programs would otherwise fight for ever.
extension CallLine {
    /// A demand was answered.
    /// - Parameter isRestoring: true while originals are put back.
    /// - Returns: true when it is a write that is repeated, or is about to be, so that its owner has to wait.
    mutating func isRepeated(
        _ finished: DemandUnderWay, _ result: ControlResult, _ camera: inout KnownCamera, isRestoring: Bool,
        _ context: inout StepContext
    ) -> Bool {
        // The automatics are off.
        if result.errno == 0, repeats(after: finished) { return true }
        guard result.errno == Instruction.accessDenied, let settings = finished.demand.settings else { return false }
        let capabilities = camera.capabilities
        let automatics = camera.values.automaticsReturned(over: settings, capabilities, isRestoring: isRestoring)
        guard let automatic = automatics[0]?.id, finished.isAwaited else { return false }
        if switchOff(automatics, for: settings, after: finished) { return true }
        // The consequences are reported separately.
        if mustReportAutomatic(after: finished.reason) { context.tell(.fault(.automaticReturns(automatic))) }
        return false
    }

    /// Makes the next write of a repair, unless the camera needs a pause first.
    /// - Returns: false when no repair is due.
    mutating func makeRepair(after pause: TimeSpan, _ context: inout StepContext) -> Bool {
        guard !repair.isNone else { return false }
        guard mayWrite(after: pause, &context), let next = takeRepair() else { return true }
        make(.write(next.settings), for: next.reason, attempt: next.attempt, &context)
        return true
    }
}
