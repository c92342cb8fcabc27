import FocusCore
import SimulatedDevices
import StateTrace

/// Makes a trace of recordings: touches, acceleration, or both, and what the engine does with them.
public struct TraceImport {
    private var touches: TouchRecording?
    private var samples: SampleReader?
    private let configuration: Configuration
    private let camera: SimulatedCamera?
    /// The times at which the recordings begin in the trace; one of them is 0.
    private let touchStart: TimeSpan
    private let sampleStart: TimeSpan
    /// The next input of each recording.
    private var nextTouch: Input?
    private var nextSample: Input?
    /// The damage after which a recording was not read on.
    public private(set) var damage: [RecordingError] = []

    /// - Parameters:
    ///   - motionStart: the time of the first sample after the beginning of the touches; negative: before it.
    ///   - hasCamera: true for a simulated camera, which takes a region of interest. Without one every tap is refused.
    public init(
        touches: TouchRecording?, samples: SampleReader?, motionStart: TimeSpan = .zero, configuration: Configuration,
        hasCamera: Bool = true
    ) {
        touchStart = TimeSpan(nanoseconds: max(0, 0 - max(motionStart.nanoseconds, -.max)))
        sampleStart = max(motionStart, .zero)
        self.touches = touches
        self.samples = samples
        self.configuration = configuration
        camera = hasCamera ? SimulatedCamera(model: .region) : nil
    }

    /// The devices of the header.
    public var devices: [TraceDevice] {
        let touchscreen = touches.map {
            TraceDevice(name: $0.name, path: $0.source, ability: .touchscreen($0.description))
        }
        let accelerometer = samples.map { _ in TraceDevice(name: "samples", path: "CSV", ability: .accelerometer) }
        let camera = camera.map {
            TraceDevice(name: ImportedSession.cameraName, path: "simulated", ability: .camera($0.description))
        }
        return [touchscreen, accelerometer, camera].compactMap { $0 }
    }

    /// Takes a step: the input, its effects, the camera that has arrived with it, and the engine after it.
    public typealias Record = (Input, EffectList, TraceCamera?, borrowing Engine) throws -> Void

    /// Runs the recordings through an engine.
    /// - Parameter record: takes each step. What it throws ends the import.
    public mutating func run(record: @escaping Record) throws {
        let player = EnginePlayer<Never>(configuration: configuration, callTime: ImportedSession.callTime)
        var session = ImportedSession(player: player, camera: camera, record: record)
        try session.begin(touches?.description, hasMotion: samples != nil)
        readTouch()
        readSample()
        var last = Instant(nanoseconds: 0)
        while let input = takeEarlier() {
            try session.feed(input)
            last = input.time
        }
        // Long enough for a last tap to settle, and for its force lock to end.
        let rest = max(configuration.forceLockTime, configuration.settle.deadline)
        try session.end(at: last.advanced(by: rest).advanced(by: .milliseconds(1000)))
    }

    private mutating func takeEarlier() -> Input? {
        if let touch = nextTouch, nextSample.map({ touch.time <= $0.time }) ?? true {
            readTouch()
            return touch
        }
        guard let sample = nextSample else { return nil }
        readSample()
        return sample
    }

    private mutating func readTouch() {
        do throws(RecordingError) {
            nextTouch = try touches?.next().map { Input($0.event, at: $0.time.advanced(by: touchStart)) }
        } catch {
            nextTouch = nil
            damage.append(error)
        }
    }

    private mutating func readSample() {
        do throws(RecordingError) {
            nextSample = try samples?.next().map { Input($0.event, at: $0.time.advanced(by: sampleStart)) }
        } catch {
            nextSample = nil
            damage.append(error)
        }
    }
}

/// A session that gets recorded inputs, and a simulated camera if there is to be one.
///
/// Timers expire, and calls are answered, between the recorded inputs. Time is that of the recording, so nothing waits.
private struct ImportedSession {
    var player: EnginePlayer<Never>
    var camera: SimulatedCamera?
    let record: TraceImport.Record

    static let cameraName = "simulated camera"
    /// The time that a control call takes. A USB camera takes 1 to 10 ms.
    static let callTime = TimeSpan.milliseconds(8)

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
            case .timer(let id, let generation): try step(.timer(id, generation: generation))
            case .demand(let effect): if let answer = camera?.answer(effect, at: player.now) { try step(answer) }
            case .sample, .event, .outdated: break
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
