extension Engine {
    mutating func cameraArrived(_ description: CameraDescription, _ context: inout StepContext) {
        guard phase != .stopping else { return }
        if let tap = controller?.holding.tap.asked { context.tell(.tapIgnored(.overtaken, tap: tap.id)) }
        controller?.stopSettling(&context)
        var arrived = CameraSession(description, CameraSettings(configuration), compensation: compensation)
        arrived.frames.sensors.hasAccelerometer = motion.sensor != .absent
        scene.request = nil
        arrived.camera.tellArrival(isLit: scene.isLit, &context)
        controller = arrived
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
        if phase == .stopping { return context.tell(.stopped(isComplete: true)) }
        if leaving.isReleasing { context.tell(.cameraReleased(isComplete: true)) }
    }

    mutating func touchscreenArrived(_ description: TouchscreenDescription, _ context: inout StepContext) {
        touch.arrived(description, configuration, &context)
        picture.touchscreenChanged(description)
    }

    mutating func touchscreenLeft(_ context: inout StepContext) {
        touch.left(&context)
        picture.touchscreenChanged(nil)
    }

    mutating func accelerometerArrived(_ context: inout StepContext) {
        motion.arrived(at: context.time)
        sensorsChanged(to: sceneSensors(), &context)
        updateSensor(&context)
        awaitStillness(&context)
    }

    /// The shell has lost the sensor, so there is nothing to be put to sleep.
    mutating func accelerometerLeft(_ context: inout StepContext) {
        motion.sensor = .absent
        sensorsChanged(to: sceneSensors(), &context)
        awaitStillness(&context)
    }

    /// The watch of the scene begins beside an accelerometer that has seen no motion for long, where that is wanted.
    mutating func awaitStillness(_ context: inout StepContext) {
        let isAwaited =
            phase == .running && configuration.sceneWatch == .automatic && machine.state != .continuousAuto
            && lock.keeper == nil && controller?.frames.sensors.isStill == false
            && controller?.capabilities.givesFrames == true
        motion.awaitStillness(for: isAwaited ? configuration.sceneWatchAfter : nil, &context)
    }

    /// The device has not moved since the timer was armed, or a tap or a motion has begun the time anew.
    mutating func beginSceneWatch(_ context: inout StepContext) {
        guard configuration.sceneWatch == .automatic, motion.sensor != .absent, machine.state != .continuousAuto,
            context.time.since(motion.stillSince) >= configuration.sceneWatchAfter
        else { return awaitStillness(&context) }
        sensorsChanged(to: sceneSensors(isStill: true), &context)
    }

    mutating func moved(_ reason: MovedReason, _ context: inout StepContext) {
        // No motion ends a lock, and none is remembered. A person who has locked may be gone.
        if let keeper = lock.keeper, reason != .idle || keeper == .application { return }
        // Further motion in the force lock changes nothing: the first reason is kept.
        guard machine.state == .unlockableLocked || !machine.moved else { return }
        lock.moved = reason
        handle(.moved, cause: .motion, &context)
    }

    mutating func touched(_ contact: TouchContact, _ context: inout StepContext) {
        guard let touchscreen = touch.usableScreen else { return }
        restartIdle(&context)
        guard controller?.camera.ability.takesTapsFromHolder != true else { return }
        let press = phase == .running ? configuration.tap.longPress : nil
        guard let tap = touch.handle(contact, on: touchscreen, pressingAfter: press, &context) else { return }
        tapped(picture.geometry.place(touchX: tap.x, touchY: tap.y), &context)
    }

    /// A finger that rests locks, where that is switched on.
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
            guard !lock.isKept(against: keeper) else { return context.tell(.tapIgnored(.kept, tap: tap)) }
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

    /// Another program holds the camera's stream from now on, or lets go of it.
    mutating func framesHeld(by holder: FrameHolder?, _ context: inout StepContext) {
        guard controller != nil, controller?.camera.ability.holder != holder else { return }
        // Fingers that are down would never be seen to lift.
        if holder?.sendsTaps == true { touch.cancelAll(&context) }
        guard phase == .running else {
            if let levels = controller?.camera.ability.hold(by: holder) { context.tell(.levels(levels)) }
            return
        }
        let centre = centreOnSensor
        follow(controller?.framesHeld(by: holder, centre: centre, &context), &context)
        awaitStillness(&context)
    }

    mutating func framed(_ frame: FrameStatistics, _ context: inout StepContext) {
        guard scene.accepts(frame, &context) else { return }
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
        if scene.handle(grid, of: frame) { moved(.scene, &context) }
    }
}
