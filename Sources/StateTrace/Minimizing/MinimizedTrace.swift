import FocusCore
import TraceLines

extension TraceMinimizer.Result {
    /// The result as a trace file.
    /// - Parameters:
    ///   - tool: the version of the program.
    ///   - chart: the hash of the chart.
    ///   - note: a remark for people.
    public func trace(tool: String, chart: String, note: String) -> [UInt8] {
        var lines = SessionLines(session: nil)
        lines.header(
            TraceHeader(
                tool: tool, chart: chart, monotonic: recording[recording.first]?.input.time.nanoseconds ?? 0,
                wallClock: session.wallClock, settings: EngineSettings(configuration)))
        lines.note(note)
        for index in recording.first..<recording.end {
            if let step = recording[index] { lines.record(step.input, EffectList(step.effects)) }
        }
        lines.end()
        return lines.bytes
    }
}
