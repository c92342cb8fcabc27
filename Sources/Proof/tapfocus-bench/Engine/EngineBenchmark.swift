import FocusCore
import SimulatedDevices

/// The cost of a step of the engine.
enum EngineBenchmark {
    /// Measures and prints. Returns true if the engine made no allocation in steady state.
    static func run() -> Bool {
        Table.headline("Engine step (median of 9 runs)")
        let rest = samples(count: 10_000)
        var total: UInt = 0
        total += measure("a sample while the sensor sleeps", rest, in: Engine())
        total += measure("a sample while locked, with motion detection", rest, in: lockedEngine())
        total += measure("a contact that moves", contacts(count: 10_000), in: lockedEngine())
        total += measureTaps()
        total += measurePhone()
        total += measureSoftware("a camera with automatics", .software)
        total += measureSoftware("a camera without automatics", .lensOnly)
        Table.row("allocations in all of them", "\(total)", "the promise is 0")
        return total == 0
    }

    private static func measure(_ name: String, _ inputs: [Input], in start: Engine) -> UInt {
        var engine = start
        var effects = 0
        let cost = Measurement.of(repetitions: inputs.count) {
            for input in inputs { effects &+= engine.step(input).count }
        }
        Table.row(name, cost)
        return cost.allocations
    }

    /// A whole tap: the finger, the writes, the settling, the hold, and back to continuous.
    private static func measureTaps() -> UInt {
        var engine = lockedEngine()
        var clock: Int64 = 10_000_000_000
        var steps = 0
        let taps = 1000
        let cost = Measurement.of(repetitions: taps) {
            steps = 0
            for _ in 0..<taps { tap(&engine, &clock, &steps) }
        }
        Table.row("a tap: touch, \(steps / taps) steps until held, show view", cost)
        return cost.allocations
    }

    /// A lock, a light and a zoom, with the frames and samples beside them.
    private static func measurePhone() -> UInt {
        let session = PhoneSession()
        var effects = 0
        let cost = Measurement.of(repetitions: session.inputs.count) {
            var engine = session.engineBefore
            for input in session.inputs { effects &+= engine.step(input).count }
        }
        Table.row("one of \(session.inputs.count) steps of a lock, a light, a zoom", cost)
        return cost.allocations
    }

    /// A tap that the engine itself focuses and exposes in frames, and the scene watch after it.
    private static func measureSoftware(_ name: String, _ model: CameraModel) -> UInt {
        let session = SoftwareSession(model)
        Table.row("\(name), at the level software", "")
        let taps = 50
        var effects = 0
        let tap = Measurement.of(repetitions: taps) {
            for _ in 0..<taps {
                var engine = session.engineBeforeTap
                for input in session.tap { effects &+= engine.step(input).count }
            }
        }
        Table.row("  a tap: \(session.tap.count) steps, \(session.tapFrames) of them frames", tap)
        let watch = Measurement.of(repetitions: session.watch.count) {
            var engine = session.engineBeforeWatch
            for input in session.watch { effects &+= engine.step(input).count }
        }
        Table.row("  a frame while the scene is watched", watch)
        var total = tap.allocations + watch.allocations
        let frames = FrameBuffers(width: 640, height: 480, step: 2, count: 1)
        for (name, request) in [("searched in", session.tapRequest), ("watched", session.watchRequest)] {
            guard let request else { continue }
            let cost = frames.cost(request)
            Table.row("  measuring a frame that is \(name)\(request.includesGrid ? ", with grid" : "")", cost)
            total += cost.allocations
        }
        return total
    }

    /// Plays one tap with a camera that accepts every call and never moves.
    private static func tap(
        _ engine: inout Engine, _ clock: inout Int64, _ steps: inout Int, isEndedByView: Bool = true
    ) {
        func step(_ event: Input.Event) {
            clock += 20_000_000
            steps += 1
            let effects = engine.step(Input(event, at: Instant(nanoseconds: clock)))
            for index in 0..<effects.count {
                guard let effect = effects[index] else { continue }
                switch effect {
                case .call, .requestFrames, .releaseFrames: if let answer = answer(to: effect) { step(answer) }
                case .arm(.settlePoll, _, let generation): step(.timer(.settlePoll, generation: generation))
                default: break
                }
            }
        }
        step(.touch(TouchContact(slot: 0, phase: .down, x: 300, y: 300)))
        step(.touch(TouchContact(slot: 0, phase: .up, x: 300, y: 300)))
        if isEndedByView { step(.viewShown) }
    }

    static func answer(to call: ControlCall) -> ControlResult {
        var values = InlineList<4, ControlValue?>()
        switch call.operation {
        case .write(let settings): settings.forEach { values.append($0.value) }
        case .read(let ids): ids.forEach { _ in values.append(.integer(100)) }
        }
        return ControlResult(call: call.id, errno: 0, values: values)
    }

    /// The answer of a camera that accepts everything; nil if the effect asks nothing of a camera.
    static func answer(to effect: Effect) -> Input.Event? {
        switch effect {
        case .call(let call): .cameraAnswered(answer(to: call))
        case .requestFrames(let id, _): .frames(.began(FramesBegan(request: id)))
        case .releaseFrames(let id): .frames(.ended(request: id))
        default: nil
        }
    }

    /// An engine with all devices, locked at a point.
    private static func lockedEngine() -> Engine {
        var engine = Engine()
        var clock: Int64 = 0
        var steps = 0
        for event in arrivals {
            let effects = engine.step(Input(event, at: Instant(nanoseconds: clock)))
            effects.forEach { effect in
                if let answer = answer(to: effect) { _ = engine.step(Input(answer, at: Instant(nanoseconds: clock))) }
            }
        }
        tap(&engine, &clock, &steps, isEndedByView: false)
        precondition(engine.state != .continuousAuto, "the engine must be locked to be measured so")
        return engine
    }

    static let arrivals = [
        Input.Event.cameraArrived(SimulatedCamera().description),
        .touchscreenArrived(TouchscreenDescription(minimumX: 0, maximumX: 1279, minimumY: 0, maximumY: 799)),
        .accelerometerArrived, .start,
    ]

    static func samples(count: Int) -> [Input] {
        (0..<count).map { index in
            let wobble = Double(index % 7) * 0.01
            let sample = Acceleration(x: wobble, y: 0.2, z: 9.8)
            return Input(.acceleration(sample), at: Instant(nanoseconds: 5_000_000_000 + Int64(index) * 20_000_000))
        }
    }

    private static func contacts(count: Int) -> [Input] {
        (0..<count).map { index in
            let contact = TouchContact(slot: 0, phase: index == 0 ? .down : .move, x: Int32(index % 1000), y: 300)
            return Input(.touch(contact), at: Instant(nanoseconds: Int64(index) * 5_000_000))
        }
    }
}
