/// Tap-to-focus as one pure function: an input comes in, effects come out.
///
///     contacts ─▶ TapRecognizer ─▶ ViewGeometry ─▶ CameraSession ─ accepted ─▶ FocusMachine ─▶ effects
///     samples ──▶ MotionDetector ──────────────────────────────────────────▶      │
///     timers, view shown ──────────────────────────────────────────────────▶      │
///                                                  CameraSession ◀─ instruction ──┘
///
/// It has no clock, does no input or output, and makes no allocation once the devices are there. Given the same
/// configuration and the same inputs it returns the same effects, bit for bit, on every machine.
public struct Engine: Equatable, Sendable, Snapshotable {
    /// The settings in force.
    public internal(set) var configuration: Configuration
    var machine = FocusMachine()
    var phase = Phase.waiting
    var lock = Lock()
    var touch: TouchFeed
    var motion: MotionFeed
    var scene: SceneFeed
    var picture: Picture { didSet { controller?.centre?.point = picture.geometry.centre } }
    var controller: CameraSession?
    /// The changed controls of the camera that was there last.
    var leftChanged = RememberedOriginals()
    var askedCompensation: AskedCompensation
    private(set) var numbering = Numbering()

    enum Phase: Equatable, Sendable, Snapshotable {
        /// Devices are described; nothing is done yet.
        case waiting
        case running
        /// Everything is being put back.
        case stopping
    }

    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        touch = TouchFeed(recognizer: TapRecognizer(limits: configuration.tap))
        motion = MotionFeed(detector: MotionDetector(settings: configuration.motion))
        scene = SceneFeed(detector: SceneDetector(settings: configuration.scene))
        picture = Picture(configuration.view)
        askedCompensation = AskedCompensation(Configuration.usableCompensation(configuration.exposureCompensation) ?? 0)
    }

    /// The present state; its point is in coordinates of the picture as the zoom shows it.
    public var state: FocusState { machine.state.inPicture(under: zoomFactor) }

    /// True while the camera's privacy shutter is closed; nil: it tells of none.
    public var isShutterClosed: Bool? { controller?.camera.isShutterClosed }

    /// True if the camera can fulfil a wish for another zoom, as far as is known before it is written. Nothing changes.
    public func canZoom(_ wish: ZoomWish) -> Bool { phase == .running && controller?.canZoom(wish) == true }

    /// The keeper of what is held; nil: nobody keeps it.
    public var keeper: Keeper? { lock.keeper }

    /// The exposure compensation in force, in EV; positive is brighter.
    public var compensation: Double { askedCompensation.inForce }

    /// True if motion has been remembered during the force lock.
    public var hasMoved: Bool { machine.moved }

    /// True from the acceptance of a tap until `settled` is told.
    public var isSettling: Bool { controller?.holding.tap.isSettling ?? false }

    /// Whether nothing settles, for which a photo waits; without a camera nothing does.
    public var readiness: CameraReadiness { controller?.readiness ?? CameraReadiness() }

    /// True while the scene should be watched, and the frames for it were lost or cannot be had: until they come again, it unlocks nothing.
    public var lacksFramesOfScene: Bool { controller?.frames.stream.lacksFramesOfScene ?? false }

    /// The reasons that can unlock the present state as things are now, besides a tap and the view being shown; nil: none does. A
    /// `StateReport` has those of its own moment.
    public var unlockers: MovedReasons? {
        let present = unlockers(in: machine.state)
        return lacksFramesOfScene ? present?.subtracting(MovedReasons(.scene)) : present
    }

    /// The compensation that the held exposure lacks, in EV; positive: too dark. 0 below 0.1 EV, which nobody sees, and without a hold.
    public var missingCompensation: Double { controller?.missingCompensation ?? 0 }

    /// The controls that are not as they were when the camera was opened, for `CameraDescription.remembered` after a crash, also while no
    /// camera is there. A write counts before it is made. It is mutating, and changes nothing: so the compiler copies no engine, 12 KB.
    public mutating func readChangedOriginals() -> RememberedOriginals {
        controller?.readChangedOriginals() ?? leftChanged
    }

    /// How the picture lies on the screen, with the devices that are there.
    public var viewGeometry: ViewGeometry { picture.geometry }

    /// Takes an input and returns what has to be done and told, in order. Total: any input has an answer at any time.
    public mutating func step(_ input: Input) -> EffectList {
        var context = StepContext(time: input.time, numbering: numbering)
        answer(input.event, &context)
        numbering = context.numbering
        return context.effects
    }

    private mutating func answer(_ event: Input.Event, _ context: inout StepContext) {
        switch event {
        case .start: start(&context)
        case .cameraArrived(let description): cameraArrived(description, &context)
        case .cameraLeft: cameraLeft(&context)
        case .cameraImage(let width, let height):
            if controller != nil { picture.imageChanged(width: width, height: height, on: touch.description) }
        case .touchscreenArrived(let description): touchscreenArrived(description, &context)
        case .touchscreenLeft: touchscreenLeft(&context)
        case .accelerometerArrived: accelerometerArrived(&context)
        case .accelerometerLeft: accelerometerLeft(&context)
        case .touch(let contact): touched(contact, &context)
        case .touchesLost: touch.cancelAll(&context)
        case .acceleration(let sample): if motion.handle(sample, &context) { moved(.accelerometer, &context) }
        case .timer(let id, let generation): expired(id, generation, &context)
        case .viewShown: handle(.viewShown, cause: .view, &context)
        case .viewTapped(let x, let y, let tap): tapped(picture.geometry.place(viewX: x, viewY: y), tap: tap, &context)
        case .pictureTapped(let x, let y, let tap): tapped(TapPlace(pictureX: x, pictureY: y), tap: tap, &context)
        case .keep(let wish): keep(wish, &context)
        case .keepEnded: endKeep(&context)
        case .cameraAnswered(let result): follow(controller?.answer(result, &context), &context)
        case .frames(.measured(let frame)): framed(frame, &context)
        case .frames(let news): follow(controller?.framesChanged(news, &context), &context)
        case .framesHeld(let holder): framesHeld(by: holder, &context)
        case .controlsChanged: controller?.controlsChanged(&context)
        case .releaseCamera: releaseCamera(&context)
        case .lightChanged(let isOn): lightChanged(isOn: isOn, &context)
        case .shutterChanged(let isClosed):
            // Nobody has moved.
            if controller?.camera.shutterIs(closed: isClosed, &context) == true { scene.request = nil }
        case .zoom(let wish): zoom(wish, &context)
        case .zoomChanged(let value): zoomChanged(to: value, &context)
        case .exposureCompensation(let value): compensated(value, isTemporary: false, &context)
        case .temporaryCompensation(let value?): compensated(value, isTemporary: true, &context)
        case .temporaryCompensation(nil): temporaryCompensationLeft(&context)
        case .lensOffset(let share): offsetLens(by: share, &context)
        case .viewPlaced(let placement): picture.viewPlaced(placement, on: touch.description)
        case .tapsSent(let isSent): touch.replace(isSent, &context)
        case .stop: stop(&context)
        }
    }

    private mutating func start(_ context: inout StepContext) {
        guard phase == .waiting else { return }
        phase = .running
        if Configuration.usableCompensation(configuration.exposureCompensation) == nil {
            context.tell(.fault(.compensationUnusable))
        }
        carryOut(FocusMachine.start, cause: .start, &context)
    }

    private mutating func expired(_ id: TimerID, _ generation: UInt32, _ context: inout StepContext) {
        // Restoring keeps its pauses, too.
        guard context.expire(id, generation: generation), phase != .stopping || id == .writePause else { return }
        switch id {
        case .forceLock: handle(.lockElapsed, cause: .timer, &context)
        case .settlePoll: controller?.poll(&context)
        case .focusDeadline: follow(controller?.expire(.focus, &context), &context)
        case .exposureDeadline: follow(controller?.expire(.exposure, &context), &context)
        case .continuousRetry: follow(controller?.retryContinuous(&context), &context)
        case .framesRetry, .writePause, .zoomStep: follow(controller?.proceed(&context), &context)
        case .verification: follow(controller?.verifyAgain(&context), &context)
        case .idle:
            // Other settings may know no such time any more.
            if configuration.unlockAfter != nil { moved(.idle, &context) }
        case .holdCheck: controller?.checkHolds(&context)
        case .sceneWatch: beginSceneWatch(&context)
        case .longPress: pressed(&context)
        }
    }

    private mutating func stop(_ context: inout StepContext) {
        guard phase != .stopping else { return }
        phase = .stopping
        context.disarm(.forceLock)
        context.disarm(.idle)
        context.disarm(.longPress)
        lock.endKeep(&context)
        updateSensor(&context)
        awaitStillness(&context)
        guard controller != nil else { return context.tell(.stopped(isComplete: true)) }
        follow(controller?.restore(&context), &context)
    }

    /// Goes on under another configuration, as if it had been in force from the next input on. Whatever is under way goes on as it began:
    /// timers keep their deadlines, a search its settings, and a watch of the scene goes on until the next tap or unlock, or a sensor or
    /// stream that comes or goes. One that has not begun beside an accelerometer begins as the new settings want it, but not before the
    /// deadline of a timer that is armed, and without one after the next tap. The exposure compensation in force stays.
    public mutating func change(to configuration: Configuration) {
        self.configuration = configuration
        touch.recognizer.limits = configuration.tap
        motion.detector.settings = configuration.motion
        scene.detector.settings = configuration.scene
        picture.change(to: configuration.view, on: touch.description)
        controller?.change(to: CameraSettings(configuration))
    }
}
