import FocusCore

/// Writes a trace: every input of the engine, and every output for replay to compare.
///
/// Lines are collected and passed to the sink at `flush`, each of them complete, so that a power cut costs at most the
/// last line. The writer knows nothing about files: the sink takes the bytes.
public struct TraceWriter: ~Copyable {
    private var line = JSONLine(reservingCapacity: 8192)
    private var inputs: UInt64 = 0
    private var outputs: UInt64 = 0
    private let session: SessionID?
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order. An error that it throws is thrown by the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.sink = sink
        session = header.session
        line.header(header)
        line.endLine()
        try flush()
    }

    /// Adds a step of the engine.
    /// - Parameter camera: identifies the camera of a `cameraArrived`, if known. It is for people and queries; the
    ///   engine does not see it.
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

    /// Writes the fields that join lines. Most inputs are samples without an effect; with the session's id in each of
    /// them, a trace would be a tenth longer.
    private mutating func beginStep(_ time: Instant, namesSession: Bool) {
        line.open("{")
        line.key("n")
        line.integer(inputs)
        if namesSession { line.session(session) }
        line.key("t")
        line.integer(time.nanoseconds)
    }

    /// Adds a remark for people. Replay skips it.
    public mutating func note(_ text: String) {
        line.open("{")
        line.text("note", text)
        line.close("}")
        line.endLine()
    }

    /// Passes the collected lines to the sink. Lines that the sink refuses are dropped, so that a full disk does not
    /// fill the memory.
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
