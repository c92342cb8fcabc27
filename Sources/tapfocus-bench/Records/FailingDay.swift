import FocusCore
import SimulatedDevices
import StateTrace

/// A long day at a kiosk with one failure in it: taps all day, a device that is moved now and then, an accelerometer that is
/// mostly awake; and another program that takes the lens twice while a tap is held: both times in the afternoon, or once in the
/// morning and once in the afternoon, with one long hold between them.
struct FailingDay {
    private var player = EnginePlayer<Never>(
        configuration: Configuration(), callTime: .milliseconds(8), sampleInterval: .milliseconds(20))
    private var camera = SimulatedCamera(model: .region)
    private var shakeEnd = Instant(nanoseconds: 0)
    private var count = 0
    private let record: (Input, EffectList) throws -> Void

    private static let second = TimeSpan.milliseconds(1000)

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
            try pass(.milliseconds(8000))
            if !hasFailed, count > (isSpread ? inputs / 10 : afternoon) {
                hasFailed = true
                try interfere()
                while count < afternoon { try pass(.milliseconds(20_000)) }
                try interfere()
            }
            try pass(.milliseconds(12_000))
            guard visits.isMultiple(of: 3) else { continue }
            shakeEnd = player.now.advanced(by: Self.second)
            try pass(.milliseconds(5000))
        }
        try send(.stop)
        try pass(Self.second)
    }

    private mutating func tap(_ number: Int) throws {
        let (x, y) = (Int32(100 + number * 37 % 1000), Int32(100 + number * 53 % 600))
        try send(.touch(TouchContact(slot: 0, phase: .down, x: x, y: y, major: 8)))
        try pass(.milliseconds(80))
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
        _ = camera.perform(ControlCall(id: 0, operation: .write(settings)), at: player.now)
        try send(.controlsChanged)
        try pass(.milliseconds(3000))
    }

    private mutating func pass(_ span: TimeSpan) throws {
        let end = player.now.advanced(by: span)
        while let due = player.next(until: end) {
            switch due {
            case .timer(let id, let generation): try send(.timer(id, generation: generation))
            case .demand(let effect):
                if let event = camera.answer(effect, at: player.now) { try send(event) }
            case .sample: try send(.acceleration(sample))
            case .event, .outdated: break
            }
        }
        player.advance(to: end)
    }

    private var sample: Acceleration {
        let isForth = player.now.nanoseconds / 200_000_000 % 2 == 0
        let push = player.now < shakeEnd ? (isForth ? 5.0 : -5.0) : 0
        let noise = Double(count % 11) * 0.005
        return Acceleration(x: push + noise, y: -noise, z: 9.8)
    }

    private mutating func send(_ event: Input.Event) throws {
        let (input, effects) = player.step(event)
        count += 1
        try record(input, effects)
    }
}
