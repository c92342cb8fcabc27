/// The camera's answers to calls, and who receives them. In this order:
///
/// 1. The line ends the call. An answer to another call than the one under way goes no further.
/// 2. The answer updates the capabilities and the known values, no matter which part asked.
/// 3. A write that automatics have refused is repeated (`isRepeated`); its owner hears of the last answer only.
/// 4. The owner of the call receives it.
/// 5. An automatic whose original is doubted is read, if the line is free.
/// 6. The next demand is made.
extension CameraSession {
    mutating func answer(_ result: ControlResult, _ context: inout StepContext) -> Event? {
        guard let finished = calls.end(.toCall(result.call), at: context.time), case .call(let call) = finished.demand
        else { return nil }
        camera.answered(call, result)
        if !isRepeated(finished, call, result, &context) {
            receive(finished, call, result, &context)
            proveAutomatic(&context)
        }
        return proceed(&context)
    }

    /// Passes an answer to the owner of the call. What says something of the camera counts even if nobody waits for it any more.
    private mutating func receive(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) {
        let isAwaited = finished.isAwaited
        switch finished.reason {
        case .poll: observe(call.ids, result.values, &context)
        case .proof(let id): camera.values.originals.judge(id, result.values[0] ?? nil)
        case .step(let step):
            if !call.ids.isEmpty { camera.values.readStanding(call.ids, result.values) }
            if result.errno != 0, isAwaited { refuse(step, call, result.errno, &context) }
        case .verification(let component): if isAwaited { judge(component, call.ids, result, &context) }
        case .holdCheck: if isAwaited { judgeHolds(call.ids, result, &context) }
        case .search(let component): if isAwaited { searchWritten(component, call, result, &context) }
        case .check(let component): if isAwaited { judgeCheck(component, call.ids, result) }
        case .stream: break
        }
    }

    /// A step of the current plan was refused: this call, or (nil) a request for frames (EBUSY: another program has the stream).
    mutating func refuse(_ step: PlanStep, _ call: ControlCall?, _ errno: Int32, _ context: inout StepContext) {
        guard !step.isOptional, instruction.purpose != .restore || camera.planBuilder.isChangePutBack(by: step)
        else { return }
        if let call, instruction.restarts(with: step, after: call, errno, capabilities) {
            return camera.values.forget(.exposureAuto)
        }
        if tap.isAsked, let call, let levels = camera.ability.dropUselessControl(of: call) {
            context.tell(.levels(levels))
        }
        instruction.refuse(step, errno, at: tap.asked?.point ?? tap.heldPoint, camera.planBuilder)
    }
}

/// Writes that the camera refuses because another program has switched on an automatic that rules the control. Drivers then answer EACCES
/// (uvcvideo does so before it sends anything). The engine switches the automatic off once more and repeats the write once. A second
/// EACCES counts as a refusal, because two programs would otherwise fight for ever.
extension CameraSession {
    /// - Returns: true when a write is repeated, or is about to be, so that its owner has to wait.
    private mutating func isRepeated(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) -> Bool {
        // The automatics are off.
        if result.errno == 0, calls.repeats(after: finished) { return true }
        guard result.errno == Instruction.accessDenied, let settings = call.settings else { return false }
        let isRestoring = instruction.purpose == .restore
        let automatics = camera.values.automaticsReturned(over: settings, capabilities, isRestoring: isRestoring)
        guard let automatic = automatics[0]?.id, finished.isAwaited else { return false }
        if calls.switchOff(automatics, for: settings, after: finished) { return true }
        // The consequences are reported separately.
        if calls.mustReportAutomatic(after: finished.reason) { context.tell(.fault(.automaticReturns(automatic))) }
        return false
    }

    /// - Returns: true when a repair has a next write, which is made unless the camera needs a pause first.
    mutating func makeRepairWrite(_ context: inout StepContext) -> Bool {
        guard !calls.repair.isNone else { return false }
        guard mayWrite(&context), let repair = calls.takeRepair() else { return true }
        make(.write(repair.settings), for: repair.reason, attempt: repair.attempt, &context)
        return true
    }
}
