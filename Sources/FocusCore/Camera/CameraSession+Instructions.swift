/// The instructions to a camera, and the end of each.
extension CameraSession {
    /// Continuous focus and exposure about a point.
    /// - Parameter rewriting: true when all settings must be written, even those that seem to be in effect.
    mutating func goContinuous(
        about point: PointOfInterest, rewriting: Bool, attempt: Int = 1, _ context: inout StepContext
    ) -> Event? {
        stopSettling(&context)
        camera.values.forgetStanding()
        if rewriting { camera.values.forgetAll() }
        instruction.start(at: capabilities.bestLevels)
        camera.compensation.biasIsTold(camera.planBuilder.biasStops)
        frames.goContinuous(about: point, isFree: attempt == 1, camera, &context)
        let plan = camera.planBuilder.continuous(about: point, instruction.levels)
        replacePlan(plan, for: .continuous(about: point, attempt: attempt), &context)
        return proceed(&context)
    }

    /// Focus and expose once at a point, with this compensation in EV, then hold. Each tap starts at the best level, because an earlier
    /// refusal may have been temporary.
    mutating func goOnce(for asked: AskedTap, compensation value: Double, _ context: inout StepContext) -> Event? {
        context.disarm(.continuousRetry)
        context.disarm(.verification)
        context.disarm(.holdCheck)
        holdWatch.forgetNews()
        instruction.start(at: capabilities.bestLevels)
        camera.compensation.wanted = value
        camera.compensation.biasIsTried(camera.planBuilder.biasStops)
        frames.stream.tapBegan()
        calls.tapBegan()
        replacePlan(camera.planBuilder.once(at: asked.point, instruction.levels), for: .once, &context)
        tap.ask(asked)
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

    mutating func retryContinuous(_ context: inout StepContext) -> Event? {
        guard let refused = instruction.refusedContinuous else { return nil }
        return goContinuous(about: refused.point, rewriting: false, attempt: refused.attempt + 1, &context)
    }

    /// A tap was refused: undoes its changes. Held components are held again at the earlier point, and the camera's own searches go on.
    mutating func holdAgain(at point: PointOfInterest, _ context: inout StepContext) -> Event? {
        // The engine's own searches were interrupted, and the camera has just failed: the best result so far is held.
        for component in Component.allCases where components[component].isSearching {
            frames.giveUp(component, camera, &context)
            take(.searchFailed, for: component, because: .refused, &context)
        }
        var plan = camera.planBuilder.goOn(at: point, components.levelsInUse, searching: components.areAdjusting)
        for component in Component.allCases where components[component].isHeld {
            holdPlans.plan(of: component).forEach { plan.append($0) }
        }
        // The refused tap may have written another bias than the one with which the automatic still adjusts.
        let builder = camera.planBuilder
        if components[.exposure].isAdjusting, camera.compensation.hasTried(another: builder.biasStops),
            builder.appendBias(to: &plan)
        {
            camera.compensation.biasIsTold(builder.biasStops)
        }
        replacePlan(plan, for: .holdAgain, &context)
        return proceed(&context)
    }

    /// The camera is gone or gets another instruction: nothing is watched or held any more.
    mutating func stopSettling(_ context: inout StepContext) {
        context.disarmCamera()
        components.letGo()
        tap.letGo()
        instruction.forgetRefusal()
        frames.begin(.nothing, &context)
    }

    mutating func finishPlan(_ context: inout StepContext) -> Event? {
        let finished = instruction.finish()
        switch finished {
        case .nothing, .holdAgain:
            beginNextHold(&context)
            guard finished == .holdAgain else { return nil }
            for component in Component.allCases where components[component].isHeld {
                components[component].wrote(holdPlans.expectation(of: component))
            }
            // The refused tap has disarmed the readings of the holds.
            armHoldCheck(after: HoldWatch.interval, &context)
            return nil
        case .continuous(let point, let attempt):
            guard instruction.hasFailed else { return nil }
            let refused = instruction.retryLater(about: point, attempt: attempt)
            context.arm(.continuousRetry, after: refused.delay(first: camera.settings.settle.retryDelay))
            return nil
        case .once:
            guard instruction.canBeFollowed else { return tap.refuse().map { .tapRefused($0) } }
            guard let accepted = tap.accept() else { return nil }
            camera.compensation.tapAccepted()
            beginSettling(&context)
            return .tapAccepted(accepted)
        case .onceLower(let lowered):
            beginLower(lowered, &context)
            // The holds that have waited begin now: of the other component, and of one whose time ended before.
            beginNextHold(&context)
            return nil
        case .hold(let component):
            if instruction.hasFailed {
                let isHeldAnew = !tap.isSettling
                take(.holdRefused, for: component, &context)
                if isHeldAnew { context.tell(.fault(.holdLost(component.positionControl))) }
                beginNextHold(&context)
            } else {
                beginVerification(component, &context)
            }
            return nil
        case .restore:
            return .restored(isComplete: !instruction.hasFailed)
        }
    }

    /// The controls that differ from their values when the camera was opened, including those of a write under way.
    mutating func readChangedOriginals() -> RememberedOriginals {
        let (lens, time) = (components[.focus].position, components[.exposure].position)
        return camera.values.readChanged(lens: lens, time: time, during: calls.underWay?.demand.settings)
    }
}
