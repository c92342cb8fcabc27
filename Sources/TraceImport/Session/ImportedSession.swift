import FocusCore
import SimulatedDevices
import StateTrace

/// A session that gets recorded inputs: an engine, its timers, and a simulated camera if there is to be one.
///
/// It does what the real shell does: timers expire, and calls are answered, between the recorded inputs. Time is that of the
/// recording, so nothing waits.
struct ImportedSession {
    private var engine: Engine
    private var camera: SimulatedCamera?
    private var agenda = Agenda<Item>()
    private var armed: [TimerID: UInt32] = [:]
    private var now = Instant(nanoseconds: 0)
    private var isStopped = false
    private let record: TraceImport.Record

    private enum Item {
        case timer(TimerID, UInt32)
        case answer(Effect)
    }

    /// The simulated camera in traces.
    static let cameraName = "simulated camera"
    /// The time that a control call takes. A USB camera takes 1 to 10 ms.
    private static let callLatency = TimeSpan.milliseconds(8)

    /// - Parameter record: takes each step of the engine.
    init(
        _ configuration: Configuration, camera: SimulatedCamera?,
        record: @escaping TraceImport.Record
    ) {
        engine = Engine(configuration: configuration)
        self.camera = camera
        self.record = record
    }

    /// Describes the devices, and begins.
    mutating func begin(_ touchscreen: TouchscreenDescription?, hasMotion: Bool) throws {
        if let touchscreen { try step(.touchscreenArrived(touchscreen)) }
        if hasMotion { try step(.accelerometerArrived) }
        if let camera { try step(.cameraArrived(camera.description)) }
        try step(.start)
    }

    /// Takes a recorded input, after everything that is due before it.
    mutating func take(_ input: Input) throws {
        try live(until: input.time)
        now = max(now, input.time)
        try step(input.event)
    }

    /// Ends the session at a time: the engine puts back what it has changed.
    mutating func end(at time: Instant) throws {
        try live(until: time)
        now = max(now, time)
        try step(.stop)
        while !isStopped, let next = agenda.nextTime { try live(until: next) }
    }

    private mutating func live(until time: Instant) throws {
        while !isStopped, let next = agenda.nextTime, next <= time, let (due, item) = agenda.next() {
            now = max(now, due)
            switch item {
            case .timer(let id, let generation):
                guard armed[id] == generation else { continue }
                armed[id] = nil
                try step(.timer(id, generation: generation))
            case .answer(let effect):
                if let answer = camera?.answer(effect, at: now) { try step(answer) }
            }
        }
    }

    private mutating func step(_ event: Input.Event) throws {
        let input = Input(event, at: now)
        let effects = engine.step(input)
        for index in 0..<effects.count {
            if let effect = effects[index] { carryOut(effect) }
        }
        var arrived: TraceCamera?
        if case .cameraArrived = event { arrived = TraceCamera(name: Self.cameraName) }
        try record(input, effects, arrived, engine)
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .arm(let id, let deadline, let generation):
            armed[id] = generation
            agenda.add(.timer(id, generation), at: max(deadline, now))
        case .disarm(let id):
            armed[id] = nil
        case .call, .requestFrames, .releaseFrames:
            agenda.add(.answer(effect), at: now.advanced(by: Self.callLatency))
        case .stopped:
            isStopped = true
        case .motionSensor, .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused,
            .compensationTakenBack, .fault:
            break
        }
    }
}
