import FocusCore
import SimulatedDevices
import StateTrace

/// A session that gets recorded inputs, and a simulated camera if there is to be one.
///
/// Timers expire, and calls are answered, between the recorded inputs. Time is that of the recording, so nothing waits.
struct ImportedSession {
    private var player: EnginePlayer<Never>
    private var camera: SimulatedCamera?
    private let record: TraceImport.Record

    static let cameraName = "simulated camera"
    /// The time that a control call takes. A USB camera takes 1 to 10 ms.
    private static let callTime = TimeSpan.milliseconds(8)

    init(
        _ configuration: Configuration, camera: SimulatedCamera?,
        record: @escaping TraceImport.Record
    ) {
        player = EnginePlayer(configuration: configuration, callTime: Self.callTime)
        self.camera = camera
        self.record = record
    }

    mutating func begin(_ touchscreen: TouchscreenDescription?, hasMotion: Bool) throws {
        if let touchscreen { try step(.touchscreenArrived(touchscreen)) }
        if hasMotion { try step(.accelerometerArrived) }
        if let camera { try step(.cameraArrived(camera.description)) }
        try step(.start)
    }

    /// Gives the engine a recorded input, after everything that is due before it.
    mutating func feed(_ input: Input) throws {
        try live(until: input.time)
        player.advance(to: input.time)
        try step(input.event)
    }

    /// Ends the session at a time: the engine puts back what it has changed.
    mutating func end(at time: Instant) throws {
        try live(until: time)
        player.advance(to: time)
        try step(.stop)
        try live(until: Instant(nanoseconds: .max))
    }

    private mutating func live(until time: Instant) throws {
        while let due = player.next(until: time) {
            switch due {
            case .timer(let id, let generation):
                try step(.timer(id, generation: generation))
            case .demand(let effect):
                if let answer = camera?.answer(effect, at: player.now) { try step(answer) }
            case .sample, .event, .outdated:
                break
            }
        }
    }

    private mutating func step(_ event: Input.Event) throws {
        let (input, effects) = player.step(event)
        var arrived: TraceCamera?
        if case .cameraArrived = event { arrived = TraceCamera(name: Self.cameraName) }
        try record(input, effects, arrived, player.engine)
    }
}
