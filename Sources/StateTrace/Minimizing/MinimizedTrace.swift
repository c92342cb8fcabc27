import FocusCore
import TraceLines

extension TraceMinimizer.Result {
    /// The result as a trace file.
    /// - Parameters:
    ///   - tool: the version of the program.
    ///   - chart: the hash of the chart.
    ///   - note: a remark for people.
    public func trace(tool: String, chart: String, note: String) -> [UInt8] {
        var header = TraceHeader(
            tool: tool, chart: chart, monotonic: recording[recording.first]?.input.time.nanoseconds ?? 0,
            wallClock: session.wallClock, configuration: beginning.engine.configuration)
        // The times of a session that begins in its middle are those of the recording.
        if beginning.snapshot != nil { header.monotonic = session.monotonic ?? 0 }
        var lines = SessionLines(header, beginning)
        lines.note(note)
        for index in beginning.recording.end..<recording.end {
            if let step = recording[index] { lines.record(step.input, EffectList(step.effects)) }
        }
        lines.end()
        return lines.bytes
    }
}
