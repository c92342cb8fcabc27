import FocusCore
import TraceLines

extension SessionLines {
    /// Writes the beginning of a session: its header, and the snapshot where it begins in its middle.
    init(_ header: TraceHeader, _ beginning: SessionBeginning) {
        self.init(session: nil, after: beginning.progress)
        self.header(header)
        guard beginning.snapshot != nil else { return }
        let engine = EngineSnapshot.bytes(of: beginning.engine)
        snapshot(of: TraceSession(header), state: beginning.engine.state.name, engine: engine)
    }
}

extension TraceSession {
    /// Without its id, which each line of the session has.
    init(_ header: TraceHeader) {
        self.init()
        (tool, chart, wallClock) = (header.tool, header.chart, header.wallClock)
        monotonic = header.wallClock.map { _ in header.monotonic }
    }
}
