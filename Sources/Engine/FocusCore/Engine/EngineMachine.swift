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
            state: transition.state.inPicture(under: factor), point: shownPoint(in: transition.state), cause: cause,
            rule: transition.rule, indicator: transition.indicator.inPicture(under: factor),
            moved: reason(for: cause, transition), tap: tap, unlockers: unlockers(in: transition.state))
        context.tell(.state(report))
        if endsKeep { context.tell(.kept(nil)) }
        lock.moved = nil
        restartIdle(&context)
        setForceLock(transition.forceLock, &context)
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

    /// Why a lock was let go, if it was because something moved: at once, or when the force lock was over.
    @inline(__always)
    private func reason(for cause: StateReport.Cause, _ transition: FocusTransition) -> MovedReason? {
        guard cause == .motion || cause == .timer, transition.state == .continuousAuto else { return nil }
        return lock.moved
    }

    /// The reasons that can unlock a state besides a tap and the view being shown; nil for a state that none unlocks.
    @inline(__always)
    func unlockers(in state: FocusState) -> MovedReasons? {
        guard state == .unlockableLocked else { return nil }
        var unlockers = MovedReasons()
        if let keeper = lock.keeper {
            if keeper == .person, configuration.unlockAfter != nil { unlockers.insert(MovedReasons(.idle)) }
            return unlockers
        }
        if motion.sensor != .absent { unlockers.insert(MovedReasons(.accelerometer)) }
        if controller?.canSceneUnlock == true { unlockers.insert(MovedReasons(.scene)) }
        if configuration.unlockAfter != nil { unlockers.insert(MovedReasons(.idle)) }
        return unlockers
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
            let isKeepTold = keeperChanges(with: tap)
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
            if machine.state == .continuousAuto {
                follow(controller?.goContinuous(about: centreOnSensor, rewriting: false, &context), &context)
            } else {
                follow(controller?.holdAgain(at: lock.point ?? centreOnSensor, &context), &context)
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

    /// The sensor is awake exactly while motion can have an effect: in continuousAuto it can have none.
    mutating func updateSensor(_ context: inout StepContext) {
        guard motion.sensor != .absent else { return }
        let isNeeded = phase != .stopping && machine.state != .continuousAuto && lock.keeper == nil
        guard isNeeded != (motion.sensor == .awake) else { return }
        motion.sensor = isNeeded ? .awake : .asleep
        if isNeeded { motion.detector.restart(at: context.time) }
        context.tell(.motionSensor(awake: isNeeded))
    }

    private mutating func setForceLock(_ change: ForceLockTimer, _ context: inout StepContext) {
        switch change {
        case .restart: context.arm(.forceLock, after: configuration.forceLockTime)
        case .cancel: context.disarm(.forceLock)
        case .keep: break
        }
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
