/// The next demand. The parts are asked in this order:
///
/// 1. the line, for the next write of a repair;
/// 2. the instruction, for the next step of its plan. Where none is left, it ends, and what comes after it begins:
///    the holds of a tap's components, one after the other;
/// 3. the searches, for a write, then for a read-back;
/// 4. the stream, for a request or a release. When it is as it is needed, the searches that are due begin, and 3 is asked again.
///
/// While a hold waits for its read-back or its next write, only 1, 3 and 4 are asked: the other component's search goes on. Three
/// readings are made between other demands, if the line is free: of components that adjust (`poll`), of holds (`checkHolds`), and of
/// an automatic whose original is doubted (`CallLine.proveAutomatic`).
extension CameraSession {
    /// Makes the next demand, if none is under way, and ends the plans that have no step left.
    /// - Returns: the end of an instruction, if a plan has ended with it.
    mutating func proceed(_ context: inout StepContext) -> Event? {
        while calls.isFree {
            if calls.makeRepair(after: camera.writePause, &context) { return nil }
            if let step = instruction.plan[0] {
                let demand = camera.demand(for: step, hasNews: holdWatch.hasNews)
                if let demand, demand.isWrite, !calls.mayWrite(after: camera.writePause, &context) { return nil }
                instruction.removeStep()
                guard let demand else { continue }
                frames.make(demand, for: .step(step), &calls, &context)
                return nil
            }
            if components.checking != nil {
                frames.makeNext(&camera, &calls, &context)
                return nil
            }
            if let event = finishPlan(&context) { return event }
            if calls.isFree, instruction.isDone {
                frames.makeNext(&camera, &calls, &context)
                return nil
            }
        }
        return nil
    }
}
