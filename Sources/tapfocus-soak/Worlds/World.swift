import FocusCore
import SimulatedDevices
import StateChart

/// An engine in a random world: delivers what happens in the order of time, and hands out what the engine wants.
///
/// It stops at the first rule that is broken. Everything is a function of the plan, so a world can be lived again.
struct World {
    let plan: WorldPlan
    private(set) var engine: Engine
    /// Gets the same inputs, and has to return the same effects.
    private var twin: Engine
    private(set) var now: Int64 = 1_000_000_000
    private(set) var camera: WorldCamera?
    private(set) var monitor = WorldMonitor()
    private var charts = ChartMonitors()
    private var random: SplitMix64
    private var call: (call: ControlCall, due: Int64)?
    private var nextFrame: Int64 = .max
    private var nextSample: Int64 = .max
    private var lastMeasured: Int64 = .min
    private var stallEnds: Int64 = 0
    private var shakeEnds: Int64 = 0
    private(set) var hasSensor = false
    /// The compensation that was asked for last, in EV.
    private(set) var compensation: Double
    /// Keeps what happens, where a trace is wanted.
    private var recorder: WorldRecorder?

    private static let samplePeriod: Int64 = 20_000_000
    private static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 4095, minimumY: 0, maximumY: 4095, unitsPerMillimetreX: 12, unitsPerMillimetreY: 12)
    /// More inputs than any world needs: one that gets there goes round in circles.
    private static let mostInputs = 400_000

    init(_ plan: WorldPlan, recorder: WorldRecorder? = nil) {
        self.plan = plan
        self.recorder = recorder
        engine = Engine(configuration: plan.configuration)
        twin = engine
        compensation = plan.configuration.exposureCompensation
        random = SplitMix64(seed: plan.number ^ 0x776f_726c)
    }

    var isBroken: Bool { monitor.violation != nil }

    /// Whether a call waits for its answer.
    var hasCall: Bool { call != nil }

    /// Whether the call that is under way now is not answered either in the next second. A look at what is held may have
    /// just begun.
    mutating func hasStuckCall() -> Bool {
        guard let id = call?.call.id else { return false }
        pass(1_000_000_000)
        return call?.call.id == id
    }

    mutating func blame(_ check: WorldCheck, _ sentence: String) { monitor.blame(check, sentence) }

    /// Gives the engine an event now.
    mutating func send(_ event: Input.Event) {
        guard !isBroken else { return }
        let input = Input(event, at: Instant(nanoseconds: now))
        monitor.note(event)
        if case .exposureCompensation(let value) = event, value.isFinite { compensation = min(max(value, -4), 4) }
        let effects = engine.step(input)
        recorder?.record(input, effects)
        if twin.step(input) != effects { blame(.replay, "the same inputs gave other effects") }
        if effects.count >= effects.most { blame(.effects, "a step returned as many effects as there is room for") }
        if let departure = charts.note(input, effects) { blame(.chart, departure.description) }
        effects.forEach { take($0) }
        if monitor.inputs > Self.mostInputs { blame(.ends, "the world does not come to rest") }
    }

    private mutating func take(_ effect: Effect) {
        monitor.note(effect, at: now)
        guard case .call(let made) = effect else {
            if case .motionSensor(let isAwake) = effect { nextSample = isAwake ? now : .max }
            return
        }
        if call != nil { blame(.calls, "two calls are under way") }
        guard let camera else { return blame(.calls, "a call goes to a camera that is not there") }
        call = (made, now + random.integer(0...max(camera.trouble.lateness, 0)))
    }

    /// Lets time pass, and all that is due in it happen.
    mutating func pass(_ nanoseconds: Int64) {
        let end = now + nanoseconds
        while !isBroken {
            let timer = monitor.nextTimer
            let due = min(timer?.deadline ?? .max, call?.due ?? .max, nextFrame, nextSample)
            guard due <= end else { break }
            now = max(now, due)
            if call?.due == due {
                answer()
            } else if let timer, timer.deadline == due {
                monitor.expire(timer.id, timer.generation)
                send(.timer(timer.id, generation: timer.generation))
            } else if nextFrame == due {
                film()
            } else {
                sample()
            }
        }
        now = max(now, end)
    }

    private mutating func answer() {
        guard let made = call?.call else { return }
        call = nil
        guard let result = camera?.answer(made, at: now, &random) else { return }
        if camera?.stream == nil { nextFrame = .max }
        if camera?.stream != nil, nextFrame == .max { nextFrame = now + plan.camera.frameInterval }
        if let violation = camera?.violation { blame(.manners, violation) }
        send(.cameraAnswered(result))
    }

    private mutating func film() {
        nextFrame = now + plan.camera.frameInterval
        guard let frame = camera?.frame(at: now, &random), let request = camera?.stream?.request, now >= stallEnds
        else { return }
        guard lastMeasured == .min || now - lastMeasured >= request.interval.nanoseconds else { return }
        lastMeasured = now
        send(.frame(frame))
    }

    private mutating func sample() {
        nextSample = now + Self.samplePeriod
        guard hasSensor, monitor.isSensorAwake else { return nextSample = .max }
        let isShaken = now < shakeEnds
        let push = isShaken ? ((now / 200_000_000) % 2 == 0 ? 6.0 : -6.0) : 0
        send(.acceleration(Acceleration(x: push + random.number(-0.05...0.05), y: 0, z: 9.8)))
    }
}

// Events from outside.
extension World {
    mutating func act(_ action: WorldAction) {
        pass(action.delay)
        guard !isBroken else { return }
        switch action.kind {
        case .viewTapped(let x, let y): send(.viewTapped(x: x, y: y))
        case .finger(let x, let y, let hold, let slide): touch(x, y, hold, slide)
        case .touchesLost: send(.touchesLost)
        case .viewShown: send(.viewShown)
        case .compensation(let value): send(.exposureCompensation(value))
        case .shake(let span): shake(span)
        case .scene(let scene): camera?.scene = scene
        case .failures(let share, let errno):
            camera?.trouble.share = share
            camera?.trouble.errno = errno
        case .lateness(let span): camera?.trouble.lateness = span
        case .streamRefusal(let errno): camera?.trouble.streamErrno = errno
        case .streamStalls(let span): stallEnds = now + span
        case .ignoredWrites(let count): camera?.trouble.ignoredWrites = count
        case .otherProgram(let id, let value): if !plan.camera.isAbsurd { camera?.set(id, value) }
        case .imageSize(let width, let height): send(.cameraImage(width: width, height: height))
        case .nonsense(let seed): nonsense(seed)
        case .stop: stop()
        case .streamDies(let errno): killStream(errno)
        default: comeAndGo(action.kind)
        }
    }

    private mutating func comeAndGo(_ kind: WorldAction.Kind) {
        switch kind {
        case .cameraLeaves: removeCamera()
        case .cameraComes: if camera == nil { bringCamera() }
        case .accelerometerLeaves:
            hasSensor = false
            send(.accelerometerLeft)
        case .accelerometerComes:
            hasSensor = true
            send(.accelerometerArrived)
        case .touchscreenLeaves: send(.touchscreenLeft)
        case .touchscreenComes: send(.touchscreenArrived(Self.screen))
        default: break
        }
    }

    mutating func begin() {
        if random.chance(0.9) { bringCamera() }
        if random.chance(0.7) {
            hasSensor = true
            send(.accelerometerArrived)
        }
        if random.chance(0.7) { send(.touchscreenArrived(Self.screen)) }
        send(.start)
    }

    mutating func bringCamera() {
        let new = WorldCamera(plan.camera)
        camera = new
        send(.cameraArrived(new.description))
    }

    private mutating func removeCamera() {
        guard camera != nil else { return }
        let lost = call
        camera = nil
        call = nil
        nextFrame = .max
        send(.cameraLeft)
        // The answer may have been on its way when the camera went.
        if let lost, random.chance(0.3) { send(.cameraAnswered(ControlResult(call: lost.call.id, errno: 19))) }
    }

    mutating func killStream(_ errno: Int32) {
        guard camera?.stream != nil else { return }
        camera?.endStream()
        nextFrame = .max
        send(.framesEnded(errno: errno))
    }

    private mutating func touch(_ x: Double, _ y: Double, _ hold: Int64, _ slide: Int32) {
        let (column, row) = (Int32(x * 4095), Int32(y * 4095))
        send(.touch(TouchContact(slot: 0, phase: .down, x: column, y: row)))
        pass(hold / 2)
        send(.touch(TouchContact(slot: 0, phase: .move, x: min(column + slide, 4095), y: row)))
        pass(hold / 2)
        send(.touch(TouchContact(slot: 0, phase: .up, x: min(column + slide, 4095), y: row)))
    }

    /// Inputs that cannot be right, and that a device or a late message may send all the same.
    private mutating func nonsense(_ seed: UInt64) {
        var odd = SplitMix64(seed: seed)
        let numbers = [Double.nan, .infinity, -1, 1e300, 0]
        switch odd.below(6) {
        case 0: send(.acceleration(Acceleration(x: odd.pick(numbers), y: odd.pick(numbers), z: 0)))
        case 1:
            let request = camera?.stream?.call ?? 0
            send(
                .frame(
                    FrameStatistics(
                        request: odd.chance(0.5) ? request : request &- 1,
                        sequence: UInt32(truncatingIfNeeded: odd.next()),
                        captured: Instant(nanoseconds: now), sharpness: odd.pick(numbers), mean: odd.pick(numbers))))
        case 2:
            let (id, generation) = (odd.pick(TimerID.allCases), UInt32(odd.below(20)))
            // By chance it may be the armed one, which is over for the engine then.
            monitor.expire(id, generation)
            send(.timer(id, generation: generation))
        case 3: send(.cameraAnswered(ControlResult(call: UInt32.max, errno: 5)))
        case 4: send(.exposureCompensation(odd.pick([.nan, .infinity])))
        default: send(.touch(TouchContact(slot: .max, phase: .move, x: .max, y: .min)))
        }
    }

    mutating func stop() {
        guard !monitor.isStopping else { return }
        camera?.beginRestoring(after: call?.call.id)
        send(.stop)
    }

    mutating func shake(_ span: Int64) { shakeEnds = now + span }

    /// The camera obeys, as far as it ever does, and nothing moves.
    mutating func calmDown() {
        if camera == nil { bringCamera() }
        camera?.trouble = WorldCamera.Trouble()
        camera?.scene.noise = 0
        stallEnds = 0
        shakeEnds = 0
        pass(5_000_000_000)
    }
}

extension InlineList {
    /// Fills the list with the first elements.
    fileprivate var most: Int { capacity }
}
