/// The instructions to a camera, and the end of each.
extension CameraController {
    /// Continuous focus and exposure about a point.
    /// - Parameter rewriting: true when all settings must be written, even those that seem to be in effect.
    mutating func goContinuous(
        about point: PointOfInterest, rewriting: Bool, attempt: Int = 1, _ context: inout some CameraContext
    ) -> Event? {
        stopSettling(&context)
        tap.letGo()
        known.forgetStanding()
        if rewriting { known.forgetAll() }
        instruction.start(at: capabilities.bestLevels)
        compensation.biasIsTold(planBuilder.biasStops)
        if capabilities.canWrite(.focusAuto) { searches.lensIsAutomatic() }
        if capabilities.automaticExposure != nil { searches.exposureIsAutomatic(with: compensation.ofBias) }
        useFramesForContinuous(about: point, isFree: attempt == 1, &context)
        let plan = planBuilder.continuous(about: point, instruction.levels)
        replacePlan(plan, for: .continuous(about: point, attempt: attempt), &context)
        return proceed(&context)
    }

    /// Focus and expose once at a point, then hold. Each tap starts at the best level, because an earlier refusal may
    /// have been temporary.
    /// - Parameter value: the exposure compensation from the tap on, in EV.
    mutating func goOnce(
        for asked: AskedTap, compensation value: Double, _ context: inout some CameraContext
    ) -> Event? {
        context.disarm(.continuousRetry)
        context.disarm(.verification)
        context.disarm(.holdCheck)
        holdWatch.forgetNews()
        instruction.start(at: capabilities.bestLevels)
        compensation.wanted = value
        compensation.biasIsTried(planBuilder.biasStops)
        stream.tapBegan()
        calls.tapBegan()
        replacePlan(planBuilder.once(at: asked.point, instruction.levels), for: .once, &context)
        tap.ask(asked)
        return proceed(&context)
    }

    /// Puts all changed controls back to their values when the camera was opened.
    mutating func restore(_ context: inout some CameraContext) -> Event? {
        stopSettling(&context)
        forgetUnreliable()
        tellUnusableOriginals(&context)
        replacePlan(planBuilder.restoration(isStreaming: stream.isOnOrAsked), for: .restore, &context)
        return proceed(&context)
    }

    /// The time of a component is over.
    mutating func expire(_ component: Component, _ context: inout some CameraContext) -> Event? {
        let reason = reasonForDeadline(component)
        if isSearchingOnce(component) { giveUpSearch(component, &context) }
        take(settling[component].timeIsUp, for: component, because: reason, &context)
        return proceed(&context)
    }

    /// Tries a refused return to continuous again.
    mutating func retryContinuous(_ context: inout some CameraContext) -> Event? {
        guard let refused = instruction.refusedContinuous else { return nil }
        return goContinuous(about: refused.point, rewriting: false, attempt: refused.attempt + 1, &context)
    }

    /// A tap was refused: undoes its changes. Held components are held again at the earlier point, and the camera's own
    /// searches go on there. The engine's searches end with their best result.
    mutating func holdAgain(at point: PointOfInterest, _ context: inout some CameraContext) -> Event? {
        // The engine's own searches were interrupted, and the camera has just failed: they end, and the best result so
        // far is held.
        for component in Component.allCases where isSearchingOnce(component) {
            giveUpSearch(component, &context)
            take(.searchFailed, for: component, because: .refused, &context)
        }
        var plan = planBuilder.goOn(
            at: point,
            PerComponent(focus: settling[.focus].levelInUse, exposure: settling[.exposure].levelInUse),
            searching: PerComponent(focus: settling[.focus].isAdjusting, exposure: settling[.exposure].isAdjusting))
        for component in Component.allCases where settling[component].isHeld {
            holdPlan(component).forEach { plan.append($0) }
        }
        appendBiasFromBefore(to: &plan)
        replacePlan(plan, for: .holdAgain, &context)
        return proceed(&context)
    }

    /// Ends the settling of both components, because the camera is gone or gets another instruction. Nothing is watched
    /// or held after that.
    mutating func stopSettling(_ context: inout some CameraContext) {
        for component in Component.allCases {
            _ = settling[component].handle(.continuous)
            context.disarm(component.deadline)
        }
        tap.stop()
        instruction.forgetRefusal()
        searches.abandonAll()
        useFrames(.nothing, &context)
        context.disarm(.verification)
        context.disarm(.holdCheck)
        context.disarm(.settlePoll)
        context.disarm(.continuousRetry)
        // The next write arms it again if a pause is needed.
        context.disarm(.writePause)
    }

    /// The present plan has no step left.
    mutating func finishPlan(_ context: inout some CameraContext) -> Event? {
        let finished = instruction.finish()
        switch finished {
        case .nothing, .holdAgain:
            beginNextHold(&context)
            guard finished == .holdAgain else { return nil }
            for component in Component.allCases where settling[component].isHeld {
                settling[component].wrote(expectation(component))
            }
            // The refused tap has disarmed the readings of the holds.
            armHoldCheck(after: HoldWatch.interval, &context)
            return nil
        case .continuous(let point, let attempt):
            if instruction.hasFailed {
                let refused = instruction.retryLater(about: point, attempt: attempt)
                let delay = refused.delay(first: times.retryDelay)
                context.arm(.continuousRetry, at: context.time.advanced(by: delay))
            }
            return nil
        case .once:
            guard instruction.canBeFollowed else { return tap.refuse().map { .tapRefused($0) } }
            guard let accepted = tap.accept() else { return nil }
            compensation.tapAccepted()
            beginSettling(&context)
            return .tapAccepted(accepted)
        case .onceLower(let components):
            beginLower(components, &context)
            // A hold of the other component has waited, and so has that of one whose time was over meanwhile.
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

    /// Takes a reading of the watched components, and arms the next one if any of them still adjusts.
    mutating func observe(
        _ ids: InlineList<4, ControlID>, _ values: InlineList<4, ControlValue?>, _ context: inout some CameraContext
    ) {
        for index in 0..<ids.count {
            let value = (values[index] ?? nil)?.integer
            for component in Component.allCases where settling[component].watched == ids[index] {
                let event = settling[component].observe(value, at: context.time, times)
                if let event { take(event, for: component, &context) }
            }
        }
        if hasComponentToRead { armPoll(&context) }
    }

    func armPoll(_ context: inout some CameraContext) {
        context.arm(.settlePoll, at: context.time.advanced(by: times.pollInterval))
    }
}

extension CameraController {
    @inline(__always)
    var hasComponentToRead: Bool {
        for component in Component.allCases where settling[component].watched != nil { return true }
        return false
    }

    private mutating func beginSettling(_ context: inout some CameraContext) {
        isStill = false
        holdWatch.restart()
        searches.abandonAll()
        if instruction.usesFrames, let point = tap.heldPoint {
            useFrames(.tap(point), &context)
        } else {
            useFrames(.nothing, &context)
        }
        for component in Component.allCases { begin(component, &context) }
        if hasComponentToRead { armPoll(&context) } else { context.disarm(.settlePoll) }
    }

    mutating func begin(_ component: Component, _ context: inout some CameraContext) {
        if component == .focus, isLensMovedByCamera { searches.lensIsAutomatic() }
        guard instruction.levels[component] != .none else {
            settling[component].sitOut()
            context.disarm(component.deadline)
            return
        }
        let watched = watchedControl(component)
        settling[component].begin(level: instruction.levels[component], watching: watched, at: context.time)
        var time = watched == nil ? times.timeGiven : times.deadline
        if instruction.levels[component] == .software {
            time = times.searchDeadline
            // A search cannot begin before the first frame, which a slow camera sends late.
            if !stream.hasFrame, let first = capabilities.quirks.usableFirstFrameTime {
                time = Instant(nanoseconds: 0).advanced(by: time).advanced(by: first).since(Instant(nanoseconds: 0))
            }
            // A control with only one value needs no search: its present value is held.
            if !beginSearch(component, &context) { return take(.timeGiven, for: component, &context) }
        }
        context.arm(component.deadline, at: context.time.advanced(by: time))
    }

    /// True when the camera itself has moved the lens for this tap, or may have started to before it refused.
    @inline(__always)
    private var isLensMovedByCamera: Bool {
        switch instruction.levels.focus {
        case .software: false
        case .none: capabilities.canWrite(.focusAuto)
        case .region, .oneShot, .wholeFrame: true
        }
    }

    @inline(__always)
    private func watchedControl(_ component: Component) -> ControlID? {
        if instruction.levels[component] == .software { return nil }
        let searchesOnce = component == .focus && instruction.levels.focus == .oneShot && planBuilder.usesStartButton
        if searchesOnce, capabilities.canRead(.autoFocusStatus) { return .autoFocusStatus }
        return capabilities.canRead(component.positionControl) ? component.positionControl : nil
    }

    /// - Parameter reason: the reason of a failure; nil: the one that the event gives.
    mutating func take(
        _ event: SettleEvent, for component: Component, because reason: FailureReason? = nil,
        _ context: inout some CameraContext
    ) {
        guard let transition = settling[component].handle(event, because: reason) else { return }
        if transition.action == .hold { context.disarm(component.deadline) }
        reportWhenSettled(&context)
        if transition.state == .held || transition.state == .notHeld { watchHolds(&context) }
    }

    /// Begins the hold of the next component that waits for one. While the other component is about to go on at a lower level,
    /// the hold follows that plan.
    mutating func beginNextHold(_ context: inout some CameraContext) {
        if instruction.isLowering { return }
        for component in Component.allCases where settling[component].needsHold {
            tellMissingCompensation(component, &context)
            return replacePlan(holdPlan(component), for: .hold(component), &context)
        }
    }

    func holdPlan(_ component: Component) -> ControlPlan {
        let level = settling[component].level
        switch component {
        case .focus:
            let position = level == .software ? searches.focus.position : settling[.focus].hold?.position
            return planBuilder.hold(.focus, level: level, position: position, gain: nil)
        case .exposure:
            let held = heldExposure
            return planBuilder.hold(.exposure, level: level, position: held.time, gain: held.gain)
        }
    }

    private mutating func reportWhenSettled(_ context: inout some CameraContext) {
        for component in Component.allCases {
            guard !settling[component].isAdjusting, !settling[component].needsHold else { return }
        }
        guard let settled = tap.settle() else { return }
        context.tell(.settled(settling.report(of: settled)))
        useFramesForHold(&context)
    }
}
