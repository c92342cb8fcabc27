import FocusCore
import SimulatedDevices
import StateTrace

/// A long day at a kiosk with one failure in it: taps all day, a device that is moved now and then, an accelerometer that is
/// mostly awake; and another program that takes the lens twice while a tap is held: both times in the afternoon, or once in the
/// morning and once in the afternoon, with one long hold between them.
struct FailingDay {
    private var engine = Engine()
    private var camera = SimulatedCamera(model: .region)
    private var now: Int64 = 0
    private var timers: [TimerID: (deadline: Int64, generation: UInt32)] = [:]
    private var answer: (effect: Effect, due: Int64)?
    private var nextSample = Int64.max
    private var shakeEnd: Int64 = 0
    private var count = 0
    private let record: (Input, EffectList) throws -> Void

    private static let second: Int64 = 1_000_000_000
    private static let samplePause: Int64 = 20_000_000
    private static let callTime: Int64 = 8_000_000

    /// - Parameters:
    ///   - inputs: the length of the day.
    ///   - isSpread: true to have hours between the two.
    ///   - record: gets each step.
    static func play(inputs: Int, isSpread: Bool, record: @escaping (Input, EffectList) throws -> Void) throws {
        var day = FailingDay(record)
        try day.play(inputs, isSpread)
    }

    private init(_ record: @escaping (Input, EffectList) throws -> Void) { self.record = record }

    private mutating func play(_ inputs: Int, _ isSpread: Bool) throws {
        for event in arrivals { try send(event) }
        let afternoon = inputs * 7 / 10
        var visits = 0
        var hasFailed = false
        while count < inputs {
            visits += 1
            try tap(visits)
            try pass(8 * Self.second)
            if !hasFailed, count > (isSpread ? inputs / 10 : afternoon) {
                hasFailed = true
                try interfere()
                while count < afternoon { try pass(20 * Self.second) }
                try interfere()
            }
            try pass(12 * Self.second)
            guard visits.isMultiple(of: 3) else { continue }
            shakeEnd = now + Self.second
            try pass(5 * Self.second)
        }
        try send(.stop)
        try pass(Self.second)
    }

    private mutating func tap(_ number: Int) throws {
        let (x, y) = (Int32(100 + number * 37 % 1000), Int32(100 + number * 53 % 600))
        try send(.touch(TouchContact(slot: 0, phase: .down, x: x, y: y, major: 8)))
        try pass(80_000_000)
        try send(.touch(TouchContact(slot: 0, phase: .up, x: x, y: y, major: 8)))
    }

    private var arrivals: [Input.Event] {
        [
            .cameraArrived(camera.description),
            .touchscreenArrived(
                TouchscreenDescription(
                    minimumX: 0, maximumX: 1279, minimumY: 0, maximumY: 799, unitsPerMillimetreX: 6,
                    unitsPerMillimetreY: 6)), .accelerometerArrived, .start,
        ]
    }

    /// Another program switches the autofocus on.
    private mutating func interfere() throws {
        var settings = InlineList<4, ControlSetting>()
        settings.append(ControlSetting(.focusAuto, .integer(1)))
        _ = camera.perform(ControlCall(id: 0, operation: .write(settings)), at: Instant(nanoseconds: now))
        try send(.controlsChanged)
        try pass(3 * Self.second)
    }

    private mutating func pass(_ span: Int64) throws {
        let end = now + span
        while true {
            let timer = timers.min { $0.value.deadline < $1.value.deadline }
            let due = min(timer?.value.deadline ?? .max, answer?.due ?? .max, nextSample)
            guard due <= end else { break }
            now = max(now, due)
            if let pending = answer, pending.due == due {
                answer = nil
                if let event = camera.answer(pending.effect, at: Instant(nanoseconds: now)) { try send(event) }
            } else if let timer, timer.value.deadline == due {
                timers[timer.key] = nil
                try send(.timer(timer.key, generation: timer.value.generation))
            } else {
                nextSample = now + Self.samplePause
                let push = now < shakeEnd ? (now / 200_000_000 % 2 == 0 ? 5.0 : -5.0) : 0
                let noise = Double(count % 11) * 0.005
                try send(.acceleration(Acceleration(x: push + noise, y: -noise, z: 9.8)))
            }
        }
        now = end
    }

    private mutating func send(_ event: Input.Event) throws {
        let input = Input(event, at: Instant(nanoseconds: now))
        let effects = engine.step(input)
        count += 1
        try record(input, effects)
        for index in 0..<effects.count {
            switch effects[index] {
            case .arm(let id, let deadline, let generation)?: timers[id] = (deadline.nanoseconds, generation)
            case .disarm(let id)?: timers[id] = nil
            case .call?, .requestFrames?, .releaseFrames?:
                if let effect = effects[index] { answer = (effect, now + Self.callTime) }
            case .motionSensor(let isAwake)?: nextSample = isAwake ? now + Self.samplePause : .max
            default: break
            }
        }
    }
}
