import FocusCore

/// Writes the lines of a session into memory, until they are taken from there.
public struct SessionLines {
    /// The lines written since the last `removeAll`.
    package var line = JSONLine(reservingCapacity: 8192)
    private var inputs: UInt64 = 0
    private var outputs: UInt64 = 0
    private let session: SessionID?

    /// - Parameter session: named by header, inputs with effects, effects and the end; nil: by none.
    public init(session: SessionID?) {
        self.session = session
    }

    /// Complete lines.
    public var bytes: [UInt8] { line.bytes }

    /// Forgets what was written, and goes on with the session.
    public mutating func removeAll() {
        line.removeAll()
    }

    /// Adds a step of the engine.
    /// - Parameter camera: the camera of a `cameraArrived`, where it is known which one that is. For people and queries:
    ///   the engine does not see it.
    public mutating func record(_ input: Input, _ effects: EffectList, camera: TraceCamera? = nil) {
        inputs += 1
        beginStep(input.time, namesSession: !effects.isEmpty)
        line.key("in")
        line.input(input.event, camera: camera)
        line.close("}")
        line.endLine()
        guard !effects.isEmpty else { return }
        outputs += UInt64(effects.count)
        beginStep(input.time, namesSession: true)
        line.key("out")
        line.effects(effects)
        line.close("}")
        line.endLine()
    }

    /// The fields that join lines. Most inputs are samples of which nothing comes: the session's id in each of them
    /// would make a trace a tenth longer.
    private mutating func beginStep(_ time: Instant, namesSession: Bool) {
        line.open("{")
        line.key("n")
        line.integer(inputs)
        if namesSession { line.session(session) }
        line.key("t")
        line.integer(time.nanoseconds)
    }

    /// Adds a remark for people, which replay passes over.
    public mutating func note(_ text: String) {
        line.open("{")
        line.text("note", text)
        line.close("}")
        line.endLine()
    }

    /// Adds words that a person wants found at this moment. Replay passes over them.
    public mutating func mark(_ text: String, at time: Instant) {
        line.open("{")
        line.text("mark", text)
        line.session(session)
        line.key("t")
        line.integer(time.nanoseconds)
        line.close("}")
        line.endLine()
    }

    /// Adds the end of the session.
    public mutating func end() {
        line.open("{")
        line.key("end")
        line.open("{")
        line.key("inputs")
        line.integer(inputs)
        line.key("outputs")
        line.integer(outputs)
        line.close("}")
        line.session(session)
        line.close("}")
        line.endLine()
    }
}
