import FocusCore
import SimulatedDevices
import StateChart

/// An engine in a random world: delivers events in the order of time, and carries out the engine's effects.
///
/// It stops at the first broken rule. Everything is a function of the plan, so a world can be repeated.
struct World {
    let plan: WorldPlan
    private(set) var engine: Engine
    /// Gets the same inputs, and has to return the same effects.
    private var twin: Engine
    private(set) var now: Int64 = 1_000_000_000
    private(set) var camera: WorldCamera?
    private(set) var program: WorldProgram
    private(set) var monitor = WorldMonitor()
    private var charts = ChartMonitors()
    private var random: SplitMix64
    /// The effect that the camera has not answered yet.
    private var demand: (effect: Effect, due: Int64)?
    private var nextFrame: Int64 = .max
    private var nextSample: Int64 = .max
    private var lastMeasured: Int64 = .min
    private var stallEnds: Int64 = 0
    private var shakeEnds: Int64 = 0
    private(set) var hasSensor = false
    /// The last lasting compensation, in EV.
    private var lastingCompensation: Double
    /// The id of the latest tap.
    private var taps: UInt64 = 0
    /// Records the world, if a trace is wanted.
    private var recorder: WorldRecorder?
    private var snapshots: WorldSnapshots?

    private static let samplePeriod: Int64 = 20_000_000
    private static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 4095, minimumY: 0, maximumY: 4095, unitsPerMillimetreX: 12, unitsPerMillimetreY: 12)
    /// More inputs than any world needs: a world that exceeds it runs in circles.
    private static let inputLimit = 400_000

    init(_ plan: WorldPlan, recorder: WorldRecorder? = nil, snapshots: WorldSnapshots? = nil) {
        self.plan = plan
        self.recorder = recorder
        self.snapshots = snapshots ?? WorldSnapshots(for: plan.number)
        engine = Engine(configuration: plan.configuration)
        twin = engine
        program = WorldProgram(plan.holder)
        lastingCompensation = plan.configuration.exposureCompensation
        random = SplitMix64(seed: plan.number ^ 0x776f_726c)
    }

    var isBroken: Bool { monitor.violation != nil }

    /// True if the camera has something to answer.
    var hasDemand: Bool { demand != nil }

    /// True if the demand under way is not answered within the next second. A check of the held values may have just
    /// begun.
    mutating func hasStuckDemand() -> Bool {
        guard let effect = demand?.effect else { return false }
        pass(1_000_000_000)
        return demand?.effect == effect
    }

    mutating func blame(_ check: WorldCheck, _ sentence: String) { monitor.blame(check, sentence) }

    /// The compensation in force, in EV.
    var compensation: Double { engine.compensation }

    /// The next customer begins with the lasting compensation.
    private mutating func checkCompensation(after effects: EffectList) {
        var isViewShown = false
        effects.forEach { if case .state(let report) = $0, report.cause == .view { isViewShown = true } }
        guard isViewShown, compensation != lastingCompensation else { return }
        blame(.compensation, "after the view is shown, the compensation is \(compensation), not \(lastingCompensation)")
    }

    /// Gives the engine an event at the present time.
    mutating func send(_ event: Input.Event) {
        guard !isBroken else { return }
        let input = Input(event, at: Instant(nanoseconds: now))
        monitor.follow(event)
        if case .exposureCompensation(let value) = event, value.isFinite {
            lastingCompensation = min(max(value, -4), 4)
        }
        let effects = engine.step(input)
        recorder?.record(input, effects, engine)
        if twin.step(input) != effects { blame(.replay, "the same inputs gave other effects") }
        if let sentence = snapshots?.pass(engine, twin: &twin) { blame(.replay, sentence) }
        if effects.count >= effects.limit { blame(.effects, "a step returned as many effects as there is room for") }
        checkCompensation(after: effects)
        if let departure = charts.follow(input, effects) { blame(.chart, departure.description) }
        effects.forEach { carryOut($0) }
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
        case .motionSensor(let isAwake): nextSample = isAwake ? now : .max
        default: break
        }
    }

    /// Lets time pass, and delivers everything that is due in it.
    mutating func pass(_ nanoseconds: Int64) {
        let end = now + nanoseconds
        while !isBroken {
            let timer = monitor.nextTimer
            let due = min(timer?.deadline ?? .max, demand?.due ?? .max, nextFrame, nextSample)
            guard due <= end else { break }
            now = max(now, due)
            if demand?.due == due {
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
        guard let effect = demand?.effect else { return }
        demand = nil
        guard let answer = answer(to: effect) else { return }
        if camera?.stream == nil { nextFrame = .max }
        if camera?.stream != nil, nextFrame == .max { nextFrame = now + plan.camera.frameInterval }
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

    /// Tells the engine who has the frames, if that has changed.
    private mutating func tellHolder() {
        guard camera != nil, let news = program.news() else { return }
        send(news)
    }

    private mutating func film() {
        nextFrame = now + plan.camera.frameInterval
        guard let frame = camera?.frame(at: now, &random), let request = camera?.stream?.request, now >= stallEnds
        else { return }
        guard lastMeasured == .min || now - lastMeasured >= request.interval.nanoseconds else { return }
        lastMeasured = now
        send(.frames(.measured(frame)))
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

    /// A tap of the application, with an id of its own.
    mutating func tap(_ x: Double, _ y: Double) {
        taps += 1
        send(.viewTapped(x: x, y: y, tap: TapID(taps)))
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
        tellHolder()
    }

    private mutating func removeCamera() {
        guard camera != nil else { return }
        let lost = demand?.effect
        camera = nil
        demand = nil
        nextFrame = .max
        program.cameraLeft()
        send(.cameraLeft)
        // The answer may have been on its way when the camera left.
        if let lost, random.chance(0.3) { send(WorldCamera.answerOfMissingCamera(lost)) }
    }

    mutating func killStream(_ errno: Int32) {
        guard camera?.stream != nil else { return }
        let request = camera?.stream?.id ?? 0
        camera?.endStream()
        nextFrame = .max
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

    /// Inputs that are invalid, but that a device or a late message may send.
    private mutating func nonsense(_ seed: UInt64) {
        var odd = SplitMix64(seed: seed)
        let numbers = [Double.nan, .infinity, -1, 1e300, 0]
        switch odd.below(6) {
        case 0: send(.acceleration(Acceleration(x: odd.pick(numbers), y: odd.pick(numbers), z: 0)))
        case 1:
            let request = camera?.stream?.id ?? 0
            let frame = FrameStatistics(
                request: odd.chance(0.5) ? request : request &- 1, sequence: UInt32(truncatingIfNeeded: odd.next()),
                captured: Instant(nanoseconds: now), sharpness: odd.pick(numbers), mean: odd.pick(numbers))
            send(.frames(.measured(frame)))
        case 2:
            let (id, generation) = (odd.pick(TimerID.allCases), UInt32(odd.below(20)))
            // By chance it may be the armed timer, which has then expired for the engine.
            monitor.expire(id, generation)
            send(.timer(id, generation: generation))
        case 3: send(oddAnswer(&odd))
        case 4: send(.exposureCompensation(odd.pick([.nan, .infinity])))
        default: send(.touch(TouchContact(slot: .max, phase: .move, x: .max, y: .min)))
        }
    }

    /// An answer that belongs to nothing.
    private func oddAnswer(_ odd: inout SplitMix64) -> Input.Event {
        let id = UInt32.max
        switch odd.below(5) {
        case 0: return .cameraAnswered(ControlResult(call: id, errno: 5))
        case 1:
            let interval = TimeSpan(nanoseconds: .min)
            return .frames(.began(FramesBegan(request: id, width: -1, height: .max, interval: interval)))
        case 2: return .frames(.unavailable(request: id, errno: 0))
        case 3: return .frames(.ended(request: id))
        default: return .frames(.lost(request: id, errno: 0))
        }
    }

    mutating func stop() {
        guard !monitor.isStopping else { return }
        if case .call(let call) = demand?.effect {
            camera?.beginRestoring(after: call.id)
        } else {
            camera?.beginRestoring(after: nil)
        }
        send(.stop)
    }

    mutating func shake(_ span: Int64) { shakeEnds = now + span }

    /// The camera obeys, except for its permanent faults, and nothing moves.
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
    /// The number of elements that the list can hold.
    fileprivate var limit: Int { capacity }
}
