/// The camera's answers to calls, and who receives them. In this order:
///
/// 1. The line ends the call. An answer to another call than the one under way goes no further.
/// 2. The answer updates the capabilities and the known values, no matter which part asked.
/// 3. A write that automatics have refused is repeated (`CallLine.isRepeated`); its owner hears of the last answer only.
/// 4. The owner of the call receives it.
/// 5. An automatic whose original is doubted is read, if the line is free.
/// 6. The next demand is made.
extension CameraSession {
    mutating func answer(_ result: ControlResult, _ context: inout StepContext) -> Event? {
        guard let finished = calls.end(.toCall(result.call), at: context.time), case .call(let call) = finished.demand
        else { return nil }
        camera.answered(call, result)
        let isRestoring = instruction.purpose == .restore
        if !calls.isRepeated(finished, result, &camera, isRestoring: isRestoring, &context) {
            receive(finished, call, result, &context)
            calls.proveAutomatic(&camera.values.originals, &context)
        }
        return proceed(&context)
    }

    /// Passes an answer to the owner of the call. What says something of the camera counts even if nobody waits for it any more.
    private mutating func receive(
        _ finished: DemandUnderWay, _ call: ControlCall, _ result: ControlResult, _ context: inout StepContext
    ) {
        let isAwaited = finished.isAwaited
        switch finished.reason {
        case .poll: holding.observe(call.ids, result.values, &frames, camera, &context)
        case .zoom:
            let point = holding.tap.heldPoint
            if camera.zoomAnswered(call, result, showing: point, &context) {
                holding.zoomChanged(camera.settings.settle, &context)
            }
        case .proof(let id): camera.values.originals.judge(id, result.values[0] ?? nil)
        case .step(let step) where step.action == .shutter:
            guard let value = (result.values[0] ?? nil)?.integer else { break }
            camera.shutterIs(closed: value != 0, &context)
            if value != 0, isAwaited { instruction.stopAtShutter() }
        case .step(let step):
            if !call.ids.isEmpty { camera.values.readStanding(call.ids, result.values) }
            if result.errno != 0, isAwaited {
                instruction.stepRefused(step, call, result.errno, holding.tap, &camera, &context)
            }
        case .verification(let component):
            if isAwaited { holding.judge(component, call.ids, result, &frames, &camera, &context) }
        case .holdCheck:
            if isAwaited, let next = holding.judgeHolds(call.ids, result, &frames, &camera, &context) {
                begin(next, &context)
            }
        case .search(let component):
            if isAwaited, !frames.wasWritten(component, call, result, camera, &calls, &context) {
                holding.searchFailed(component, because: .refused, &frames, camera, &context)
            }
        case .check(let component):
            if isAwaited {
                let hasHold = holding.components[component].hasHold
                frames.wasReadBack(component, call.ids, result, hasHold: hasHold, &camera)
            }
        case .stream: break
        }
    }
}
