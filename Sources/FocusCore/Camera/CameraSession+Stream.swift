/// The session's requests for frames, and their results.
extension CameraSession {
    mutating func useFrames(_ use: FrameUse, _ context: inout StepContext) {
        if stream.change(to: use) { searches.useChanged() }
        context.disarm(.framesRetry)
    }

    mutating func useFramesForHold(_ context: inout StepContext) {
        let isWatched = capabilities.givesFrames && sensors.want(camera.settings.sceneWatch)
        useFrames(isWatched ? tap.heldPoint.map(FrameUse.scene) ?? .nothing : .nothing, &context)
    }

    /// The accelerometer has come or gone, or has seen no motion for long: the watch of the scene ends or begins.
    mutating func sensorsChanged(to sensors: SceneSensors, _ context: inout StepContext) -> Event? {
        self.sensors = sensors
        // While a tap settles, its end sets the use of frames. A hold that is written again does not.
        guard tap.heldPoint != nil, !tap.isSettling else { return nil }
        useFramesForHold(&context)
        return proceed(&context)
    }

    /// Sets the use of frames while nothing is held: the engine replaces an automatic that the camera lacks.
    /// - Parameter isFree: true when a person or an application has caused the search: `searchesPerMinute` does not count it.
    mutating func useFramesForContinuous(about point: PointOfInterest, isFree: Bool, _ context: inout StepContext) {
        let isNeeded = capabilities.needsEngine(.focus) || capabilities.needsEngine(.exposure)
        guard isNeeded, camera.settings.autofocus.searchesPerMinute > 0 else { return useFrames(.nothing, &context) }
        useFrames(.continuous(point), &context)
        searches.due.add(isFree: isFree, at: context.time)
    }

    mutating func framesChanged(_ news: FrameNews, _ context: inout StepContext) -> Event? {
        switch news {
        case .began(let began): framesBegan(began, &context)
        case .unavailable(let request, let errno): framesRefused(request, errno, &context)
        case .ended(let request): framesReleased(request, &context)
        case .lost(let request, let errno): streamFailed(request, errno, &context)
        case .measured(let frame): look(at: frame, &context)
        }
    }

    private mutating func framesBegan(_ began: FramesBegan, _ context: inout StepContext) -> Event? {
        guard let finished = calls.end(.toRequest(began.request), at: context.time),
            case .requestFrames(_, let request) = finished.demand
        else { return nil }
        searches.streamBegan(isMeasuredOtherwise: stream.measure.map { $0 != began.measure } ?? false)
        let isAnotherStream = stream.began(request, began, at: context.time)
        if isAnotherStream { streamStarted(&context) }
        return proceed(&context)
    }

    private mutating func framesRefused(_ id: UInt32, _ errno: Int32, _ context: inout StepContext) -> Event? {
        guard let finished = calls.end(.toRequest(id), at: context.time) else { return nil }
        stream.refused(errno: errno)
        let isForStep = finished.reason != .stream
        tell(.framesRefused(errno: errno), isForTap: isForStep || stream.isForTap, &context)
        if case .step(let step) = finished.reason {
            if finished.isAwaited { instruction.stepRefused(step, nil, errno, tap, &camera, &context) }
        } else {
            // Another program that streams needs the camera more than a watch does. Nothing is requested until the next tap, the next
            // return to continuous, or another sensor: an application may only restart its stream.
            if errno == StreamLife.busy { useFrames(.nothing, &context) } else { retryStream(&context) }
        }
        return proceed(&context)
    }

    private mutating func framesReleased(_ id: UInt32, _ context: inout StepContext) -> Event? {
        guard calls.end(.toRelease(id), at: context.time) != nil else { return nil }
        stream.ended()
        return proceed(&context)
    }

    /// The stream was lost: all searches end, and holds stay.
    private mutating func streamFailed(_ id: UInt32, _ errno: Int32, _ context: inout StepContext) -> Event? {
        guard stream.lost(id) else { return nil }
        tell(.framesEnded(errno: errno), isForTap: stream.isForTap, &context)
        for component in Component.allCases {
            giveUpSearch(component, &context)
            if components[component].isSearching { take(.searchFailed, for: component, because: .noFrames, &context) }
        }
        if stream.isForContinuous { searches.due.addAgain(at: context.time) }
        retryStream(&context)
        return proceed(&context)
    }

    private mutating func retryStream(_ context: inout StepContext) {
        if let delay = stream.delayOfRetry() { context.arm(.framesRetry, after: delay) }
    }

    private mutating func tell(_ fault: Fault, isForTap: Bool, _ context: inout StepContext) {
        if stream.mustReport(isForTap: isForTap) { context.tell(.fault(fault)) }
    }

    /// A stream has begun. If the camera resets its controls then, holds or the settings of continuous are written again before its use.
    mutating func streamStarted(_ context: inout StepContext) {
        guard capabilities.quirks.resetsAtStreamStart else { return }
        camera.values.forgetFocusAndExposure()
        // The plan of a tap starts its stream first and writes all its settings after that.
        guard !tap.isAsked else { return }
        components.holdAnew()
        if case .continuous(let point) = stream.use {
            searches.wantResultsAgain(capabilities)
            let plan = camera.planBuilder.continuous(about: point, instruction.levels)
            replacePlan(plan, for: .continuous(about: point, attempt: 1), &context)
        } else {
            beginNextHold(&context)
        }
    }

    /// True while a hold must be written again after `settled`. Until then, frames do not show the scene with the held values.
    @inline(__always)
    var isHoldingAnew: Bool { !tap.isSettling && components.needHold }
}
