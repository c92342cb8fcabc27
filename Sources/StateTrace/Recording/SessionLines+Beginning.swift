import FocusCore
import TraceLines

extension SessionLines {
    /// Writes the beginning of a session: its header, and the snapshot where it begins in its middle.
    init(_ header: TraceHeader, _ beginning: SessionBeginning) {
        self.init(session: nil, after: beginning.progress)
        self.header(header)
        guard beginning.snapshot != nil else { return }
        snapshot(
            introduction: SessionIntroduction(header), state: beginning.engine.state.name,
            engine: EngineSnapshot.bytes(of: beginning.engine))
    }
}

extension SessionIntroduction {
    init(_ header: TraceHeader) {
        self.init(
            tool: header.tool, chart: header.chart, monotonic: header.monotonic, wallClock: header.wallClock)
    }
}
