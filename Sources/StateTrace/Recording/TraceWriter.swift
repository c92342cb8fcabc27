import FocusCore

/// Writes a trace: every input of the engine and, as the oracle, every output.
///
/// Lines are gathered and handed over at `flush`, each complete in itself, so that a power cut costs the last line at
/// most. It has no opinion about files: the sink gets the bytes.
public struct TraceWriter: ~Copyable {
    private var line = JSONLine(reservingCapacity: 8192)
    private var inputs: UInt64 = 0
    private var outputs: UInt64 = 0
    private let session: SessionID?
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order; what it throws comes out of the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.sink = sink
        session = header.session
        line.header(header)
        line.endLine()
        try flush()
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

    /// Hands over what has been gathered. What the sink refuses is dropped, so that a full disk does not fill memory.
    public mutating func flush() throws {
        guard !line.bytes.isEmpty else { return }
        defer { line.removeAll() }
        try sink(line.bytes)
    }

    /// Ends the session.
    public mutating func end() throws {
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
        try flush()
    }
}
