import FocusCore

/// Writes a trace: every input of the engine, and every output for replay to compare.
///
/// Lines are collected and passed to the sink at `flush`, each of them complete, so that a power cut costs at most the
/// last line. The writer knows nothing about files: the sink takes the bytes.
public struct TraceWriter: ~Copyable {
    /// The number of inputs between two snapshots. A reader that looks for a moment takes at most as many inputs to get there, which
    /// takes some 20 ms. A snapshot of 15 KB is then a fiftieth of the trace, and the 0.5 ms that it takes are 50 ns for each input.
    public static let snapshotInterval = 10_000

    private var lines: SessionLines
    private let session: TraceSession
    private let sink: (borrowing [UInt8]) throws -> Void

    /// Begins a session.
    /// - Parameter sink: takes complete lines, in order. An error that it throws is thrown by the call that flushed.
    public init(header: TraceHeader, sink: @escaping (borrowing [UInt8]) throws -> Void) throws {
        self.init(header: header, after: SessionProgress(), sink: sink)
        lines.header(header)
        try flush()
    }

    /// Goes on with a session in a new file, which begins with the session's header and a snapshot.
    /// - Parameters:
    ///   - header: that of the session.
    ///   - progress: of the writer of the session's file before.
    ///   - engine: the session's, after the latest recorded input.
    public init(
        header: TraceHeader, continuing progress: SessionProgress, engine: borrowing Engine,
        sink: @escaping (borrowing [UInt8]) throws -> Void
    ) throws {
        self.init(header: header, after: progress, sink: sink)
        lines.header(header)
        // Before its first input a session begins as every session does.
        if progress.inputs > 0 { snapshot(of: engine) }
        try flush()
    }

    private init(
        header: TraceHeader, after progress: SessionProgress, sink: @escaping (borrowing [UInt8]) throws -> Void
    ) {
        self.sink = sink
        lines = SessionLines(session: header.session, after: progress)
        session = TraceSession(header)
    }

    /// The part of the session that has been recorded, in this file and in those before it.
    public var progress: SessionProgress { lines.progress }

    /// True when `snapshotInterval` inputs have been recorded since the latest snapshot.
    public var isSnapshotDue: Bool { lines.progress.inputsSinceSnapshot >= Self.snapshotInterval }

    /// Adds the engine's whole state. It takes some 0.5 ms, and allocates.
    /// - Parameter engine: the session's, after the latest recorded input.
    public mutating func snapshot(of engine: borrowing Engine) {
        let bytes = EngineSnapshot.bytes(of: engine)
        guard !bytes.isEmpty else { return }
        lines.snapshot(of: session, state: engine.state.name, engine: bytes)
    }

    /// Adds a step of the engine.
    /// - Parameter camera: identifies the camera of a `cameraArrived`, if known. It is for people and queries; the engine does not see it.
    public mutating func record(_ input: Input, _ effects: EffectList, camera: TraceCamera? = nil) {
        lines.record(input, effects, camera: camera)
    }

    /// Adds a remark for people. Replay skips it.
    public mutating func addRemark(_ text: String) { lines.note(text) }

    /// Adds words that a person wants found at this moment. Replay passes over them.
    public mutating func mark(_ text: String, at time: Instant) { lines.mark(text, at: time) }

    /// Passes the collected lines to the sink. Lines that the sink refuses are dropped, so that a full disk does not fill the memory.
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
