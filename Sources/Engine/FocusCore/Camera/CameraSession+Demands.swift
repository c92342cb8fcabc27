/// The next demand. The parts are asked in this order:
///
/// 1. the line, for the next write of a repair;
/// 2. the instruction, for the next step of its plan. Where none is left, it ends;
/// 3. the holding, for the next component that waits for its hold, which is another instruction;
/// 4. a light that was switched while the camera was busy: the held exposure is found again, which is another instruction, too;
/// 5. the zoom, for its next step; when it rests, continuous goes on about the centre of the view, which is another instruction, too;
/// 6. the frames: their searches for a write, then for a read-back; the stream for a request or a release. When the stream is as it is
///    needed, the searches that are due begin, and are asked again.
///
/// While a hold waits for its read-back or its next write, only 1 and 6 are asked: the other component's search goes on. A hold begins
/// before 1 is asked in six cases: after a reading of the holds, a refused tap, a new compensation, a lens that is moved for a photo, a
/// reset by the stream, and the pause of a read-back.
///
/// Readings are made at once, if the line is free: of components that adjust (`poll`), of holds (`verify`, `checkHolds`), of what a search
/// has just written (`Frames.wasWritten`), and of an automatic whose original is doubted (`CallLine.proveAutomatic`).
extension CameraSession {
    /// Makes the next demand, if none is under way, and ends the plans that have no step left.
    /// - Returns: the end of an instruction, if a plan has ended with it.
    mutating func proceed(_ context: inout StepContext) -> Event? {
        while calls.isFree {
            if calls.makeRepair(after: camera.writePause, &context) { return nil }
            if let step = instruction.plan[0] {
                let demand = camera.demand(for: step, hasNews: holding.watch.hasNews)
                if let demand, demand.isWrite, !calls.mayWrite(after: camera.writePause, &context) { return nil }
                instruction.removeStep()
                guard let demand else { continue }
                frames.make(demand, for: .step(step), &calls, &context)
                return nil
            }
            if holding.components.checking == nil {
                if !instruction.isDone {
                    if let event = finishPlan(&context) { return event }
                    continue
                }
                if beginNextHold(&context) { continue }
                if light.isDue, catchUpWithLight(&context) { continue }
                if camera.makeZoomStep(&calls, &context) { return nil }
                if !camera.zoom.isBusy, let moved = movedCentre {
                    // It is no first attempt: the budget of searches counts it.
                    return goContinuous(about: moved, rewriting: false, attempt: 2, &context)
                }
            }
            frames.makeNext(&camera, &calls, &context)
            return nil
        }
        return nil
    }

    /// The point of the sensor about which continuous is to go on, because the zoom has changed; nil: where it is.
    @inline(__always)
    var movedCentre: PointOfInterest? { centre?.moved(under: camera.zoom.usedFactor) }

    /// Begins the hold of the next component that waits for one. The plan of a component that goes on at a lower level comes first, and so
    /// does, after a refused tap, the plan that restores the earlier point.
    /// - Returns: false when none begins.
    @discardableResult
    mutating func beginNextHold(_ context: inout StepContext) -> Bool {
        guard holding.components.needHold, instruction.lowering.isEmpty, instruction.purpose != .holdAgain,
            let hold = holding.nextHold(frames, camera, &context)
        else { return false }
        begin(hold, &context)
        return true
    }

    /// Begins a hold. No component may be about to go on at a lower level.
    mutating func begin(_ hold: Holding.NextHold, _ context: inout StepContext) {
        replacePlan(hold.plan, for: .hold(hold.component), &context)
    }
}
