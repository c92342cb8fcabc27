import FocusCore
import SimulatedDevices

/// An engine in a random world: delivers events in the order of time, and carries out the engine's effects.
///
/// It stops at the first broken rule. Everything is a function of the plan, so a world can be repeated.
struct World {
    let plan: WorldPlan
    private(set) var engine: Engine
    private(set) var now: Int64 = 1_000_000_000
    private(set) var camera: WorldCamera?
    private(set) var program: WorldProgram
    private(set) var monitor = WorldMonitor()
    private var witness: WorldWitness
    private var random: SplitMix64
    /// The effect that the camera has not answered yet.
    private(set) var demand: (effect: Effect, due: Int64)?
    private var film: WorldFilm
    private var sensor = WorldSensor()
    private var taps: UInt64 = 0

    private static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 4095, minimumY: 0, maximumY: 4095, unitsPerMillimetreX: 12, unitsPerMillimetreY: 12)
    /// More inputs than any world needs: a world that exceeds it runs in circles.
    private static let inputLimit = 400_000

    init(_ plan: WorldPlan, recorder: WorldRecorder? = nil, snapshots: WorldSnapshots? = nil) {
        self.plan = plan
        engine = Engine(configuration: plan.configuration)
        witness = WorldWitness(plan, twin: engine, recorder: recorder, snapshots: snapshots)
        program = WorldProgram(plan.holder)
        film = WorldFilm(frameInterval: plan.camera.frameInterval)
        random = SplitMix64(seed: plan.number ^ 0x776f_726c)
    }

    var isBroken: Bool { monitor.violation != nil }

    var hasSensor: Bool { sensor.isConnected }

    /// True if the demand under way is not answered within the next second. A check of the held values may have just begun.
    mutating func hasStuckDemand() -> Bool {
        guard let effect = demand?.effect else { return false }
        pass(1_000_000_000)
        return demand?.effect == effect
    }

    mutating func blame(_ check: WorldCheck, _ sentence: String) { monitor.blame(check, sentence) }

    mutating func send(_ event: Input.Event) {
        guard !isBroken else { return }
        let input = Input(event, at: Instant(nanoseconds: now))
        monitor.follow(event)
        let effects = engine.step(input)
        monitor.blame(witness.follow(input, effects, engine))
        effects.forEach { carryOut($0) }
        monitor.endStep(keeper: engine.keeper)
        if let isComplete = monitor.takeRelease() { exchangeCamera(isComplete: isComplete) }
        if monitor.inputs > Self.inputLimit { blame(.ends, "the world does not come to rest") }
    }

    private mutating func carryOut(_ effect: Effect) {
        monitor.follow(effect, at: now)
        switch effect {
        case .call, .requestFrames, .releaseFrames:
            if demand != nil { blame(.calls, "two demands are under way") }
            guard let camera else { return blame(.calls, "a demand goes to a camera that is not there") }
            if case .requestFrames = effect { program.request() }
            demand = (effect, now + random.integer(0...max(camera.trouble.lateness, 0)))
        case .motionSensor(let isAwake): sensor.wake(isAwake, at: now)
        default: break
        }
    }

    /// Lets time pass, and delivers everything that is due in it.
    mutating func pass(_ nanoseconds: Int64) {
        let end = now + nanoseconds
        while !isBroken {
            let timer = monitor.nextTimer
            let due = min(timer?.deadline ?? .max, demand?.due ?? .max, film.nextFrame, sensor.nextSample)
            guard due <= end else { break }
            now = max(now, due)
            if demand?.due == due {
                answer()
            } else if let timer, timer.deadline == due {
                monitor.expire(timer.id, timer.generation)
                send(.timer(timer.id, generation: timer.generation))
            } else if film.nextFrame == due {
                deliverFrame()
            } else {
                deliverSample()
            }
        }
        now = max(now, end)
    }

    private mutating func answer() {
        guard let effect = demand?.effect else { return }
        demand = nil
        guard let answer = answer(to: effect) else { return }
        film.follow(isOn: camera?.stream != nil, at: now)
        if let violation = camera?.violation { blame(.manners, violation) }
        switch answer {
        case .frames(.unavailable), .frames(.ended): program.requestEnded()
        default: break
        }
        send(answer)
        tellHolder()
    }

    private mutating func answer(to effect: Effect) -> Input.Event? {
        guard case .requestFrames(let id, let request) = effect else { return camera?.answer(effect, at: now, &random) }
        guard program.servesRequest else { return .frames(.unavailable(request: id, errno: 16)) }
        return program.givesFrames
            ? camera?.beginFrames(request, id: id) : camera?.answer(effect, at: now, &random)
    }

    private mutating func tellHolder() {
        guard camera != nil, let news = program.news() else { return }
        send(news)
    }

    private mutating func deliverFrame() {
        film.advance(at: now)
        guard let frame = camera?.frame(at: now, &random), let request = camera?.stream?.request,
            film.measures(request, at: now)
        else { return }
        send(.frames(.measured(frame)))
    }

    private mutating func deliverSample() {
        guard let sample = sensor.sample(at: now, isAwake: monitor.isSensorAwake, &random) else { return }
        send(.acceleration(sample))
    }
}

// Events from outside.
extension World {
    mutating func act(_ action: WorldAction) {
        pass(action.delay)
        guard !isBroken else { return }
        switch action.kind {
        case .viewTapped(let x, let y): tap(x, y)
        case .pictureTapped(let x, let y):
            taps += 1
            send(.pictureTapped(x: x, y: y, tap: TapID(taps)))
        case .program(let holder):
            program.hold(holder)
            tellHolder()
        case .finger(let x, let y, let hold, let slide): touch(x, y, hold, slide)
        case .touchesLost: send(.touchesLost)
        case .viewShown: send(.viewShown)
        case .compensation(let value): send(.exposureCompensation(value))
        case .customersCompensation(let value): send(.temporaryCompensation(value))
        case .shake(let span): shake(span)
        case .scene(let scene): camera?.picture.scene = scene
        case .failures(let share, let errno):
            camera?.trouble.share = share
            camera?.trouble.errno = errno
        case .lateness(let span): camera?.trouble.lateness = span
        case .streamRefusal(let errno): camera?.trouble.streamErrno = errno
        case .streamStalls(let span): film.stallEnds = now + span
        case .ignoredWrites(let count): camera?.trouble.ignoredWrites = count
        case .otherProgram(let id, let value): if !plan.camera.isAbsurd { camera?.set(id, value) }
        case .imageSize(let width, let height): send(.cameraImage(width: width, height: height))
        case .nonsense(let seed): nonsense(seed)
        case .told(let event): send(event)
        case .zoomed(let value): zoom(value)
        case .shutter(let isClosed): shut(isClosed)
        case .releaseCamera: releaseCamera()
        case .stop: stop()
        case .streamDies(let errno): killStream(errno)
        case .cameraLeaves: removeCamera()
        case .cameraComes: if camera == nil { bringCamera() }
        case .accelerometerLeaves:
            sensor.isConnected = false
            send(.accelerometerLeft)
        case .accelerometerComes: connectSensor()
        case .touchscreenLeaves: send(.touchscreenLeft)
        case .touchscreenComes: send(.touchscreenArrived(Self.screen))
        }
    }

    mutating func tap(_ x: Double, _ y: Double) {
        taps += 1
        send(.viewTapped(x: x, y: y, tap: TapID(taps)))
    }

    private mutating func connectSensor() {
        sensor.isConnected = true
        send(.accelerometerArrived)
    }

    mutating func begin() {
        if random.chance(0.9) { bringCamera() }
        if random.chance(0.7) { connectSensor() }
        if random.chance(0.7) { send(.touchscreenArrived(Self.screen)) }
        send(.start)
    }

    mutating func bringCamera() {
        let new = WorldCamera(plan.camera)
        camera = new
        send(.cameraArrived(new.description))
        tellHolder()
    }

    private mutating func removeCamera() {
        guard camera != nil else { return }
        let lost = demand?.effect
        camera = nil
        demand = nil
        film.end()
        program.cameraLeft()
        send(.cameraLeft)
        // The answer may have been on its way when the camera left.
        if let lost, random.chance(0.3) { send(WorldCamera.answerOfMissingCamera(lost)) }
    }

    mutating func killStream(_ errno: Int32) {
        guard camera?.stream != nil else { return }
        let request = camera?.stream?.id ?? 0
        camera?.endStream()
        film.end()
        program.requestEnded()
        send(.frames(.lost(request: request, errno: errno)))
        tellHolder()
    }

    private mutating func touch(_ x: Double, _ y: Double, _ hold: Int64, _ slide: Int32) {
        let (column, row) = (Int32(x * 4095), Int32(y * 4095))
        send(.touch(TouchContact(slot: 0, phase: .down, x: column, y: row)))
        pass(hold / 2)
        send(.touch(TouchContact(slot: 0, phase: .move, x: min(column + slide, 4095), y: row)))
        pass(hold / 2)
        send(.touch(TouchContact(slot: 0, phase: .up, x: min(column + slide, 4095), y: row)))
    }

    /// An event that is invalid, but that a device or a late message may send.
    private mutating func nonsense(_ seed: UInt64) {
        var odd = SplitMix64(seed: seed)
        let event = WorldNonsense.event(&odd, request: camera?.stream?.id ?? 0, at: now)
        // By chance it may be the armed timer, which has then expired for the engine.
        if case .timer(let id, let generation) = event { monitor.expire(id, generation) }
        send(event)
    }

    mutating func stop() {
        guard !monitor.isStopping else { return }
        beginRestoring()
        send(.stop)
    }

    private mutating func beginRestoring() {
        var pending: UInt32?
        if case .call(let call) = demand?.effect { pending = call.id }
        camera?.beginRestoring(after: pending)
    }

    private mutating func zoom(_ value: Int64) {
        camera?.set(.zoomAbsolute, value)
        if let zoom = camera?.integer(.zoomAbsolute) { send(.zoomChanged(zoom)) }
    }

    mutating func shut(_ isClosed: Bool) {
        camera?.shut(isClosed)
        send(.shutterChanged(isClosed: isClosed))
    }

    /// Another camera is about to take the place of the present one, which gets its originals back first.
    private mutating func releaseCamera() {
        if !monitor.isStopping, camera?.restoring == nil { beginRestoring() }
        send(.releaseCamera)
    }

    /// The present camera has its originals back, or is gone.
    private mutating func exchangeCamera(isComplete: Bool) {
        if let camera {
            if demand != nil { blame(.calls, "a call to a camera that was released is under way") }
            checkOriginals(camera, isComplete: isComplete)
        }
        demand = nil
        film.end()
        program.cameraLeft()
        bringCamera()
    }

    mutating func shake(_ span: Int64) { sensor.shakeEnds = now + span }

    /// The camera obeys, except for its permanent faults, and nothing moves.
    mutating func calmDown() {
        if camera == nil { bringCamera() }
        camera?.trouble = WorldCamera.Trouble()
        camera?.picture.scene.noise = 0
        if plan.isPhone { endPhone() }
        film.stallEnds = 0
        sensor.shakeEnds = 0
        pass(5_000_000_000)
    }
}
