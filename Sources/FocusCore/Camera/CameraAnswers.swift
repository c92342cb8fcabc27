/// Handles the camera's answers.
extension CameraController {
    /// Takes the camera's answer. An answer to a call that nobody waits for is passed over.
    mutating func answer(_ result: ControlResult, _ context: inout some CameraContext) -> Event? {
        guard let finished = calls.end(.toCall(result.call), at: context.time), case .call(let call) = finished.demand
        else { return nil }
        ability.note(call, result)
        switch call.operation {
        case .write(let settings):
            known.wrote(settings, result)
        case .read(let ids):
            take(result.values, of: ids, for: finished.reason, &context)
        }
        if !repeats(after: finished, result), !regainControl(after: finished, call, result, &context) {
            conclude(finished, call, result, &context)
            proveAutomatic(&context)
        }
        return proceed(&context)
    }

    private mutating func take(
        _ values: InlineList<4, ControlValue?>, of ids: InlineList<4, ControlID>, for reason: CallReason,
        _ context: inout some CameraContext
    ) {
        switch reason {
        case .poll:
            observe(ids, values, &context)
        case .step:
            known.readStanding(ids, values)
        case .proof(let id):
            known.readProof(id, values[0] ?? nil)
        case .verification, .holdCheck, .search, .check, .stream:
            break
        }
    }

    /// Passes an answer to the part of the camera that waits for it.
    private mutating func conclude(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult,
        _ context: inout some CameraContext
    ) {
        switch finished.reason {
        case .step(let step):
            if result.errno != 0, finished.isAwaited { refuse(step, call, result.errno, &context) }
        case .verification(let component):
            if finished.isAwaited { judge(component, call, result, &context) }
        case .holdCheck:
            if finished.isAwaited { judgeHolds(call, result, &context) }
        case .search(let component):
            if finished.isAwaited { searchWritten(component, call, result, &context) }
        case .check(let component):
            if finished.isAwaited { judgeCheck(component, call, result) }
        case .poll, .proof, .stream:
            break
        }
    }

    /// A step of the current plan was refused: a write, or the stream (EBUSY: another program has it). Each component that the
    /// step serves falls one level.
    /// - Parameter call: what was refused; nil where it was a request for frames.
    mutating func refuse(
        _ step: PlanStep, _ call: ControlCall?, _ errno: Int32, _ context: inout some CameraContext
    ) {
        guard !step.isOptional, work.purpose != .restore || planBuilder.isChangePutBack(by: step) else { return }
        if let call, writesAll(of: step, after: call, errno) { return }
        work.hasFailed = true
        switch work.purpose {
        case .once:
            guard let point = tap.asked?.point else { return }
            if let call, let levels = ability.dropUselessControl(of: call) { context.tell(.levels(levels)) }
            for component in Component.allCases where step.components.contains(component.set) {
                work.levels[component] = capabilities.levelBelow(work.levels[component], for: component)
            }
            // A camera that is gone or does not answer would take seconds for every rung of the ladder. A stream that does not
            // begin says nothing about the controls.
            let isOfControls = step.action != .frames(point) || errno == Self.noDevice
            let isDeadly = Self.deadlyErrors.contains(errno) && isOfControls
            if isDeadly { work.levels = PerComponent(focus: .none, exposure: .none) }
            work.plan = planBuilder.once(at: point, work.levels)
        case .onceLower(let components):
            lowerAgain(step.components.intersection(components), of: components)
        case .hold:
            work.plan.removeAll()
        case .continuous, .holdAgain, .restore, .nothing:
            break
        }
    }

    /// The hold of an exposure wrote only what had changed, and was refused: another program may have changed the mode. All is
    /// written then, once. After EACCES (`regainControl`) the mode was written already.
    /// - Returns: true when this takes the place of the refusal.
    private mutating func writesAll(of step: PlanStep, after call: ControlCall, _ errno: Int32) -> Bool {
        guard case .hold = work.purpose, case .manualExposure = step.action, case .write(let settings) = call.operation,
            errno != Self.accessDenied, !Self.deadlyErrors.contains(errno), capabilities.canWrite(.exposureAuto),
            settings[0]?.id != .exposureAuto
        else { return false }
        known.forget(.exposureAuto)
        work.plan.removeAll()
        work.plan.append(step)
        return true
    }

    /// ENODEV, as in asm-generic/errno-base.h: the device is gone.
    private static let noDevice: Int32 = 19
    /// ENODEV, EPROTO, ESHUTDOWN, ETIMEDOUT (asm-generic/errno.h): the device does not answer any more.
    private static let deadlyErrors: InlineArray<4, Int32> = [noDevice, 71, 108, 110]
}

extension InlineArray where Element == Int32 {
    fileprivate func contains(_ wanted: Int32) -> Bool {
        for index in indices where self[index] == wanted { return true }
        return false
    }
}
