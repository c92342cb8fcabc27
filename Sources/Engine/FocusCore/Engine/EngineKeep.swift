/// A lock of focus and exposure that neither motion nor the scene ends. A tap that is to be kept goes its usual way; the lock begins when
/// the camera has accepted it. After the end of a lock the three states rule as ever.
extension Engine {
    mutating func keep(_ wish: KeepWish, _ context: inout StepContext) {
        let (keeper, tap) = (wish.keeper, wish.tap)
        guard let place = picture.place(of: wish) else { return keepWhatIsHeld(by: keeper, tap: tap, &context) }
        tapped(place, tap: tap, keeper: keeper, &context)
    }

    private mutating func keepWhatIsHeld(by keeper: Keeper, tap: TapID?, _ context: inout StepContext) {
        guard phase == .running else { return context.tell(.tapIgnored(.notRunning, tap: tap)) }
        guard !lock.isKept(against: keeper) else { return context.tell(.tapIgnored(.kept, tap: tap)) }
        guard controller != nil else { return context.tell(.tapRefused(.noCamera, tap: tap)) }
        guard !isReleasing else { return context.tell(.tapRefused(.switching, tap: tap)) }
        let asked = controller?.holding.tap.asked?.point
        // After a motion the picture is not in focus any more, and the end of the force lock would unlock it.
        let isHeld = machine.state != .continuousAuto && !machine.moved
        if asked == nil, isHeld {
            changeKeeper(to: keeper, &context)
            context.tell(.kept(keeper, tap: tap))
            follow(controller?.keep(&context), &context)
        } else {
            ask(AskedTap(point: asked ?? lock.point ?? centreOnSensor, id: tap, keeper: keeper), &context)
        }
    }

    /// The lock is over: nobody keeps what is held, and the next motion lets go of it. A camera that is leaving is not watched any more.
    mutating func endKeep(isLeaving: Bool = false, _ context: inout StepContext) {
        controller?.holding.tap.forgetKeeper()
        guard lock.keeper != nil else { return }
        changeKeeper(to: nil, &context)
        context.tell(.kept(nil))
        if !isLeaving { sensorsChanged(to: sceneSensors(), &context) }
        awaitStillness(&context)
    }

    mutating func sensorsChanged(to sensors: SceneSensors, _ context: inout StepContext) {
        follow(controller?.sensorsChanged(to: sensors, &context), &context)
    }

    /// - Parameter isStill: true once the accelerometer has seen no motion for long.
    func sceneSensors(isStill: Bool = false) -> SceneSensors {
        SceneSensors(hasAccelerometer: motion.sensor != .absent, isStill: isStill, isKept: lock.keeper != nil)
    }

    /// While somebody keeps what is held, the sensor sleeps, and the scene is not watched.
    private mutating func changeKeeper(to keeper: Keeper?, _ context: inout StepContext) {
        lock.keeper = keeper
        controller?.isKept(keeper != nil)
        motion.stillSince = context.time
        scene.request = nil
        updateSensor(&context)
        awaitStillness(&context)
        restartIdle(&context)
    }
}
