/// The camera's answers to calls, and who receives them. In this order:
///
/// 1. The line ends the call. An answer to another call than the one under way goes no further.
/// 2. The answer updates the capabilities and the known values, no matter which part asked.
/// 3. A write that automatics have refused is repeated (`isRepeated`); its owner hears of the last answer only.
/// 4. The owner of the call receives it.
/// 5. An automatic whose original is doubted is read, if the line is free.
/// 6. The next demand is made.
extension CameraSession {
    /// The camera has answered a call.
    mutating func answer(_ result: ControlResult, _ context: inout some CameraContext) -> Event? {
        guard let finished = calls.end(.toCall(result.call), at: context.time), case .call(let call) = finished.demand
        else { return nil }
        ability.note(call, result)
        if case .write(let settings) = call.operation { known.wrote(settings, result) }
        if !isRepeated(finished, call, result, &context) {
            receive(finished, call, result, &context)
            proveAutomatic(&context)
        }
        return proceed(&context)
    }

    /// Passes an answer to the owner of the call. What was read counts even if nobody waits for it any more, where it says something
    /// of the camera and not of its plan.
    private mutating func receive(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) {
        let isAwaited = finished.isAwaited
        switch finished.reason {
        case .poll:
            if case .read(let ids) = call.operation { observe(ids, result.values, &context) }
        case .proof(let id):
            known.readProof(id, result.values[0] ?? nil)
        case .step(let step):
            if case .read(let ids) = call.operation { known.readStanding(ids, result.values) }
            if result.errno != 0, isAwaited { refuse(step, call, result.errno, &context) }
        case .verification(let component):
            if isAwaited { judge(component, call, result, &context) }
        case .holdCheck:
            if isAwaited { judgeHolds(call, result, &context) }
        case .search(let component):
            if isAwaited { searchWritten(component, call, result, &context) }
        case .check(let component):
            if isAwaited { judgeCheck(component, call, result) }
        case .stream:
            break
        }
    }

    /// A step of the current plan was refused: a write, or the stream (EBUSY: another program has it).
    /// - Parameter call: what was refused; nil where it was a request for frames.
    mutating func refuse(
        _ step: PlanStep, _ call: ControlCall?, _ errno: Int32, _ context: inout some CameraContext
    ) {
        guard !step.isOptional, instruction.purpose != .restore || planBuilder.isChangePutBack(by: step) else { return }
        if let call, instruction.restarts(with: step, after: call, errno, capabilities) {
            return known.forget(.exposureAuto)
        }
        if tap.isAsked, let call, let levels = ability.dropUselessControl(of: call) { context.tell(.levels(levels)) }
        instruction.refuse(step, errno, at: tap.asked?.point ?? tap.heldPoint, planBuilder)
    }
}

/// Writes that the camera refuses because an automatic rules the control: another program has switched the automatic on
/// again.
///
/// Drivers then answer EACCES (uvcvideo does so before it sends anything). The engine switches the automatic off once
/// more and repeats the write once. A second EACCES counts as a refusal, because two programs would otherwise fight for
/// ever.
extension CameraSession {
    /// A write that was refused because automatics rule its controls is repeated once they are off.
    /// - Returns: true when a write is repeated, or is about to be, so that its owner has to wait.
    private mutating func isRepeated(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout some CameraContext
    ) -> Bool {
        // The automatics are off.
        if result.errno == 0, calls.repeats(after: finished) { return true }
        guard result.errno == Instruction.accessDenied, case .write(let settings) = call.operation else { return false }
        let automatics = known.automaticsReturned(
            over: settings, capabilities, isRestoring: instruction.purpose == .restore)
        guard let automatic = automatics[0]?.id, finished.isAwaited else { return false }
        if calls.switchOff(automatics, for: settings, after: finished) { return true }
        // The consequences are reported separately.
        if calls.mustReportAutomatic(after: finished.reason) { context.tell(.fault(.automaticReturns(automatic))) }
        return false
    }

    /// Makes the next write of a repair, unless the camera needs a pause first.
    /// - Returns: true when there is such a write, made or waiting.
    mutating func makeRepairWrite(_ context: inout some CameraContext) -> Bool {
        guard !calls.repair.isNone else { return false }
        guard mayWrite(&context), let repair = calls.takeRepair() else { return true }
        make(.write(repair.settings), for: repair.reason, attempt: repair.attempt, &context)
        return true
    }
}
