import FocusCore
import JSONLines

/// Writes the lines of a session into memory, until they are taken from there.
public struct SessionLines {
    /// The lines written since the last `removeAll`.
    package var line = JSONLine(reservingCapacity: 8192)
    /// The part of the session that has been written, in this file or in those before it.
    public private(set) var progress: SessionProgress
    private let session: SessionID?

    /// - Parameters:
    ///   - session: named by header, inputs with effects, effects and the end; nil: by none.
    ///   - progress: the part of the session that other files contain.
    public init(session: SessionID?, after progress: SessionProgress = SessionProgress()) {
        self.session = session
        self.progress = progress
    }

    /// Complete lines.
    public var bytes: [UInt8] { line.bytes }

    /// Forgets what was written, and goes on with the session.
    public mutating func removeAll() { line.removeAll() }

    /// Adds a step of the engine.
    /// - Parameter camera: the camera of a `cameraArrived`, if known; for people and queries.
    public mutating func record(_ input: Input, _ effects: EffectList, camera: TraceCamera? = nil) {
        progress.note(input, effects, camera)
        beginStep(input.time, namesSession: !effects.isEmpty)
        line.key("in")
        input.event.write(to: &line, camera: camera)
        line.close("}")
        line.endLine()
        guard !effects.isEmpty else { return }
        beginStep(input.time, namesSession: true)
        line.key("out")
        line.effects(effects)
        line.close("}")
        line.endLine()
    }

    /// The fields that join lines. The session's id in each sample would make a trace a tenth longer.
    private mutating func beginStep(_ time: Instant, namesSession: Bool) {
        line.open("{")
        line.field("n", progress.inputs)
        if namesSession { line.session(session) }
        line.field("t", time)
    }

    /// Adds the engine's whole state after the latest input.
    /// - Parameters:
    ///   - session: what a reader who begins here needs of the header.
    ///   - state: its name in the chart.
    ///   - engine: JSON without spaces.
    public mutating func snapshot(of session: TraceSession, state: StaticString, engine: [UInt8]) {
        var session = session
        beginStep(progress.time, namesSession: true)
        line.key("snapshot")
        line.open("{")
        session.describe(&line)
        line.key("state")
        line.word(state)
        if let camera = progress.camera {
            line.key("camera")
            line.object { $0.identity(camera) }
        }
        var deadlines = progress.deadlines
        line.field("timers", &deadlines)
        line.key("engine")
        line.append(contentsOf: engine)
        line.close("}")
        line.close("}")
        line.endLine()
        progress.inputsSinceSnapshot = 0
    }

    /// Adds a remark for people, which replay passes over.
    public mutating func note(_ text: String) {
        line.object { $0.text("note", text) }
        line.endLine()
    }

    /// Adds words that a person wants found at this moment. Replay passes over them.
    public mutating func mark(_ text: String, at time: Instant) {
        line.open("{")
        line.text("mark", text)
        line.session(session)
        line.field("t", time)
        line.close("}")
        line.endLine()
    }

    /// Adds the end of the session.
    public mutating func end() {
        line.open("{")
        line.key("end")
        line.open("{")
        line.field("inputs", progress.inputs)
        line.field("outputs", progress.outputs)
        line.close("}")
        line.session(session)
        line.close("}")
        line.endLine()
    }
}

/// The part of a session that has been recorded.
public struct SessionProgress: Equatable, Sendable {
    /// The number of inputs.
    public var inputs: UInt64 = 0
    /// The number of effects.
    public var outputs: UInt64 = 0
    /// The number of inputs after the latest snapshot, or since the beginning.
    public var inputsSinceSnapshot = 0
    /// The time of the latest input.
    public var time = Instant(nanoseconds: 0)
    /// The latest camera, if it is known which one that is.
    public var camera: TraceCamera?
    var deadlines = TimerDeadlines()

    public init() {}

    mutating func note(_ input: Input, _ effects: EffectList, _ camera: TraceCamera?) {
        inputs += 1
        inputsSinceSnapshot += 1
        time = input.time
        switch input.event {
        case .cameraArrived: self.camera = camera
        case .timer(let id, let generation): deadlines.expired(id, generation)
        default: break
        }
        guard !effects.isEmpty else { return }
        outputs += UInt64(effects.count)
        effects.forEach { deadlines.note($0) }
    }
}
