/// The touchscreen and what its contacts amount to.
struct TouchFeed: Equatable, Sendable, Snapshotable {
    var description: TouchscreenDescription?
    var recognizer: TapRecognizer
    var hasReportedRange = false
    /// True while a program recognises touches and sends the taps: contacts are then no taps.
    var isReplaced = false

    /// The screen; nil: it is missing, or its contacts have no place on it.
    var usableScreen: TouchscreenDescription? {
        guard let description, description.hasUsableRange else { return nil }
        return description
    }

    mutating func arrived(
        _ description: TouchscreenDescription, _ configuration: Configuration, _ context: inout StepContext
    ) {
        self = TouchFeed(description: description, recognizer: TapRecognizer(limits: configuration.tap))
        if !description.hasUsableRange { context.tell(.fault(.touchRangeUnusable)) }
        let matrix = configuration.view.calibration ?? description.calibration
        if !matrix.isUsable { context.tell(.fault(.calibrationUnusable)) }
    }

    mutating func left(_ context: inout StepContext) {
        cancelAll(&context)
        description = nil
    }

    /// A program that shows the picture sends the taps from now on, or none does any more.
    mutating func replace(_ isReplaced: Bool, _ context: inout StepContext) {
        self.isReplaced = isReplaced
        // Fingers that are down would never be seen to lift.
        if isReplaced { cancelAll(&context) }
    }

    mutating func cancelAll(_ context: inout StepContext) {
        if case .ignored(let reason) = recognizer.cancelAll() { context.tell(.tapIgnored(reason)) }
    }

    /// Takes a contact.
    /// - Parameter press: the time after which a finger that rests has pressed; nil: it never does.
    /// - Returns: where the screen was tapped; nil: it was not, or the gesture is not over.
    mutating func handle(
        _ contact: TouchContact, on screen: TouchscreenDescription, pressingAfter press: TimeSpan?,
        _ context: inout StepContext
    ) -> (x: Int32, y: Int32)? {
        guard !isReplaced else { return nil }
        let clamped = screen.clamping(contact)
        if clamped != contact {
            if !hasReportedRange { context.tell(.fault(.touchOutOfRange)) }
            hasReportedRange = true
            // A lift is a lift wherever it is said to be; a finger that never leaves would block every tap after it.
            guard contact.phase == .up || contact.phase == .cancelled else { return nil }
        }
        let outcome = recognizer.handle(clamped, at: context.time, on: screen)
        if let press, recognizer.mayPress {
            if contact.phase == .down { context.arm(.longPress, after: press) }
        } else {
            context.disarm(.longPress)
        }
        switch outcome {
        case .tap(let x, let y): return (x, y)
        case .ignored(let reason): context.tell(.tapIgnored(reason))
        case nil: break
        }
        return nil
    }
}

extension TouchscreenDescription {
    fileprivate func clamping(_ contact: TouchContact) -> TouchContact {
        var contact = contact
        contact.x = min(max(contact.x, minimumX), maximumX)
        contact.y = min(max(contact.y, minimumY), maximumY)
        return contact
    }
}

/// The accelerometer and what its samples amount to.
struct MotionFeed: Equatable, Sendable, Snapshotable {
    enum Sensor: Equatable, Sendable, Snapshotable {
        case absent, asleep, awake
    }

    var sensor = Sensor.absent
    var detector: MotionDetector
    /// The time of the latest accepted tap, motion, or arrival of the sensor: `Configuration.sceneWatchAfter` counts from it.
    var stillSince = Instant(nanoseconds: 0)
    var hasReportedFault = false

    /// A sensor that arrives sleeps, even if the one before it was awake.
    mutating func arrived(at time: Instant) {
        sensor = .asleep
        stillSince = time
        hasReportedFault = false
    }

    /// Takes a sample.
    /// - Returns: true when the device was moved.
    mutating func handle(_ sample: Acceleration, _ context: inout StepContext) -> Bool {
        guard sample.isFinite else {
            if !hasReportedFault { context.tell(.fault(.accelerationNotFinite)) }
            hasReportedFault = true
            return false
        }
        guard sensor == .awake, detector.handle(sample, at: context.time) else { return false }
        stillSince = context.time
        return true
    }

    /// The sensor is awake exactly while motion can have an effect.
    mutating func wake(_ isNeeded: Bool, _ context: inout StepContext) {
        guard sensor != .absent, isNeeded != (sensor == .awake) else { return }
        sensor = isNeeded ? .awake : .asleep
        if isNeeded { detector.restart(at: context.time) }
        context.tell(.motionSensor(awake: isNeeded))
    }

    /// Arms the timer of the scene's watch where one can still begin, and disarms it everywhere else. A sensor at rest may send nothing.
    /// - Parameter span: the time without a motion after which it begins; nil: it does not.
    func awaitStillness(for span: TimeSpan?, _ context: inout StepContext) {
        guard let span, sensor != .absent else { return context.disarm(.sceneWatch) }
        // One that is armed is left: when it expires, it waits for what is missing.
        guard !context.isArmed(.sceneWatch) else { return }
        context.arm(.sceneWatch, at: max(stillSince.advanced(by: span), context.time))
    }
}

/// The frames in which the scene is watched, and what they amount to.
struct SceneFeed: Equatable, Sendable, Snapshotable {
    var detector: SceneDetector
    /// The request of these frames; those of another request are the first of a new watch. Nil: the watch begins anew.
    var request: UInt32?
    var hasReportedFault = false
    /// True while a light is on that somebody has switched, whichever camera is there.
    var isLit = false

    /// - Returns: false for a frame that cannot be used, which is reported once.
    mutating func accepts(_ frame: FrameStatistics, _ context: inout StepContext) -> Bool {
        guard !frame.isUsable else { return true }
        if !hasReportedFault { context.tell(.fault(.frameUnusable)) }
        hasReportedFault = true
        return false
    }

    /// Takes a frame with its grid.
    /// - Returns: true when it shows another scene.
    mutating func handle(_ grid: LumaGrid, of frame: FrameStatistics) -> Bool {
        if request != frame.request {
            request = frame.request
            detector.restart(at: frame.captured)
        }
        return detector.handle(grid, at: frame.captured)
    }
}

/// How the camera's picture lies on the screen.
struct Picture: Equatable, Sendable, Snapshotable {
    /// The size of the camera's image in pixels; 0 where it is unknown.
    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    private(set) var geometry: ViewGeometry
    private var configured: ViewSettings
    /// Where an application shows it; nil: where it is configured.
    private var placement: ViewPlacement?

    init(_ settings: ViewSettings) {
        configured = settings
        geometry = ViewGeometry(settings: settings, touchscreen: nil, imageWidth: 0, imageHeight: 0)
    }

    mutating func imageChanged(width: Int32, height: Int32, on touchscreen: TouchscreenDescription?) {
        (self.width, self.height) = (width, height)
        touchscreenChanged(touchscreen)
    }

    mutating func viewPlaced(_ placement: ViewPlacement?, on touchscreen: TouchscreenDescription?) {
        self.placement = placement
        touchscreenChanged(touchscreen)
    }

    mutating func change(to settings: ViewSettings, on touchscreen: TouchscreenDescription?) {
        configured = settings
        touchscreenChanged(touchscreen)
    }

    mutating func touchscreenChanged(_ touchscreen: TouchscreenDescription?) {
        geometry = ViewGeometry(
            settings: placement.map(configured.placed) ?? configured, touchscreen: touchscreen, imageWidth: width,
            imageHeight: height)
    }

    /// The place that is to be kept; nil: what is held.
    func place(of wish: KeepWish) -> TapPlace? {
        switch wish.place {
        case .view(let x, let y): geometry.place(viewX: x, viewY: y)
        case .picture(let x, let y): TapPlace(pictureX: x, pictureY: y)
        case .held: nil
        }
    }
}

/// The locked point, and the reason that is about to unlock it.
struct Lock: Equatable, Sendable, Snapshotable {
    /// The point that is held; nil in continuousAuto.
    var point: PointOfInterest?
    /// The reason that has counted as moved since the last transition.
    var moved: MovedReason?
    /// The keeper of the point; nil: nobody keeps it, and motion lets go of it.
    var keeper: Keeper?

    /// True if somebody else keeps what is held, and no tap changes that.
    func isKept(against other: Keeper?) -> Bool { keeper == .application && other != .application }

    /// The end: nobody keeps anything any more.
    mutating func endKeep(_ context: inout StepContext) {
        guard keeper != nil else { return }
        keeper = nil
        context.tell(.kept(nil))
    }

    /// The point in coordinates of the picture; nil: nothing is held, or the point is not shown any more.
    func shownPoint(in state: FocusState, under factor: Double) -> PointOfInterest? {
        if case .autoAndForceLocked(let point) = state.inPicture(under: factor) { return point }
        return point?.shown(under: factor)
    }

    /// Why it was let go, if it was because something moved: at once, or when the force lock was over.
    @inline(__always)
    func reason(for cause: StateReport.Cause, _ transition: FocusTransition) -> MovedReason? {
        guard cause == .motion || cause == .timer, transition.state == .continuousAuto else { return nil }
        return moved
    }

    /// The reasons that can let go of it besides a tap and the view being shown.
    /// - Parameters:
    ///   - scene: true when a change of the scene can.
    ///   - idle: true when the time without a touch can.
    func unlockers(sensor: MotionFeed.Sensor, scene: Bool, idle: Bool) -> MovedReasons {
        var unlockers = MovedReasons()
        if sensor != .absent, keeper == nil { unlockers.insert(MovedReasons(.accelerometer)) }
        if scene, keeper == nil { unlockers.insert(MovedReasons(.scene)) }
        if idle, keeper != .application { unlockers.insert(MovedReasons(.idle)) }
        return unlockers
    }
}

extension FocusState {
    /// The state with its point in coordinates of the picture. A point that is not shown any more is at the picture's edge.
    func inPicture(under factor: Double) -> FocusState {
        guard factor != 1, case .autoAndForceLocked(let point) = self else { return self }
        return .autoAndForceLocked(point.inPicture(under: factor).clamped)
    }
}

extension Indicator {
    /// The same, of an indicator.
    func inPicture(under factor: Double) -> Indicator {
        guard factor != 1, case .smallAtPoint(let point) = self else { return self }
        return .smallAtPoint(point.inPicture(under: factor).clamped)
    }
}
