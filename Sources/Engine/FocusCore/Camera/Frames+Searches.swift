/// Searches in the frames, and what the camera makes of their writes.
extension Frames {
    /// Begins a search for a component at its present value. Returns false when there is only one value.
    mutating func beginSearch(_ component: Component, _ camera: KnownCamera, at time: Instant) -> Bool {
        switch component {
        case .focus:
            return searches.beginFocus(camera.capabilities, at: camera.values.lens, camera.settings.autofocus)
        case .exposure:
            let standing = (time: camera.values.standing.exposure, gain: camera.values.standing.gain)
            return searches.beginExposure(
                camera.capabilities, at: standing, camera.compensatedExposure, interval: stream.interval, time: time)
        }
    }

    /// The zoom has changed, and rests again: what was measured of another picture does not count.
    mutating func searchAnew(_ components: Components, _ camera: KnownCamera, at time: Instant) {
        searches.pictureChanged()
        for component in Component.allCases where components[component].isSearching {
            _ = beginSearch(component, camera, at: time)
        }
        if stream.isForContinuous { searches.due.addAgain(at: time) }
    }

    /// Ends the component's search without success, and reports it.
    mutating func giveUp(_ component: Component, _ camera: KnownCamera, _ context: inout StepContext) {
        if let end = searches.giveUp(component, camera.compensatedExposure) { context.tell(Effect(end)) }
    }

    /// The camera has answered the write of a search. A refused value must not be held; the earlier one is held.
    /// - Returns: false when it was refused: the search has ended.
    mutating func wasWritten(
        _ component: Component, _ call: ControlCall, _ result: ControlResult, _ camera: KnownCamera,
        _ calls: inout CallLine, _ context: inout StepContext
    ) -> Bool {
        guard result.errno == 0, let settings = call.settings else {
            giveUp(component, camera, &context)
            if component == .exposure { searches.exposureRefused(keeping: camera.values.exposureTime) }
            return false
        }
        let ids = searches.wasAnswered(
            component, settings, camera.capabilities, interval: stream.interval, at: context.time)
        if let ids { calls.make(.read(ids), for: .check(component), &context) }
        return true
    }

    /// The latest write of a search was read back.
    mutating func wasReadBack(
        _ component: Component, _ ids: ControlIDs, _ result: ControlResult, hasHold: Bool, _ camera: inout KnownCamera
    ) {
        guard result.errno == 0 else { return searches.cannotBeRead(component) }
        let (written, capabilities) = (searches.writes[component].latest, camera.capabilities)
        let readBack = camera.values.compare(written, with: result.values, of: ids, capabilities)
        searches.wasReadBack(component, as: readBack.difference?.value, hasHold: hasHold)
    }
}

/// The camera's next demand: first of the searches, then of the use of frames.
extension Frames {
    /// Makes the next demand for frames, if there is one. The writes of searches come before a new request.
    /// - Parameter camera: it is not changed. It is passed in place, because the compiler would copy it for each frame.
    mutating func makeNext(_ camera: inout KnownCamera, _ calls: inout CallLine, _ context: inout StepContext) {
        if searches.hasWishes, !calls.mayWrite(after: camera.writePause, &context) { return }
        if let next = searches.nextWrite(at: context.time) {
            calls.make(.write(next.settings), for: .search(next.component), &context)
        } else if let component = searches.readDue {
            guard let ids = searches.nextReadBack(component, camera.capabilities) else { return }
            calls.make(.read(ids), for: .check(component), &context)
        } else {
            makeNextOfStream(&camera, &calls, &context)
            if calls.isFree, searches.hasWishes { makeNext(&camera, &calls, &context) }
        }
    }

    /// Starts the stream, changes its measurements or releases it, as its use needs.
    private mutating func makeNextOfStream(
        _ camera: inout KnownCamera, _ calls: inout CallLine, _ context: inout StepContext
    ) {
        guard !context.isArmed(.framesRetry) else { return }
        var wanted: FrameRequest?
        if let point = stream.use.point {
            let request = camera.planBuilder.frameRequest(around: point)
            wanted = stream.wanted(request, isSearching: searches.needsEachFrame)
        }
        guard wanted == stream.request else {
            return make(wanted.map(Demand.frames) ?? .releaseFrames(id: 0), for: .stream, &calls, &context)
        }
        guard wanted != nil, !searches.due.components.isEmpty else { return }
        let due = searches.due.begin()
        for component in Component.allCases where due.contains(component.set) {
            if camera.capabilities.needsEngine(component) { _ = beginSearch(component, camera, at: context.time) }
        }
    }

    /// Makes a demand that may be one for frames: the stream hears of it.
    mutating func make(
        _ demand: Demand, for reason: CallReason, _ calls: inout CallLine, _ context: inout StepContext
    ) {
        var demand = demand
        if case .releaseFrames = demand { demand = .releaseFrames(id: stream.released()) }
        if case .requestFrames(let id, _) = calls.make(demand, for: reason, &context) {
            stream.requested(id, isForUse: reason == .stream)
        }
    }
}
