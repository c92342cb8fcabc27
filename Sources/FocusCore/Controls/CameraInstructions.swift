/// What the engine tells a camera to do, and how each instruction ends.
extension CameraController {
    /// Continuous focus and exposure about a point.
    /// - Parameter rewriting: whether nothing of what seems to be in effect is to be trusted.
    mutating func goContinuous(
        about point: PointOfInterest, rewriting: Bool, attempt: Int = 1, _ context: inout StepContext
    ) -> Event? {
        stopSettling(&context)
        if rewriting { ledger.forgetAll() }
        focusLevel = capabilities.levels.focus.level
        exposureLevel = capabilities.levels.exposure.level
        let plan = planBuilder.continuous(about: point, focus: focusLevel, exposure: exposureLevel)
        replacePlan(plan, for: .continuous(about: point, attempt: attempt))
        return proceed(&context)
    }

    /// Focus and expose once at a point, then hold. It starts from the best level each time: what was refused once
    /// may have been a passing trouble.
    mutating func goOnce(at point: PointOfInterest, _ context: inout StepContext) -> Event? {
        context.timers.disarm(.continuousRetry, &context.effects)
        focusLevel = capabilities.levels.focus.level
        exposureLevel = capabilities.levels.exposure.level
        replacePlan(
            planBuilder.once(at: point, focus: focusLevel, exposure: exposureLevel), for: .once(point))
        return proceed(&context)
    }

    /// Everything as it was when the camera was opened.
    mutating func restore(_ context: inout StepContext) -> Event? {
        stopSettling(&context)
        replacePlan(planBuilder.originals(), for: .restore)
        return proceed(&context)
    }

    /// A component's time is up. One that nobody saw has not failed: it had its time.
    mutating func expire(_ component: ComponentSet, _ context: inout StepContext) -> Event? {
        if component == .focus {
            take(focus.wasSeen ? .deadline : .timeGiven, for: .focus, &context)
        } else {
            take(exposure.wasSeen ? .deadline : .timeGiven, for: .exposure, &context)
        }
        return proceed(&context)
    }

    /// A return to continuous that was refused is tried again.
    mutating func retryContinuous(_ context: inout StepContext) -> Event? {
        guard case .continuous(let point, let attempt) = refusedContinuous else { return nil }
        return goContinuous(about: point, rewriting: false, attempt: attempt + 1, &context)
    }

    /// A tap was refused: what was held stays held, whatever the attempt has changed.
    mutating func holdAgain(_ context: inout StepContext) -> Event? {
        var plan = ControlPlan()
        if focus.machine.state == .held {
            let hold = planBuilder.holdFocus(level: focus.level, position: position(of: focus, from: .focusAbsolute))
            hold.forEach { plan.append($0) }
        }
        if exposure.machine.state == .held {
            let time = position(of: exposure, from: .exposureAbsolute)
            planBuilder.holdExposure(level: exposure.level, time: time).forEach { plan.append($0) }
        }
        replacePlan(plan, for: .holdAgain)
        return proceed(&context)
    }

    /// The camera is gone, or gets new orders: nothing is watched any more, and nothing will be held.
    mutating func stopSettling(_ context: inout StepContext) {
        _ = focus.handle(.continuous)
        _ = exposure.handle(.continuous)
        awaitsSettled = false
        refusedContinuous = nil
        context.timers.disarm(.settlePoll, &context.effects)
        context.timers.disarm(.focusDeadline, &context.effects)
        context.timers.disarm(.exposureDeadline, &context.effects)
        context.timers.disarm(.continuousRetry, &context.effects)
    }

    /// The current plan has no step left.
    mutating func finishPlan(_ context: inout StepContext) -> Event? {
        let finished = purpose
        purpose = .nothing
        switch finished {
        case .nothing:
            beginNextHold()
            return nil
        case .continuous(_, let attempt):
            if hasFailed, attempt <= Self.mostRetries {
                refusedContinuous = finished
                armRetry(after: attempt, &context)
            }
            return nil
        case .once(let point):
            guard focusLevel != .none || exposureLevel != .none else { return .tapRefused }
            beginSettling(&context)
            return .tapAccepted(point)
        case .hold(let component):
            take(hasFailed ? .holdRefused : .holdWritten, for: component, &context)
            beginNextHold()
            return nil
        case .holdAgain:
            beginNextHold()
            return nil
        case .restore:
            return .restored(isComplete: !hasFailed)
        }
    }

    /// Takes what was read for the components that are watched, and looks again later at those that still move.
    mutating func observe(
        _ ids: InlineList<4, ControlID>, _ values: InlineList<4, ControlValue?>, _ context: inout StepContext
    ) {
        for index in 0..<ids.count {
            guard let id = ids[index] else { continue }
            let value = (values[index] ?? nil)?.integer
            if id == focus.watched, let event = focus.observe(value, at: context.time, times) {
                take(event, for: .focus, &context)
            }
            if id == exposure.watched, let event = exposure.observe(value, at: context.time, times) {
                take(event, for: .exposure, &context)
            }
        }
        let isWatching =
            (focus.isAdjusting && focus.watched != nil) || (exposure.isAdjusting && exposure.watched != nil)
        if isWatching { armPoll(&context) }
    }

    func armPoll(_ context: inout StepContext) {
        context.timers.arm(.settlePoll, at: context.time.advanced(by: times.pollInterval), &context.effects)
    }
}

extension CameraController {
    /// Three times: a camera that refuses continuous for some four seconds is not going to take it soon.
    private static let mostRetries = 3

    private func armRetry(after attempt: Int, _ context: inout StepContext) {
        let (delay, overflow) = times.retryDelay.nanoseconds.multipliedReportingOverflow(by: 1 << (attempt - 1))
        let span = overflow ? times.retryDelay : Span(nanoseconds: delay)
        context.timers.arm(.continuousRetry, at: context.time.advanced(by: span), &context.effects)
    }

    private mutating func beginSettling(_ context: inout StepContext) {
        awaitsSettled = true
        begin(.focus, &context)
        begin(.exposure, &context)
        let isWatching = focus.watched != nil || exposure.watched != nil
        if isWatching { armPoll(&context) } else { context.timers.disarm(.settlePoll, &context.effects) }
    }

    private mutating func begin(_ component: ComponentSet, _ context: inout StepContext) {
        let level = component == .focus ? focusLevel : exposureLevel
        let timer: TimerID = component == .focus ? .focusDeadline : .exposureDeadline
        guard level != .none else {
            if component == .focus { focus.sitOut() } else { exposure.sitOut() }
            context.timers.disarm(timer, &context.effects)
            return
        }
        let watched = component == .focus ? watchedForFocus : watchedForExposure
        if component == .focus {
            focus.begin(level: level, watching: watched, at: context.time)
        } else {
            exposure.begin(level: level, watching: watched, at: context.time)
        }
        let time = watched == nil ? times.timeGiven : times.deadline
        context.timers.arm(timer, at: context.time.advanced(by: time), &context.effects)
    }

    private var watchedForFocus: ControlID? {
        if focusLevel == .oneShot, planBuilder.usesStartButton, capabilities.canRead(.autoFocusStatus) {
            return .autoFocusStatus
        }
        return capabilities.canRead(.focusAbsolute) ? .focusAbsolute : nil
    }

    private var watchedForExposure: ControlID? {
        capabilities.canRead(.exposureAbsolute) ? .exposureAbsolute : nil
    }

    private mutating func take(_ event: SettleEvent, for component: ComponentSet, _ context: inout StepContext) {
        let transition = component == .focus ? focus.handle(event) : exposure.handle(event)
        guard let transition else { return }
        if transition.action == .hold {
            let timer: TimerID = component == .focus ? .focusDeadline : .exposureDeadline
            context.timers.disarm(timer, &context.effects)
        }
        reportWhenSettled(&context)
    }

    /// The next component that has come to rest gets its hold.
    private mutating func beginNextHold() {
        if focus.needsHold {
            let plan = planBuilder.holdFocus(level: focus.level, position: position(of: focus, from: .focusAbsolute))
            replacePlan(plan, for: .hold(.focus))
        } else if exposure.needsHold {
            let time = position(of: exposure, from: .exposureAbsolute)
            replacePlan(planBuilder.holdExposure(level: exposure.level, time: time), for: .hold(.exposure))
        }
    }

    private func position(of tracker: SettleTracker, from id: ControlID) -> Int64? {
        tracker.watched == id ? tracker.position : nil
    }

    private mutating func reportWhenSettled(_ context: inout StepContext) {
        guard awaitsSettled, !focus.isAdjusting, !focus.needsHold, !exposure.isAdjusting, !exposure.needsHold
        else { return }
        awaitsSettled = false
        context.effects.append(
            .settled(
                SettledReport(
                    focus: focus.outcome, focusLevel: focus.level, exposure: exposure.outcome,
                    exposureLevel: exposure.level)))
    }
}
