import FocusCore
import TraceLines

/// Writes a trace: every input of the engine, and every output for replay to compare.
///
/// Lines are collected and passed to the sink at `flush`, each of them complete, so that a power cut costs at most the
/// last line. The writer knows nothing about files: the sink takes the bytes.
public struct TraceWriter: ~Copyable {
    private var lines: SessionLines
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order. An error that it throws is thrown by the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.sink = sink
        lines = SessionLines(session: header.session)
        lines.header(header)
        try flush()
    }

    /// Adds a step of the engine.
    /// - Parameter camera: identifies the camera of a `cameraArrived`, if known. It is for people and queries; the
    ///   engine does not see it.
    public mutating func record(_ input: Input, _ effects: EffectList, camera: TraceCamera? = nil) {
        lines.record(input, effects, camera: camera)
    }

    /// Adds a remark for people. Replay skips it.
    public mutating func note(_ text: String) {
        lines.note(text)
    }

    /// Passes the collected lines to the sink. Lines that the sink refuses are dropped, so that a full disk does not
    /// fill the memory.
    public mutating func flush() throws {
        guard !lines.bytes.isEmpty else { return }
        defer { lines.removeAll() }
        try sink(lines.bytes)
    }

    /// Ends the session.
    public mutating func end() throws {
        lines.end()
        try flush()
    }
}
