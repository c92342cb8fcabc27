/// The instructions to a camera, and the end of each.
extension CameraSession {
    /// Continuous focus and exposure about a point.
    /// - Parameter rewriting: true when all settings must be written, even those that seem to be in effect.
    mutating func goContinuous(
        about point: PointOfInterest, rewriting: Bool, attempt: Int = 1, _ context: inout StepContext
    ) -> Event? {
        var plan = holding.planLensBack(frames, camera)
        stopSettling(&context)
        camera.values.forgetStanding()
        if rewriting { camera.values.forgetAll() }
        instruction.start(at: capabilities.bestLevels)
        camera.compensation.biasIsTold(camera.planBuilder.biasStops)
        frames.goContinuous(about: point, isFree: attempt == 1, camera, &context)
        centre = ContinuousCentre(onSensor: point, under: camera.zoom.usedFactor)
        camera.planBuilder.continuous(about: point, instruction.levels).forEach { plan.append($0) }
        replacePlan(plan, for: .continuous(about: point, attempt: attempt), &context)
        return proceed(&context)
    }

    /// Focus and expose once at a point, with this compensation in EV, then hold. Each tap starts at the best level, because an earlier
    /// refusal may have been temporary.
    mutating func goOnce(for asked: AskedTap, compensation value: Double, _ context: inout StepContext) -> Event? {
        context.disarm(.continuousRetry)
        context.disarm(.verification)
        context.disarm(.holdCheck)
        holding.watch.forgetNews()
        instruction.start(at: capabilities.bestLevels)
        camera.compensation.wanted = value
        camera.compensation.biasIsTried(camera.planBuilder.biasStops)
        frames.stream.tapBegan()
        calls.tapBegan()
        var plan = holding.planLensBack(frames, camera)
        camera.planBuilder.once(at: asked.point, instruction.levels).forEach { plan.append($0) }
        replacePlan(plan, for: .once, &context)
        holding.tap.ask(asked)
        return proceed(&context)
    }

    /// Puts all changed controls back to their values when the camera was opened. Those that cannot be put back are reported.
    mutating func restore(_ context: inout StepContext) -> Event? {
        stopSettling(&context)
        camera.values.forgetPositions(of: frames.searches.unreliable)
        for index in 0..<ControlID.known.count {
            guard let id = ControlID.known[index], camera.values.originals.isUnusable(id) else { continue }
            context.tell(.fault(.originalUnusable(id)))
        }
        replacePlan(camera.planBuilder.restoration(isStreaming: frames.stream.isOnOrAsked), for: .restore, &context)
        return proceed(&context)
    }

    /// A tap was refused: undoes its changes. Held components are held again at the earlier point, and the camera's own searches go on.
    mutating func holdAgain(at point: PointOfInterest, _ context: inout StepContext) -> Event? {
        let plan = holding.goOnAfterRefusal(at: point, &frames, &camera, &context)
        replacePlan(plan, for: .holdAgain, &context)
        return proceed(&context)
    }

    /// The camera is gone or gets another instruction: nothing is watched or held any more.
    mutating func stopSettling(_ context: inout StepContext) {
        context.disarmCamera()
        light = LightLife()
        centre = nil
        holding.letGo()
        instruction.forgetRefusal()
        frames.begin(.nothing, &context)
    }

    /// The plan has no step left: it ends, and what it was for begins.
    mutating func finishPlan(_ context: inout StepContext) -> Event? {
        switch instruction.finish() {
        case .nothing:
            break
        case .continuous:
            guard instruction.hasFailed, let refused = instruction.refusedContinuous else { break }
            context.arm(.continuousRetry, after: refused.delay(first: camera.settings.settle.retryDelay))
        case .once:
            let isShut = instruction.isShutterClosed
            guard instruction.canBeFollowed, !isShut else {
                return holding.tap.refuse().map { .tapRefused($0, isShut ? .shutterClosed : .cameraRefused) }
            }
            guard let accepted = holding.tap.accept() else { break }
            camera.compensation.tapAccepted()
            light = LightLife()
            centre = nil
            let use = instruction.usesFrames ? FrameUse.tap(accepted.point) : .nothing
            holding.begin(at: instruction.levels, in: use, &frames, camera, &context)
            return .tapAccepted(accepted)
        case .onceLower(let lowered):
            // The holds that have waited begin next: of the other component, and of one whose time ended before.
            holding.goOn(lowered, at: instruction.levels, &frames, camera, &context)
        case .relight(let level):
            exposeAnew(at: level, &context)
        case .hold(let component):
            if instruction.hasFailed {
                holding.holdRefused(component, &frames, camera, &context)
            } else {
                holding.verify(component, &calls, &frames, camera, &context)
            }
        case .holdAgain:
            if let next = holding.areHeldAgain(frames, camera, &context) { begin(next, &context) }
        case .restore:
            return .restored(isComplete: !instruction.hasFailed)
        }
        return nil
    }

    /// The controls that differ from their values when the camera was opened, including those of a write under way.
    mutating func readChangedOriginals() -> RememberedOriginals {
        let (lens, time) = (holding.components[.focus].position, holding.components[.exposure].position)
        return camera.values.readChanged(lens: lens, time: time, during: calls.underWay?.demand.settings)
    }
}
