import FocusCore

/// A kiosk without hardware: an engine, simulated devices and a story, run on a virtual clock.
///
/// It does what the real shell does: it feeds inputs to the engine, carries out its effects, lets timers expire and
/// answers calls. Each `next()` is one occurrence and returns at once; only the caller may wait.
public struct SimulatedKiosk {
    /// One occurrence of the simulation.
    public enum Occurrence {
        case step(Input, EffectList)
        case happening(Happening)
        /// A time at which the kiosk may be drawn.
        case frame
    }

    private var player: EnginePlayer<Item>
    public private(set) var camera: SimulatedCamera
    public private(set) var hand: SimulatedHand
    public private(set) var isViewVisible = true
    private var visit: Visit?
    private var isFilming = false
    private var isStopping = false

    private enum Item {
        case input(Input.Event)
        case filming
        case happening(Happening)
        case frame
    }

    /// - Parameters:
    ///   - story: nil: things happen by `happen` and `feed`, and the kiosk ends by `stop`.
    ///   - frameInterval: the time between two drawings of a story.
    public init(
        configuration: Configuration, story: Story? = nil, camera: SimulatedCamera = SimulatedCamera(model: .software),
        hand: SimulatedHand = SimulatedHand(), frameInterval: TimeSpan = TimeSpan(nanoseconds: 66_666_667)
    ) {
        player = EnginePlayer(
            configuration: configuration, callTime: camera.model.callTime, sampleInterval: hand.interval)
        self.camera = camera
        self.hand = hand
        for happening in story?.happenings ?? [] { player.add(.happening(happening), at: happening.time) }
        feed(.touchscreenArrived(SimulatedFinger.screen))
        feed(.accelerometerArrived)
        feed(.cameraArrived(camera.description))
        feed(.start)
        guard let story else { return }
        player.add(.input(.stop), at: story.end)
        var frame = now
        while frame < story.end {
            player.add(.frame, at: frame)
            frame = frame.advanced(by: frameInterval)
        }
    }

    public var engine: Engine { player.engine }

    public var now: Instant { player.now }

    public var isSensorAwake: Bool { player.isSensorAwake }

    /// True when the engine has restored the camera and stopped.
    public var isStopped: Bool { player.isStopped }

    /// The time at which a timer expires; nil while it is not armed.
    public func deadline(of id: TimerID) -> Instant? { player.armed[id]?.time }

    /// The next occurrence; nil when the engine has stopped, or nothing is left to happen.
    public mutating func next() -> Occurrence? { occurrence(until: Instant(nanoseconds: .max)) }

    /// The next occurrence up to a time; nil when nothing more happens until then. It is that time then.
    public mutating func next(until limit: Instant) -> Occurrence? {
        if let occurrence = occurrence(until: limit) { return occurrence }
        player.advance(to: limit)
        moveDevices()
        return nil
    }

    private mutating func occurrence(until limit: Instant) -> Occurrence? {
        while let due = player.next(until: limit) {
            moveDevices()
            if let occurrence = occur(due) { return occurrence }
        }
        return nil
    }

    /// Something happens now, after everything else that is due now.
    public mutating func happen(_ action: Happening.Action) {
        player.add(.happening(Happening(at: now, action)), at: now)
    }

    /// The engine gets this input now, as if a program had sent it.
    public mutating func feed(_ event: Input.Event) { player.add(.input(event), at: now) }

    /// Another camera takes the place of the present one, before the same scene. The engine hears of it now.
    public mutating func exchange(for other: SimulatedCamera) {
        let light = camera.optics.light
        camera = other
        camera.optics.light = light
        moveDevices()
        feed(.cameraArrived(camera.description))
    }

    /// Everything that moves by itself is where it is at the present time.
    private mutating func moveDevices() {
        camera.optics.aim = hand.aim(at: now)
        if let visit { camera.optics.scene.visitor = visit.position(at: now) }
        camera.advance(to: now)
    }

    /// Ends the story now: the rest of it is dropped, and the camera's original values are restored.
    public mutating func stop() {
        guard !isStopping else { return }
        player.removeEvents { if case .happening = $0 { true } else { false } }
        feed(.stop)
    }

    private mutating func occur(_ due: EnginePlayer<Item>.Due) -> Occurrence? {
        switch due {
        case .timer(let id, let generation): return step(.timer(id, generation: generation))
        case .demand(let effect):
            guard let answer = camera.answer(effect, at: now) else { return nil }
            beginFilming()
            return step(answer)
        case .sample: return step(.acceleration(hand.sample(at: now)))
        case .event(let item): return occur(item)
        case .outdated: return nil
        }
    }

    private mutating func occur(_ item: Item) -> Occurrence? {
        switch item {
        case .input(let event): return step(event)
        case .filming:
            isFilming = false
            if let frame = camera.measureFrame() {
                player.add(.input(.frames(.measured(frame))), at: now.advanced(by: SimulatedCamera.frameLatency))
            }
            beginFilming()
            return nil
        case .happening(let happening):
            begin(happening.action)
            return .happening(happening)
        case .frame: return .frame
        }
    }

    /// Schedules the measurement of each captured frame while there is a stream.
    private mutating func beginFilming() {
        guard camera.isStreaming, !isFilming else { return }
        isFilming = true
        let frame = SimulatedCamera.frameTime.nanoseconds
        player.add(.filming, at: Instant(nanoseconds: (now.nanoseconds / frame + 1) * frame))
    }

    private mutating func step(_ event: Input.Event) -> Occurrence {
        if event == .stop { isStopping = true }
        let (input, effects) = player.step(event)
        if case .touch(let contact) = event, contact.phase == .down { hand.begin(.bump, at: now) }
        return .step(input, effects)
    }

    private mutating func begin(_ action: Happening.Action) {
        switch action {
        case .nothing: break
        case .finger(let gesture):
            for input in SimulatedFinger.inputs(gesture, at: now) { player.add(.input(input.event), at: input.time) }
        case .hand(let movement): hand.begin(movement, at: now)
        case .viewHidden: isViewVisible = false
        case .viewShown:
            isViewVisible = true
            feed(.viewShown)
        case .viewTapped(let x, let y): feed(.viewTapped(x: x, y: y))
        case .cameraUnplugged:
            camera.isConnected = false
            feed(.cameraLeft)
        case .cameraPluggedIn:
            let isBusy = camera.isBusy
            camera = SimulatedCamera(model: camera.model, optics: camera.optics)
            camera.isBusy = isBusy
            camera.advance(to: now)
            feed(.cameraArrived(camera.description))
        case .refuse(let id, let errno): camera.refuse(id, errno: errno)
        case .streamTaken(let isBusy): camera.isBusy = isBusy
        case .visitorComes(let place): visit = Visit(start: now, from: Visit.outside, to: place)
        case .visitorLeaves:
            visit = Visit(start: now, from: visit?.position(at: now) ?? Visit.outside, to: Visit.outside)
        case .light(let factor): camera.optics.light = factor
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

extension ViewSettings {
    /// The layout of the simulated kiosk's screen of 1280 by 800: the camera's view fills the upper 720 rows, and a bar
    /// with buttons is below it.
    public static let simulatedKiosk = ViewSettings().with {
        $0.screen = ScreenSize(width: 1280, height: 800)
        $0.view = ViewRectangle(x: 0, y: 0, width: 1280, height: 720)
    }
}

/// A person who walks into the picture, or out of it.
struct Visit: Equatable, Sendable {
    var start: Instant
    var from: Double
    var to: Double

    /// A position to the right of the picture, as a share of its width.
    static let outside = 1.3
    /// The duration of every walk, in seconds.
    private static let seconds = 0.8

    /// The position of the person's middle at a time, as a share of the picture's width.
    func position(at time: Instant) -> Double {
        let share = min(max(time.since(start).seconds / Self.seconds, 0), 1)
        return from + (to - from) * share * share * (3 - 2 * share)
    }
}
