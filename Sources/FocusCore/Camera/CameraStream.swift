/// When frames are asked for, and when they are let go.
extension CameraController {
    /// How often the scene is looked at while something is held, and while something is kept right: often enough to see
    /// within two seconds that it is still, and a sixth of a camera's frames.
    private static let watchInterval = TimeSpan.milliseconds(200)

    /// The next call that frames need: what a search wants comes before another kind of frames.
    mutating func makeNextOfFrames(_ context: inout some CameraContext) -> Event? {
        if frames.hasWishes, !mayWrite(&context) { return nil }
        if let lens = frames.focus.wanted {
            frames.focus.wanted = nil
            write(ControlSetting(.focusAbsolute, .integer(lens)), nil, for: .focus, &context)
        } else if let setting = frames.exposure.wanted {
            frames.exposure.wanted = nil
            let gain = setting.gain.map { ControlSetting(.gain, .integer($0)) }
            write(ControlSetting(.exposureAbsolute, .integer(setting.time)), gain, for: .exposure, &context)
        } else {
            makeNextOfStream(&context)
            if calls.isFree, frames.hasWishes { return makeNextOfFrames(&context) }
        }
        return nil
    }

    /// The stream is asked for, measured in another way, or let go, as its use wants it.
    private mutating func makeNextOfStream(_ context: inout some CameraContext) {
        guard !context.isArmed(.framesRetry) else { return }
        let wanted = wantedRequest
        guard wanted != frames.stream.request else {
            guard wanted != nil, !frames.dueSearches.isEmpty else { return }
            beginContinuousSearches(&context)
            return
        }
        make(wanted.map(PlanBuilder.Demand.frames) ?? .noFrames, for: .stream, &context)
    }

    private mutating func write(
        _ first: ControlSetting, _ second: ControlSetting?, for component: Component,
        _ context: inout some CameraContext
    ) {
        var settings = InlineList<4, ControlSetting>()
        settings.append(first)
        if let second { settings.append(second) }
        make(.call(.write(settings)), for: .search(component), &context)
    }

    private var wantedRequest: FrameRequest? {
        switch frames.use {
        case .nothing:
            return nil
        case .tap(let point):
            return planBuilder.frameRequest(around: point)
        case .scene(let point):
            var request = planBuilder.frameRequest(around: point)
            request.includesGrid = true
            request.interval = Self.watchInterval
            return request
        case .continuous(let point):
            var request = planBuilder.frameRequest(around: point)
            if frames.dueSearches.isEmpty, !frames.isSearching { request.interval = Self.watchInterval }
            return request
        }
    }

    /// Frames are needed for something else now.
    mutating func useFrames(_ use: FrameState.Use, _ context: inout some CameraContext) {
        frames.change(to: use)
        frames.failures.useChanged()
        context.disarm(.framesRetry)
    }

    /// What frames are needed for while everything is held.
    mutating func useFramesForHold(_ context: inout some CameraContext) {
        let isWatched = settings.sceneWatch.isWanted(hasAccelerometer: hasAccelerometer)
        guard capabilities.givesFrames, isWatched, let point = settling.heldPoint else {
            return useFrames(.nothing, &context)
        }
        useFrames(.scene(point), &context)
    }

    /// The accelerometer has come or gone while something is held: the scene takes its place, or gives it back.
    mutating func accelerometerChanged(isThere: Bool, _ context: inout some CameraContext) -> Event? {
        hasAccelerometer = isThere
        // While a tap settles, or is on its way, the end of that comes to the same. What is held being held anew does not.
        guard settling.heldPoint != nil, !awaitsSettled, work.purpose != .restore else { return nil }
        useFramesForHold(&context)
        return proceed(&context)
    }

    /// What frames are needed for while nothing is held: where the camera has no automatic, the engine takes its place.
    /// - Parameter isFree: whether a search now is asked for by a person or an application, and needs no budget.
    mutating func useFramesForContinuous(
        about point: PointOfInterest, isFree: Bool, _ context: inout some CameraContext
    ) {
        let isNeeded = capabilities.needsEngine(.focus) || capabilities.needsEngine(.exposure)
        guard isNeeded, settings.autofocus.searchesPerMinute > 0 else { return useFrames(.nothing, &context) }
        useFrames(.continuous(point), &context)
        frames.dueSearches = isFree || frames.watch.isAffordable(at: context.time) ? .all : []
    }

    private mutating func beginContinuousSearches(_ context: inout some CameraContext) {
        let due = frames.dueSearches
        frames.dueSearches = []
        frames.isWatching = false
        for component in Component.allCases where due.contains(component.set) && capabilities.needsEngine(component) {
            _ = beginSearch(component, &context)
        }
    }

    /// Frames come as they were requested.
    mutating func framesBegan(_ began: FramesBegan, _ context: inout some CameraContext) -> Event? {
        guard let finished = calls.end(.toFrames(began.request), at: context.time),
            case .frames(_, let request) = finished.demand
        else { return nil }
        let isAnotherStream = frames.stream.begin(request, began, at: context.time)
        frames.isWatching = false
        if isAnotherStream { streamStarted(&context) }
        proveAutomatic(&context)
        return proceed(&context)
    }

    /// The frames of a request cannot be had.
    mutating func framesUnavailable(_ id: UInt32, _ errno: Int32, _ context: inout some CameraContext) -> Event? {
        guard let finished = calls.end(.toFrames(id), at: context.time) else { return nil }
        frames.stream.end()
        let isForStep = finished.reason != .stream
        tell(.framesRefused(errno: errno), isForTap: isForStep || frames.isForTap, &context)
        if case .step(let step) = finished.reason {
            if finished.isAwaited { refuse(step, nil, errno, &context) }
        } else {
            streamRefused(errno, &context)
        }
        proveAutomatic(&context)
        return proceed(&context)
    }

    /// The frames were let go.
    mutating func framesReleased(_ id: UInt32, _ context: inout some CameraContext) -> Event? {
        guard calls.end(.toRelease(id), at: context.time) != nil else { return nil }
        frames.stream.end()
        proveAutomatic(&context)
        return proceed(&context)
    }

    /// EBUSY, as in asm-generic/errno-base.h: another program streams.
    private static let busy: Int32 = 16

    /// Whoever streams needs the camera more than a watch does: it is let be until the next tap, or the next return to
    /// continuous. Asking again would take the camera from an application that only begins anew.
    private mutating func streamRefused(_ errno: Int32, _ context: inout some CameraContext) {
        if errno == Self.busy { useFrames(.nothing, &context) } else { retryStream(&context) }
    }

    /// The stream has ended by itself: nothing can be searched any more, and what is held stays held.
    mutating func streamFailed(_ id: UInt32, _ errno: Int32, _ context: inout some CameraContext) -> Event? {
        guard frames.stream.running?.id == id else { return nil }
        frames.stream.end()
        tell(.framesEnded(errno: errno), isForTap: frames.isForTap, &context)
        for component in Component.allCases {
            giveUpSearch(component, &context)
            if isSearchingOnce(component) { take(.searchFailed, for: component, &context) }
        }
        if case .continuous = frames.use, frames.dueSearches != .all, frames.watch.isAffordable(at: context.time) {
            frames.dueSearches = .all
        }
        retryStream(&context)
        return proceed(&context)
    }

    /// Whether a frame was measured to watch the scene while everything is held.
    func isWatchingScene(in frame: FrameStatistics) -> Bool {
        guard case .scene = frames.use, frames.stream.request?.includesGrid == true else { return false }
        return frames.stream.isCurrent(frame)
    }

    private mutating func retryStream(_ context: inout some CameraContext) {
        // It may have been refused after it was not wanted any more.
        guard frames.use != .nothing else { return }
        let delay = frames.failures.nextDelay()
        context.arm(.framesRetry, at: context.time.advanced(by: delay))
    }

    private mutating func tell(_ fault: CameraFault, isForTap: Bool, _ context: inout some CameraContext) {
        if frames.failures.report(isForTap: isForTap) { context.tell(.fault(fault)) }
    }
}
