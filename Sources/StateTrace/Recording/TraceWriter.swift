import FocusCore
import TraceLines

/// Writes a trace: every input of the engine and, as the oracle, every output.
///
/// Lines are gathered and handed over at `flush`, each complete in itself, so that a power cut costs the last line at
/// most. It has no opinion about files: the sink gets the bytes.
public struct TraceWriter: ~Copyable {
    private var lines: SessionLines
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order; what it throws comes out of the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.sink = sink
        lines = SessionLines(session: header.session)
        lines.line.header(header)
        lines.line.endLine()
        try flush()
    }

    /// Adds a step of the engine.
    /// - Parameter camera: the camera of a `cameraArrived`, where it is known which one that is. For people and queries:
    ///   the engine does not see it.
    public mutating func record(_ input: Input, _ effects: EffectList, camera: TraceCamera? = nil) {
        lines.record(input, effects, camera: camera)
    }

    /// Adds a remark for people, which replay passes over.
    public mutating func note(_ text: String) {
        lines.note(text)
    }

    /// Hands over what has been gathered. What the sink refuses is dropped, so that a full disk does not fill memory.
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
