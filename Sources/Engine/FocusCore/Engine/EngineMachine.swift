extension Engine {
    mutating func handle(
        _ event: FocusEvent, cause: StateReport.Cause, tap: TapID? = nil, _ context: inout StepContext
    ) {
        guard phase == .running else { return }
        carryOut(machine.handle(event), cause: cause, tap: tap, &context)
    }

    mutating func carryOut(
        _ transition: FocusTransition, cause: StateReport.Cause, tap: TapID? = nil, _ context: inout StepContext
    ) {
        guard transition.isAccepted else { return }
        let endsKeep = transition.state == .continuousAuto && lock.keeper != nil
        if endsKeep {
            lock.keeper = nil
            controller?.isKept(false)
        }
        switch transition.state {
        case .continuousAuto: lock.point = nil
        case .autoAndForceLocked(let point): lock.point = point
        case .unlockableLocked: break
        }
        let factor = zoomFactor
        let report = StateReport(
            state: transition.state.inPicture(under: factor),
            point: lock.shownPoint(in: transition.state, under: factor), cause: cause, rule: transition.rule,
            indicator: transition.indicator.inPicture(under: factor),
            moved: lock.reason(for: cause, transition), tap: tap, unlockers: unlockers(in: transition.state))
        context.tell(.state(report))
        if endsKeep { context.tell(.kept(nil)) }
        lock.moved = nil
        restartIdle(&context)
        transition.forceLock.set(after: configuration.forceLockTime, &context)
        if case .onceThenHold = transition.instruction {
            motion.detector.restart(at: context.time)
            motion.stillSince = context.time
        }
        updateSensor(&context)
        awaitStillness(&context)
        guard transition.instruction == .continuousAboutCentre else { return }
        endCompensation(with: cause, &context)
        goContinuous(cause: cause, &context)
    }

    /// The reasons that can unlock a state besides a tap and the view being shown; nil for a state that none unlocks.
    @inline(__always)
    func unlockers(in state: FocusState) -> MovedReasons? {
        guard state == .unlockableLocked else { return nil }
        return lock.unlockers(
            sensor: motion.sensor, scene: controller?.canSceneUnlock == true, idle: configuration.unlockAfter != nil)
    }

    /// Restarts the idle timer. A person who has not touched the screen for `unlockAfter` counts as gone.
    mutating func restartIdle(_ context: inout StepContext) {
        guard let span = configuration.unlockAfter, phase != .stopping else { return }
        if machine.state == .continuousAuto || lock.keeper == .application {
            context.disarm(.idle)
        } else {
            context.arm(.idle, after: span)
        }
    }

    mutating func follow(_ event: CameraSession.Event?, _ context: inout StepContext) {
        switch event {
        case .tapAccepted(let tap):
            // The state that follows is one that is kept, or one that is not kept any more.
            let isKeepTold = tap.keeper != nil || lock.keeper != nil
            lock.keeper = tap.keeper
            controller?.isKept(tap.keeper != nil)
            handle(.tapped(tap.point), cause: .tap, tap: tap.id, &context)
            if isKeepTold { context.tell(.kept(tap.keeper, tap: tap.id)) }
            if askedCompensation.endsWithTap { endTemporaryCompensation(&context) }
            // The first writes of the searches do not wait for a frame.
            follow(controller?.proceed(&context), &context)
        case .tapRefused(let tap, let reason):
            // A tap that the camera refuses changes nothing: what was held stays held.
            context.tell(.tapRefused(reason, tap: tap.id))
            askedCompensation.tapRefused()
            controller?.camera.compensation.wanted = askedCompensation.inForce
            let centre = centreOnSensor
            if machine.state == .continuousAuto {
                follow(controller?.goContinuous(about: centre, rewriting: false, &context), &context)
            } else {
                follow(controller?.holdAgain(at: lock.point ?? centre, &context), &context)
            }
        case .restored(let isComplete):
            // Reported once: the engine no longer owns the camera.
            leftChanged = controller?.readChangedOriginals() ?? leftChanged
            controller = nil
            let isEnd = phase == .stopping
            context.tell(isEnd ? .stopped(isComplete: isComplete) : .cameraReleased(isComplete: isComplete))
        case nil:
            break
        }
    }

    /// In continuousAuto, and while somebody keeps what is held, motion can have no effect.
    mutating func updateSensor(_ context: inout StepContext) {
        motion.wake(phase != .stopping && machine.state != .continuousAuto && lock.keeper == nil, &context)
    }

    private mutating func goContinuous(cause: StateReport.Cause, _ context: inout StepContext) {
        guard !isReleasing else { return }
        // A tap that the camera is still busy with is the newer wish: the end of the lock before it must not undo it.
        if cause == .timer || cause == .motion, controller?.holding.tap.isAsked == true { return }
        // A kiosk page that comes back must not trust what the camera was left in.
        let centre = centreOnSensor
        follow(controller?.goContinuous(about: centre, rewriting: cause == .view, &context), &context)
    }
}

extension ForceLockTimer {
    fileprivate func set(after span: TimeSpan, _ context: inout StepContext) {
        switch self {
        case .restart: context.arm(.forceLock, after: span)
        case .cancel: context.disarm(.forceLock)
        case .keep: break
        }
    }
}
