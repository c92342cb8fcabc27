extension Engine {
    mutating func cameraArrived(_ description: CameraDescription, _ context: inout StepContext) {
        guard phase != .stopping else { return }
        if let tap = controller?.holding.tap.asked { context.tell(.tapIgnored(.overtaken, tap: tap.id)) }
        controller?.stopSettling(&context)
        var arrived = CameraSession(description, CameraSettings(configuration), compensation: compensation)
        arrived.frames.sensors.hasAccelerometer = motion.sensor != .absent
        scene.request = nil
        controller = arrived
        arrived.capabilities.faults.forEach { context.tell(.fault($0)) }
        context.tell(.levels(arrived.capabilities.levels))
        tellZoom(holding: nil, &context)
        if arrived.camera.isShutterClosed == true { context.tell(.shutter(isClosed: true)) }
        picture.imageChanged(width: description.imageWidth, height: description.imageHeight, on: touch.description)
        handle(.viewShown, cause: .view, &context)
    }

    mutating func cameraLeft(_ context: inout StepContext) {
        guard var leaving = controller else { return }
        leftChanged = leaving.readChangedOriginals()
        controller = nil
        leaving.stopSettling(&context)
        endKeep(&context)
        awaitStillness(&context)
        if let tap = leaving.holding.tap.asked { context.tell(.tapRefused(.noCamera, tap: tap.id)) }
        picture.imageChanged(width: 0, height: 0, on: touch.description)
        if phase == .stopping {
            context.tell(.stopped(isComplete: true))
        } else if leaving.isReleasing {
            context.tell(.cameraReleased(isComplete: true))
        }
    }

    mutating func touchscreenArrived(_ description: TouchscreenDescription, _ context: inout StepContext) {
        touch = TouchFeed(description: description, recognizer: TapRecognizer(limits: configuration.tap))
        if !description.hasUsableRange { context.tell(.fault(.touchRangeUnusable)) }
        let matrix = configuration.view.calibration ?? description.calibration
        if !matrix.isUsable { context.tell(.fault(.calibrationUnusable)) }
        picture.touchscreenChanged(description)
    }

    mutating func touchscreenLeft(_ context: inout StepContext) {
        ignore(touch.recognizer.cancelAll(), &context)
        touch.description = nil
        picture.touchscreenChanged(nil)
    }

    mutating func accelerometerArrived(_ context: inout StepContext) {
        // A sensor that arrives sleeps, even if the one before it was awake.
        motion.sensor = .asleep
        motion.stillSince = context.time
        follow(controller?.sensorsChanged(to: sceneSensors(), &context), &context)
        motion.hasReportedFault = false
        updateSensor(&context)
        awaitStillness(&context)
    }

    /// The shell has lost the sensor, so there is nothing to be put to sleep.
    mutating func accelerometerLeft(_ context: inout StepContext) {
        motion.sensor = .absent
        follow(controller?.sensorsChanged(to: sceneSensors(), &context), &context)
        awaitStillness(&context)
    }

    mutating func accelerated(_ sample: Acceleration, _ context: inout StepContext) {
        guard sample.isFinite else {
            if !motion.hasReportedFault { context.tell(.fault(.accelerationNotFinite)) }
            motion.hasReportedFault = true
            return
        }
        guard motion.sensor == .awake else { return }
        guard motion.detector.handle(sample, at: context.time) else { return }
        motion.stillSince = context.time
        moved(.accelerometer, &context)
    }

    /// Arms the timer of the scene's watch where one can still begin, and disarms it everywhere else. A sensor at rest may send nothing.
    mutating func awaitStillness(_ context: inout StepContext) {
        let isAwaited =
            phase == .running && configuration.sceneWatch == .automatic && machine.state != .continuousAuto
            && lock.keeper == nil
            && motion.sensor != .absent && controller?.frames.sensors.isStill == false
            && controller?.capabilities.givesFrames == true
        guard isAwaited else { return context.disarm(.sceneWatch) }
        // One that is armed is left: when it expires, it waits for what is missing.
        guard !context.isArmed(.sceneWatch) else { return }
        let deadline = motion.stillSince.advanced(by: configuration.sceneWatchAfter)
        context.arm(.sceneWatch, at: max(deadline, context.time))
    }

    /// The device has not moved since the timer was armed, or a tap or a motion has begun the time anew.
    mutating func beginSceneWatch(_ context: inout StepContext) {
        guard configuration.sceneWatch == .automatic, motion.sensor != .absent, machine.state != .continuousAuto,
            context.time.since(motion.stillSince) >= configuration.sceneWatchAfter
        else { return awaitStillness(&context) }
        follow(controller?.sensorsChanged(to: sceneSensors(isStill: true), &context), &context)
    }

    mutating func moved(_ reason: MovedReason, _ context: inout StepContext) {
        // What is kept is let go by no motion, nor is it remembered. A person who keeps it may be gone.
        if let keeper = lock.keeper, reason != .idle || keeper == .application { return }
        // Further motion in the force lock changes nothing: the first reason is kept.
        guard machine.state == .unlockableLocked || !machine.moved else { return }
        lock.moved = reason
        handle(.moved, cause: .motion, &context)
    }

    mutating func touched(_ contact: TouchContact, _ context: inout StepContext) {
        guard let touchscreen = touch.description, touchscreen.hasUsableRange else { return }
        restartIdle(&context)
        guard !touch.isReplaced, controller?.camera.ability.takesTapsFromHolder != true else { return }
        let clamped = touchscreen.clamping(contact)
        if clamped != contact {
            if !touch.hasReportedRange { context.tell(.fault(.touchOutOfRange)) }
            touch.hasReportedRange = true
            // A lift is a lift wherever it is said to be; a finger that never leaves would block every tap after it.
            guard contact.phase == .up || contact.phase == .cancelled else { return }
        }
        let answer = touch.recognizer.handle(clamped, at: context.time, on: touchscreen)
        awaitPress(of: clamped, &context)
        guard let outcome = answer else { return }
        if case .tap(let x, let y) = outcome {
            tapped(picture.geometry.place(touchX: x, touchY: y), &context)
        } else {
            ignore(outcome, &context)
        }
    }

    /// A finger that rests locks, where that is switched on.
    private mutating func awaitPress(of contact: TouchContact, _ context: inout StepContext) {
        guard phase == .running, let span = configuration.tap.longPress, touch.recognizer.mayPress else {
            return context.disarm(.longPress)
        }
        if contact.phase == .down { context.arm(.longPress, after: span) }
    }

    mutating func pressed(_ context: inout StepContext) {
        guard let press = touch.recognizer.press() else { return }
        tapped(picture.geometry.place(touchX: press.x, touchY: press.y), keeper: .person, &context)
    }

    /// - Parameters:
    ///   - tap: the id that the sender of the tap has given it.
    ///   - keeper: who keeps the point; nil: nobody.
    mutating func tapped(
        _ place: TapPlace, tap: TapID? = nil, keeper: Keeper? = nil, _ context: inout StepContext
    ) {
        guard phase == .running else { return context.tell(.tapIgnored(.notRunning, tap: tap)) }
        switch place {
        case .letterbox: context.tell(.tapIgnored(.letterbox, tap: tap))
        case .outsideView: context.tell(.tapIgnored(.outsideView, tap: tap))
        case .outsidePicture: context.tell(.tapIgnored(.outsidePicture, tap: tap))
        case .notOnScreen: context.tell(.tapIgnored(.notOnScreen, tap: tap))
        case .onPicture(let point):
            guard !isKept(against: keeper) else { return context.tell(.tapIgnored(.kept, tap: tap)) }
            ask(AskedTap(point: point.onSensor(under: zoomFactor), id: tap, keeper: keeper), &context)
        }
    }

    /// Asks the camera to follow a tap.
    mutating func ask(_ tap: AskedTap, _ context: inout StepContext) {
        switch controller?.capabilities.canFollowTaps {
        case nil: context.tell(.tapRefused(.noCamera, tap: tap.id))
        case false?: context.tell(.tapRefused(.nothingToSet, tap: tap.id))
        case true? where isReleasing: context.tell(.tapRefused(.switching, tap: tap.id))
        case true?:
            let compensation = askedCompensation.tapBegins()
            follow(controller?.goOnce(for: tap, compensation: compensation, &context), &context)
        }
    }

    /// A program that shows the picture sends the taps from now on, or none does any more.
    mutating func tapsSent(_ isSent: Bool, _ context: inout StepContext) {
        touch.isReplaced = isSent
        // Fingers that are down would never be seen to lift.
        if isSent { ignore(touch.recognizer.cancelAll(), &context) }
    }

    func ignore(_ outcome: TapRecognizer.Outcome?, _ context: inout StepContext) {
        if case .ignored(let reason) = outcome { context.tell(.tapIgnored(reason)) }
    }

    /// Another program holds the camera's stream from now on, or lets go of it.
    mutating func framesHeld(by holder: FrameHolder?, _ context: inout StepContext) {
        guard controller != nil, controller?.camera.ability.holder != holder else { return }
        // Fingers that are down would never be seen to lift.
        if holder?.sendsTaps == true { ignore(touch.recognizer.cancelAll(), &context) }
        guard phase == .running else {
            if let levels = controller?.camera.ability.hold(by: holder) { context.tell(.levels(levels)) }
            return
        }
        follow(controller?.framesHeld(by: holder, centre: centreOnSensor, &context), &context)
        awaitStillness(&context)
    }

    mutating func framed(_ frame: FrameStatistics, _ context: inout StepContext) {
        guard frame.isUsable else {
            if !scene.hasReportedFault { context.tell(.fault(.frameUnusable)) }
            scene.hasReportedFault = true
            return
        }
        follow(controller?.look(at: frame, &context), &context)
        watchScene(frame, &context)
    }

    private mutating func watchScene(_ frame: FrameStatistics, _ context: inout StepContext) {
        guard machine.state != .continuousAuto, let grid = frame.grid,
            controller?.frames.stream.isWatchingScene(in: frame) == true
        else { return }
        // A hold is about to be written again, or the zoom has changed: the picture will change once more.
        if controller?.holding.isHoldingAnew == true || controller?.camera.hidesScene(in: frame) == true {
            scene.request = nil
            return
        }
        if scene.request != frame.request {
            scene.request = frame.request
            scene.detector.restart(at: frame.captured)
        }
        if scene.detector.handle(grid, at: frame.captured) { moved(.scene, &context) }
    }
}

extension TouchscreenDescription {
    func clamping(_ contact: TouchContact) -> TouchContact {
        var contact = contact
        contact.x = min(max(contact.x, minimumX), maximumX)
        contact.y = min(max(contact.y, minimumY), maximumY)
        return contact
    }
}
