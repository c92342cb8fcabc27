import FocusCore
import StateChart
import StateTrace

/// Records the inputs and effects of a world as a trace for `tapfocus replay`.
final class WorldRecorder {
    private var writer: TraceWriter
    private let memory: Memory

    private final class Memory {
        var bytes: [UInt8] = []
    }

    init(_ configuration: Configuration) throws {
        let memory = Memory()
        self.memory = memory
        let header = TraceHeader(
            tool: "soak", chart: ChartIdentity.focusExposure.description, monotonic: 0,
            wallClock: "1970-01-01T00:00:00Z",
            settings: EngineSettings(configuration))
        writer = try TraceWriter(header: header) { memory.bytes += $0 }
    }

    /// Adds a remark for people.
    func note(_ text: String) { writer.note(text) }

    /// - Parameter engine: after the input.
    func record(_ input: Input, _ effects: EffectList, _ engine: Engine) {
        writer.record(input, effects)
        // Much more often than in a kiosk, so that a short world has some.
        if writer.progress.inputsSinceSnapshot >= 500 { writer.snapshot(of: engine) }
    }

    /// Ends the trace.
    /// - Returns: the whole trace.
    func finish() throws -> [UInt8] {
        try writer.end()
        return memory.bytes
    }
}
