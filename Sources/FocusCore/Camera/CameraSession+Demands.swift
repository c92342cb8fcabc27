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
/// an automatic whose original is doubted (`proveAutomatic`).
extension CameraSession {
    /// Makes the next demand, if none is under way, and ends the plans that have no step left.
    /// - Returns: the end of an instruction, if a plan has ended with it.
    mutating func proceed(_ context: inout some CameraContext) -> Event? {
        while calls.isFree {
            if makeRepairWrite(&context) { return nil }
            if let step = instruction.plan[0] {
                let demand = planBuilder.demand(for: step)
                if let demand, demand.isWrite, !mayWrite(&context) { return nil }
                instruction.removeStep()
                guard let demand else { continue }
                make(demand, for: .step(step), &context)
                return nil
            }
            // While a hold waits for its read-back or its next write, the other component's search goes on.
            if components.checking != nil { return makeNextOfFrames(&context) }
            if let event = finishPlan(&context) { return event }
            if calls.isFree, instruction.isDone { return makeNextOfFrames(&context) }
        }
        return nil
    }

    /// Makes the next call for frames: writes of searches come before a new frame request.
    mutating func makeNextOfFrames(_ context: inout some CameraContext) -> Event? {
        if searches.hasWishes, !mayWrite(&context) { return nil }
        if let next = searches.nextWrite(at: context.time) {
            make(.write(next.settings), for: .search(next.component), &context)
        } else if let component = searches.readDue {
            readBack(component, &context)
        } else {
            makeNextOfStream(&context)
            if calls.isFree, searches.hasWishes { return makeNextOfFrames(&context) }
        }
        return nil
    }

    /// Starts the stream, changes its measurements or releases it, as its use needs.
    private mutating func makeNextOfStream(_ context: inout some CameraContext) {
        guard !context.isArmed(.framesRetry) else { return }
        var wanted: FrameRequest?
        if let point = stream.use.point {
            wanted = stream.wanted(planBuilder.frameRequest(around: point), isSearching: searches.needsEachFrame)
        }
        guard wanted != stream.request else {
            guard wanted != nil, !searches.due.components.isEmpty else { return }
            let due = searches.due.begin()
            for component in Component.allCases where due.contains(component.set) && capabilities.needsEngine(component)
            {
                _ = beginSearch(component, at: context.time)
            }
            return
        }
        make(wanted.map(Demand.frames) ?? .releaseFrames(id: 0), for: .stream, &context)
    }

    /// Reads back an automatic whose original is "off", after it was switched on for the first time.
    mutating func proveAutomatic(_ context: inout some CameraContext) {
        guard calls.isFree, let id = known.nextProof() else { return }
        var ids = InlineList<4, ControlID>()
        ids.append(id)
        make(.read(ids), for: .proof(id), &context)
    }

    /// Makes a demand. It gets its id.
    mutating func make(
        _ demand: Demand, for reason: CallReason, attempt: CallAttempt = .first, _ context: inout some CameraContext
    ) {
        var demand = demand
        if case .releaseFrames = demand { demand = .releaseFrames(id: stream.released()) }
        demand = context.ask(demand)
        if case .requestFrames(let id, _) = demand { stream.requested(id, isForUse: reason == .stream) }
        calls.begin(demand, for: reason, attempt)
    }

    /// True when a control may be written now. If the camera needs a pause between two writes, the timer `writePause`
    /// is armed for its end. Reads and stream requests do not wait for the pause, but a stream request waits for the
    /// writes that come before it.
    mutating func mayWrite(_ context: inout some CameraContext) -> Bool {
        let pause = capabilities.quirks.usableWritePause
        guard let end = calls.nextWrite(after: pause, at: context.time) else { return true }
        if !context.isArmed(.writePause) { context.arm(.writePause, at: end) }
        return false
    }
}
