/// A tap and what it leads to: focus and exposure from "once at the point" until they are held, and the watch of what is held.
struct Holding: Equatable, Sendable, Snapshotable {
    /// The tap on its way, the accepted one that settles, and the point that is held.
    var tap = TapLife()
    /// The lives of focus and exposure: following, adjusting, writing, checking, held, not held, each with the data of that state.
    var components: Components
    /// Which held controls are read regularly, and when.
    var watch = HoldWatch()
    /// True while the held exposure is found again, because a light was switched.
    private(set) var isRelighting = false

    init(_ capabilities: CameraCapabilities) {
        components = Components(capabilities)
    }

    /// True while a hold must be written again after `settled`. Until then, frames do not show the scene with the held values.
    @inline(__always)
    var isHoldingAnew: Bool { !tap.isSettling && components.needHold }

    /// True while a tap is on its way or settles, or a hold is still to come.
    var isBusy: Bool { tap.isAsked || tap.isSettling || isHoldingAnew || isRelighting }

    /// The camera is gone or gets another instruction: nothing is watched or held any more.
    mutating func letGo() {
        isRelighting = false
        components.letGo()
        tap.letGo()
    }

    /// The camera has accepted a tap: its components begin to adjust, each at its level.
    /// - Parameter use: what frames are needed for until it has settled.
    mutating func begin(
        at levels: PerComponent<CameraLevel>, in use: FrameUse, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        frames.sensors.isStill = false
        isRelighting = false
        watch.restart()
        frames.begin(use, &context)
        for component in Component.allCases { begin(component, at: levels[component], &frames, camera, &context) }
        if !armPoll(camera.settings.settle, &context) { context.disarm(.settlePoll) }
    }

    private mutating func begin(
        _ component: Component, at level: CameraLevel, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        let capabilities = camera.capabilities
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
            return take(.timeGiven, for: component, &frames, camera, &context)
        }
        let firstFrame = frames.stream.hasFrame ? nil : capabilities.quirks.usableFirstFrameTime
        let time = camera.settings.settle.limit(at: level, isWatched: watched != nil, firstFrame: firstFrame)
        context.arm(component.deadline, after: time)
    }

    /// A light was switched, and the camera has accepted to expose again: the exposure adjusts again, and is then held.
    mutating func expose(
        at level: CameraLevel, about point: PointOfInterest, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        isRelighting = true
        frames.use(level == .software ? .tap(point) : .nothing, &context)
        begin(.exposure, at: level, &frames, camera, &context)
        armPoll(camera.settings.settle, &context)
    }

    /// The light was switched again while the exposure is found: the end of that is not reported.
    mutating func stopRelighting() { isRelighting = false }

    /// The exposure is held again as it was before a light.
    mutating func putExposureBack(_ life: ComponentLife) {
        isRelighting = false
        let lit = components[.exposure]
        components[.exposure] = life
        components[.exposure].holdAnew()
        components[.exposure].trustPosition(like: lit)
    }

    /// The tap has lost the frames in which it searches. Each of its searches goes on at the next level; without such a level it has failed.
    /// - Returns: the components that go on and their plan, or nil if no component goes on.
    mutating func loseFrames(
        _ instruction: inout Instruction, _ frames: inout Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) -> (components: ComponentSet, plan: ControlPlan)? {
        var lowered: ComponentSet = []
        var hasSearched = false
        for component in Component.allCases where components[component].isSearching {
            hasSearched = true
            instruction.lowerSearch(of: component, camera.capabilities)
            if instruction.levels[component] == .none {
                frames.giveUp(component, camera, &context)
                take(.searchFailed, for: component, because: .noFrames, &frames, camera, &context)
            } else {
                frames.searches.abandon(component)
                lowered.insert(component.set)
            }
        }
        if hasSearched { context.tell(.fault(.framesWithdrawn)) }
        guard !lowered.isEmpty else { return nil }
        return (lowered, instruction.lowerPlan(for: lowered, at: tap.heldPoint, camera.planBuilder))
    }

    /// The camera has accepted the lower levels: the components settle again. A component without a lower level has failed.
    mutating func goOn(
        _ lowered: ComponentSet, at levels: PerComponent<CameraLevel>, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        for component in Component.allCases where lowered.contains(component.set) {
            // Its deadline may have passed since the plan began.
            guard components[component].isAdjusting else { continue }
            if levels[component] == .none {
                take(.searchFailed, for: component, because: .refused, &frames, camera, &context)
            } else {
                begin(component, at: levels[component], &frames, camera, &context)
            }
        }
        armPoll(camera.settings.settle, &context)
    }
}

/// Components on their way to their end.
extension Holding {
    /// Something has happened to a component: what follows from it is armed, reported and watched.
    /// - Parameter reason: the reason of a failure; nil: the one that the event gives.
    mutating func take(
        _ event: SettleEvent, for component: Component, because reason: FailureReason? = nil,
        _ frames: inout Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        let reason: FailureReason? = camera.isShutterClosed == true ? .shutterClosed : reason
        guard let state = components[component].handle(event, because: reason) else { return }
        if state.action == .hold { context.disarm(component.deadline) }
        if components.areSettled, let settled = tap.settle() {
            context.tell(.settled(components.report(of: settled)))
            frames.watchScene(at: tap.heldPoint, camera, &context)
        }
        if isRelighting, components.areSettled {
            isRelighting = false
            let isFound = components[.exposure].hold?.outcome != .failed
            context.tell(.relit(LightReport(isOn: camera.isLit, exposure: isFound ? .found : .failed)))
            frames.watchScene(at: tap.heldPoint, camera, &context)
        }
        guard state == .held || state == .notHeld, !context.isArmed(.holdCheck) else { return }
        armHoldCheck(after: HoldWatch.interval, frames, camera, &context)
    }

    /// Reads what is watched, unless the camera is busy with something else.
    func poll(_ calls: inout CallLine, _ times: SettleTimes, _ context: inout StepContext) {
        let ids = components.watched
        if calls.isFree, !ids.isEmpty {
            calls.make(.read(ids), for: .poll, &context)
        } else {
            armPoll(times, &context)
        }
    }

    /// Takes a reading of the watched components, and arms the next one if any of them still adjusts.
    mutating func observe(
        _ ids: ControlIDs, _ values: ControlValues, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        let events = components.observe(ids, values, at: context.time, camera.settings.settle)
        for component in Component.allCases {
            if let event = events[component] { take(event, for: component, &frames, camera, &context) }
        }
        armPoll(camera.settings.settle, &context)
    }

    /// Arms the next reading of what is watched.
    /// - Returns: false when nothing is.
    @discardableResult
    private func armPoll(_ times: SettleTimes, _ context: inout StepContext) -> Bool {
        guard !components.watched.isEmpty else { return false }
        context.arm(.settlePoll, after: times.pollInterval)
        return true
    }

    /// The time of a component is over.
    mutating func expire(
        _ component: Component, _ frames: inout Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        var reason: FailureReason?
        if components[component].isSearching {
            // An exposure that is still searched may yet become brighter.
            let isDark = component == .focus && frames.searches.isDark(camera.compensatedExposure)
            reason = !frames.stream.hasFrame ? .noFrames : isDark ? .tooDark : nil
            frames.giveUp(component, camera, &context)
        }
        let event = components[component].timeIsUp
        take(event, for: component, because: reason, &frames, camera, &context)
    }

    /// The zoom has changed: searches begin again when it rests. A tap gets the time for that once.
    mutating func zoomChanged(_ times: SettleTimes, _ context: inout StepContext) {
        guard components.areSearching, tap.extend() else { return }
        for component in Component.allCases where components[component].isSearching {
            context.arm(component.deadline, after: times.limit(at: .software, isWatched: false, firstFrame: nil))
        }
    }

    /// A search in frames has ended.
    mutating func searchEnded(
        _ end: SearchEnd, _ frames: inout Frames, _ camera: KnownCamera, _ context: inout StepContext
    ) {
        context.tell(Effect(end))
        let (component, reason) = end.result
        guard components[component].isSearching else { return }
        let event: SettleEvent = reason == nil ? .stable : .searchFailed
        take(event, for: component, because: reason, &frames, camera, &context)
    }

    /// The component's search has ended before it has found anything.
    mutating func searchFailed(
        _ component: Component, because reason: FailureReason, _ frames: inout Frames, _ camera: KnownCamera,
        _ context: inout StepContext
    ) {
        guard components[component].isSearching else { return }
        take(.searchFailed, for: component, because: reason, &frames, camera, &context)
    }

    /// A tap was refused. The engine's own searches were interrupted, and the camera has just failed: the best result so far is held.
    /// - Returns: the plan that undoes the tap's changes. What is held is held again, and the camera's own searches go on.
    mutating func goOnAfterRefusal(
        at point: PointOfInterest, _ frames: inout Frames, _ camera: inout KnownCamera, _ context: inout StepContext
    ) -> ControlPlan {
        for component in Component.allCases where components[component].isSearching {
            frames.giveUp(component, camera, &context)
            take(.searchFailed, for: component, because: .refused, &frames, camera, &context)
        }
        let builder = camera.planBuilder
        var plan = builder.goOn(at: point, components.levelsInUse, searching: components.areAdjusting)
        let holds = plans(frames, camera)
        for component in Component.allCases where components[component].isHeld {
            holds.plan(of: component).forEach { plan.append($0) }
        }
        // The refused tap may have written another bias than the one with which the automatic still adjusts.
        if components[.exposure].isAdjusting, camera.compensation.hasTried(another: builder.biasStops) {
            _ = camera.appendBias(to: &plan)
        }
        return plan
    }
}
