import FocusCore

/// A kiosk without hardware: an engine, simulated devices and a story, run on a virtual clock.
///
/// It does what the real shell does: it feeds inputs to the engine, carries out its effects, lets timers expire and
/// answers calls. Each `next()` is one occurrence and returns at once; only the caller may wait.
public struct SimulatedKiosk {
    /// One occurrence of the simulation.
    public enum Occurrence {
        /// The engine has made a step.
        case step(Input, EffectList)
        /// A happening of the story begins.
        case happening(Happening)
        /// A time at which the kiosk may be drawn.
        case frame
    }

    public private(set) var engine: Engine
    public private(set) var camera: SimulatedCamera
    public private(set) var hand: SimulatedHand
    public let finger: SimulatedFinger
    /// The virtual time.
    public private(set) var now = Instant(nanoseconds: 0)
    /// True while the engine keeps the accelerometer awake.
    public private(set) var isSensorAwake = false
    /// True while the application shows the camera's view.
    public private(set) var isViewVisible = true
    /// True when the engine has restored the camera and stopped.
    public private(set) var isStopped = false
    /// The deadline of each timer that is armed.
    public private(set) var armed: [TimerID: Deadline] = [:]
    private var agenda = Agenda<Item>()
    private var visit: Visit?
    private var isSampling = false
    private var isFilming = false
    private var isStopping = false

    /// The time at which a timer expires, and the generation of its arming.
    public struct Deadline: Equatable, Sendable {
        public var time: Instant
        public var generation: UInt32
    }

    private enum Item {
        case input(Input.Event)
        case timer(TimerID, UInt32)
        case answer(Effect)
        case sample
        case filming
        case happening(Happening)
        case frame
    }

    /// A kiosk to which things happen when `happen` and `feed` say so. It ends when it is told to.
    public init(
        configuration: Configuration, camera: SimulatedCamera = SimulatedCamera(model: .software),
        hand: SimulatedHand = SimulatedHand(), finger: SimulatedFinger = SimulatedFinger()
    ) {
        self.init(configuration, camera, hand, finger, happenings: [])
    }

    private init(
        _ configuration: Configuration, _ camera: SimulatedCamera, _ hand: SimulatedHand, _ finger: SimulatedFinger,
        happenings: [Happening]
    ) {
        engine = Engine(configuration: configuration)
        self.camera = camera
        self.hand = hand
        self.finger = finger
        for happening in happenings { agenda.add(.happening(happening), at: happening.time) }
        agenda.add(.input(.touchscreenArrived(finger.touchscreen)), at: now)
        agenda.add(.input(.accelerometerArrived), at: now)
        agenda.add(.input(.cameraArrived(camera.description)), at: now)
        agenda.add(.input(.start), at: now)
    }

    /// - Parameter frameInterval: the time between two drawings.
    public init(
        configuration: Configuration, story: Story, camera: SimulatedCamera = SimulatedCamera(model: .software),
        hand: SimulatedHand = SimulatedHand(), finger: SimulatedFinger = SimulatedFinger(),
        frameInterval: TimeSpan = TimeSpan(nanoseconds: 66_666_667)
    ) {
        self.init(configuration, camera, hand, finger, happenings: story.happenings)
        agenda.add(.input(.stop), at: story.end)
        var frame = now
        while frame < story.end {
            agenda.add(.frame, at: frame)
            frame = frame.advanced(by: frameInterval)
        }
    }

    /// The next occurrence; nil when the engine has stopped, or nothing is left to happen.
    public mutating func next() -> Occurrence? {
        while !isStopped, let (time, item) = agenda.next() {
            advance(to: time)
            if let occurrence = occur(item) { return occurrence }
        }
        return nil
    }

    /// The next occurrence up to a time; nil when nothing more happens until then. It is that time then.
    public mutating func next(until limit: Instant) -> Occurrence? {
        while !isStopped, let time = agenda.nextTime, time <= limit, let (_, item) = agenda.next() {
            advance(to: time)
            if let occurrence = occur(item) { return occurrence }
        }
        advance(to: limit)
        return nil
    }

    /// Something happens now. It is the next occurrence but for those that are due.
    public mutating func happen(_ action: Happening.Action) {
        agenda.add(.happening(Happening(at: now, action)), at: now)
    }

    /// The engine gets this input now, as if a program had sent it.
    public mutating func feed(_ event: Input.Event) { agenda.add(.input(event), at: now) }

    private mutating func advance(to time: Instant) {
        now = max(now, time)
        camera.optics.aim = hand.aim(at: now)
        if let visit { camera.optics.scene.visitor = visit.position(at: now) }
        camera.advance(to: now)
    }

    /// Ends the story now: the rest of it is dropped, and the camera's original values are restored.
    public mutating func stop() {
        guard !isStopping else { return }
        agenda.removeAll { item in
            if case .happening = item { true } else { false }
        }
        agenda.add(.input(.stop), at: now)
    }

    private mutating func occur(_ item: Item) -> Occurrence? {
        switch item {
        case .input(let event):
            return step(event)
        case .timer(let id, let generation):
            guard armed[id]?.generation == generation else { return nil }
            armed[id] = nil
            return step(.timer(id, generation: generation))
        case .answer(let effect):
            guard let answer = camera.answer(effect, at: now) else { return nil }
            beginFilming()
            return step(answer)
        case .sample:
            isSampling = isSensorAwake
            guard isSampling else { return nil }
            agenda.add(.sample, at: now.advanced(by: hand.interval))
            return step(.acceleration(hand.sample(at: now)))
        case .filming:
            isFilming = false
            if let frame = camera.measureFrame() {
                agenda.add(.input(.frame(frame)), at: now.advanced(by: SimulatedCamera.frameLatency))
            }
            beginFilming()
            return nil
        case .happening(let happening):
            begin(happening.action)
            return .happening(happening)
        case .frame:
            return .frame
        }
    }

    /// Schedules the measurement of each captured frame while there is a stream.
    private mutating func beginFilming() {
        guard camera.isStreaming, !isFilming else { return }
        isFilming = true
        let frame = SimulatedCamera.frameTime.nanoseconds
        agenda.add(.filming, at: Instant(nanoseconds: (now.nanoseconds / frame + 1) * frame))
    }

    private mutating func step(_ event: Input.Event) -> Occurrence {
        if event == .stop { isStopping = true }
        let input = Input(event, at: now)
        let effects = engine.step(input)
        for index in 0..<effects.count {
            if let effect = effects[index] { carryOut(effect) }
        }
        if case .touch(let contact) = event, contact.phase == .down { hand.begin(.bump, at: now) }
        return .step(input, effects)
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .arm(let id, let deadline, let generation):
            armed[id] = Deadline(time: deadline, generation: generation)
            agenda.add(.timer(id, generation), at: max(deadline, now))
        case .disarm(let id):
            armed[id] = nil
        case .call, .requestFrames, .releaseFrames:
            agenda.add(.answer(effect), at: now.advanced(by: camera.model.callTime))
        case .motionSensor(let awake):
            isSensorAwake = awake
            guard awake, !isSampling else { return }
            isSampling = true
            agenda.add(.sample, at: now.advanced(by: hand.interval))
        case .stopped:
            isStopped = true
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused,
            .compensationTakenBack, .fault:
            break
        }
    }

    private mutating func begin(_ action: Happening.Action) {
        switch action {
        case .nothing:
            break
        case .finger(let gesture):
            for input in finger.inputs(gesture, at: now) { agenda.add(.input(input.event), at: input.time) }
        case .hand(let movement):
            hand.begin(movement, at: now)
        case .viewHidden:
            isViewVisible = false
        case .viewShown:
            isViewVisible = true
            agenda.add(.input(.viewShown), at: now)
        case .viewTapped(let x, let y):
            agenda.add(.input(.viewTapped(x: x, y: y)), at: now)
        case .cameraUnplugged:
            camera.isConnected = false
            agenda.add(.input(.cameraLeft), at: now)
        case .cameraPluggedIn:
            let isBusy = camera.isBusy
            camera = SimulatedCamera(model: camera.model, optics: camera.optics)
            camera.isBusy = isBusy
            camera.advance(to: now)
            agenda.add(.input(.cameraArrived(camera.description)), at: now)
        case .refuse(let id, let errno):
            camera.refuse(id, errno: errno)
        case .streamTaken(let isBusy):
            camera.isBusy = isBusy
        case .visitorComes(let place):
            visit = Visit(start: now, from: Visit.outside, to: place)
        case .visitorLeaves:
            visit = Visit(start: now, from: visit?.position(at: now) ?? Visit.outside, to: Visit.outside)
        }
    }
}

extension SimulatedKiosk {
    /// Runs to the end without waiting, and passes each step of the engine to `record`.
    public mutating func run<Failure: Error>(record: (Input, EffectList) throws(Failure) -> Void) throws(Failure) {
        while let occurrence = next() {
            if case .step(let input, let effects) = occurrence { try record(input, effects) }
        }
    }
}
