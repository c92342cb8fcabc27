/// Answers to requests for frames, and measured frames.
extension CameraSession {
    /// Passes news of frames on, in this order: the line ends the demand that is answered, the frames take the news, and then the
    /// instruction or the holding that needs the stream. After a lost stream the holding goes first, because it may need no other one.
    mutating func framesChanged(_ news: FrameNews, _ context: inout StepContext) -> Event? {
        switch news {
        case .began(let answer):
            guard let finished = calls.end(.toRequest(answer.request), at: context.time),
                case .requestFrames(_, let request) = finished.demand
            else { return nil }
            if frames.began(request, answer, at: context.time) { streamStarted(&context) }
        case .unavailable(let request, let errno):
            guard let finished = calls.end(.toRequest(request), at: context.time) else { return nil }
            frames.refused(errno: errno, isForStep: finished.reason != .stream, &context)
            if case .step(let step) = finished.reason, finished.isAwaited {
                instruction.stepRefused(step, nil, errno, holding.tap, &camera, &context)
            }
        case .ended(let request):
            guard calls.end(.toRelease(request), at: context.time) != nil else { return nil }
            frames.stream.ended()
        case .lost(let request, let errno):
            // All searches end, and holds stay.
            guard frames.lost(request, errno: errno, &context) else { return nil }
            for component in Component.allCases {
                frames.giveUp(component, camera, &context)
                holding.searchFailed(component, because: .noFrames, &frames, camera, &context)
            }
            frames.requestAgain(&context)
        case .measured(let frame):
            return look(at: frame, &context)
        }
        return proceed(&context)
    }

    /// A stream has begun. If the camera resets its controls then, holds or the settings of continuous are written again before its use.
    private mutating func streamStarted(_ context: inout StepContext) {
        guard capabilities.quirks.resetsAtStreamStart else { return }
        camera.values.forgetFocusAndExposure()
        // The plan of a tap, or of a light, starts its stream first and writes all its settings after that.
        if case .relight = instruction.purpose { return }
        guard !holding.tap.isAsked else { return }
        holding.components.holdAnew()
        if case .continuous(let point) = frames.stream.use {
            frames.searches.wantResultsAgain(capabilities)
            let plan = camera.planBuilder.continuous(about: point, instruction.levels)
            replacePlan(plan, for: .continuous(about: point, attempt: 1), &context)
        } else {
            beginNextHold(&context)
        }
    }

    mutating func look(at frame: FrameStatistics, _ context: inout StepContext) -> Event? {
        guard frames.stream.isCurrent(frame) else { return nil }
        frames.stream.frameArrived()
        guard !holding.tap.isAsked else { return nil }
        frames.stream.checkHealth(at: context.time)
        if camera.zoom.isMoving(in: frame) { return proceed(&context) }
        if camera.zoom.hasComeToRest() { frames.searchAnew(holding.components, camera, at: context.time) }
        let circumstances = circumstances(at: context.time)
        let ends = frames.searches.look(at: frame, circumstances)
        for index in 0..<ends.count {
            if let end = ends[index] { holding.searchEnded(end, &frames, camera, &context) }
        }
        return proceed(&context)
    }

    /// The zoom has changed: frames are measured where the held point is shown now.
    mutating func zoomChanged(_ context: inout StepContext) -> Event? {
        holding.zoomChanged(camera.settings.settle, &context)
        return proceed(&context)
    }

    /// Mutating, though it changes nothing: so the compiler passes the address, and not a copy of the whole session for each frame.
    private mutating func circumstances(at time: Instant) -> FrameCircumstances {
        var now = FrameCircumstances(
            time: time, interval: frames.stream.interval, exposure: camera.compensatedExposure,
            longestSearch: camera.settings.settle.searchDeadline, lens: camera.values.ledger[.focusAbsolute]?.integer,
            exposureTime: camera.values.ledger[.exposureAbsolute]?.integer, isContinuous: frames.stream.isForContinuous,
            replacesAutofocus: capabilities.needsEngine(.focus))
        for component in Component.allCases {
            if holding.components[component].isSearching { now.awaited.insert(component.set) }
            if calls.isWriting(for: component) { now.beingWritten.insert(component.set) }
            if calls.isChecking(component) { now.beingRead.insert(component.set) }
        }
        return now
    }

    /// Somebody keeps what is held from now on: the scene is watched no more, and the white balance is held where that is wanted.
    mutating func keep(_ context: inout StepContext) -> Event? {
        if camera.settings.whiteBalance == .lock, holding.components[.exposure].hasHold {
            holding.components[.exposure].holdAnew()
            beginNextHold(&context)
        }
        if let event = sensorsChanged(to: frames.sensors, &context) { return event }
        return proceed(&context)
    }

    mutating func isKept(_ isKept: Bool) {
        frames.sensors.isKept = isKept
        camera.isKept = isKept
    }

    /// The accelerometer has come or gone, or has seen no motion for long: the watch of the scene ends or begins.
    mutating func sensorsChanged(to sensors: SceneSensors, _ context: inout StepContext) -> Event? {
        frames.sensors = sensors
        camera.isKept = sensors.isKept
        // While a tap settles, its end sets the use of frames. A hold that is written again does not.
        guard holding.tap.heldPoint != nil, !holding.tap.isSettling, !holding.isRelighting else { return nil }
        frames.watchScene(at: holding.tap.heldPoint, camera, &context)
        return proceed(&context)
    }
}
