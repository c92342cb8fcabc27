/// Components from a tap to their end: how they begin, how they are watched, and what follows from their end.
extension CameraSession {
    mutating func beginSettling(_ context: inout StepContext) {
        frames.sensors.isStill = false
        holdWatch.restart()
        frames.begin(instruction.usesFrames ? tap.heldPoint.map(FrameUse.tap) ?? .nothing : .nothing, &context)
        for component in Component.allCases { begin(component, &context) }
        if !armPoll(&context) { context.disarm(.settlePoll) }
    }

    /// A component begins to adjust, at its level of the instruction.
    mutating func begin(_ component: Component, _ context: inout StepContext) {
        let level = instruction.levels[component]
        if component == .focus, capabilities.mayMoveLens(at: level) { frames.searches.lensIsAutomatic() }
        guard level != .none else {
            components[component].sitOut()
            context.disarm(component.deadline)
            return
        }
        let watched = capabilities.watchedControl(of: component, at: level)
        components[component].begin(level: level, watching: watched, at: context.time)
        // A control with only one value needs no search: its present value is held.
        if level == .software, !frames.beginSearch(component, camera, at: context.time) {
            return take(.timeGiven, for: component, &context)
        }
        let firstFrame = frames.stream.hasFrame ? nil : capabilities.quirks.usableFirstFrameTime
        let time = camera.settings.settle.limit(at: level, isWatched: watched != nil, firstFrame: firstFrame)
        context.arm(component.deadline, after: time)
    }

    /// Something has happened to a component: what follows from it is armed, reported and watched.
    /// - Parameter reason: the reason of a failure; nil: the one that the event gives.
    mutating func take(
        _ event: SettleEvent, for component: Component, because reason: FailureReason? = nil,
        _ context: inout StepContext
    ) {
        guard let state = components[component].handle(event, because: reason) else { return }
        if state.action == .hold { context.disarm(component.deadline) }
        reportWhenSettled(&context)
        guard state == .held || state == .notHeld, !context.isArmed(.holdCheck) else { return }
        armHoldCheck(after: HoldWatch.interval, &context)
    }

    /// Reads what is watched, unless the camera is busy with something else.
    mutating func poll(_ context: inout StepContext) {
        let ids = components.watched
        guard calls.isFree, !ids.isEmpty else {
            armPoll(&context)
            return
        }
        calls.make(.read(ids), for: .poll, &context)
    }

    /// Takes a reading of the watched components, and arms the next one if any of them still adjusts.
    mutating func observe(_ ids: ControlIDs, _ values: ControlValues, _ context: inout StepContext) {
        let events = components.observe(ids, values, at: context.time, camera.settings.settle)
        for component in Component.allCases {
            if let event = events[component] { take(event, for: component, &context) }
        }
        armPoll(&context)
    }

    /// Arms the next reading of what is watched.
    /// - Returns: false when nothing is.
    @discardableResult
    func armPoll(_ context: inout StepContext) -> Bool {
        guard !components.watched.isEmpty else { return false }
        context.arm(.settlePoll, after: camera.settings.settle.pollInterval)
        return true
    }

    mutating func expire(_ component: Component, _ context: inout StepContext) -> Event? {
        var reason: FailureReason?
        if components[component].isSearching {
            // An exposure that is still searched may yet become brighter.
            let isDark = component == .focus && frames.searches.isDark(camera.compensatedExposure)
            reason = !frames.stream.hasFrame ? .noFrames : isDark ? .tooDark : nil
            frames.giveUp(component, camera, &context)
        }
        take(components[component].timeIsUp, for: component, because: reason, &context)
        return proceed(&context)
    }

    private mutating func reportWhenSettled(_ context: inout StepContext) {
        guard components.areSettled, let settled = tap.settle() else { return }
        context.tell(.settled(components.report(of: settled)))
        frames.watchScene(at: tap.heldPoint, camera, &context)
    }
}
