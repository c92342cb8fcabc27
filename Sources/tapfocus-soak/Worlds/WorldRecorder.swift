import FocusCore
import SimulatedDevices
import StateChart
import StateTrace

/// Records the inputs and effects of a world as a trace for `tapfocus replay`.
final class WorldRecorder {
    private var writer: TraceWriter
    private let memory: Memory
    private let camera: TraceCamera

    private final class Memory {
        var bytes: [UInt8] = []
    }

    init(_ plan: WorldPlan) throws {
        let memory = Memory()
        self.memory = memory
        camera = Self.camera(of: plan)
        var random = SplitMix64(seed: plan.number)
        let header = TraceHeader(
            tool: "soak", chart: Chart.hashOfFocusExposure, monotonic: 0,
            wallClock: "1970-01-01T00:00:00Z", session: SessionID(using: &random),
            configuration: plan.configuration)
        writer = try TraceWriter(header: header) { memory.bytes += $0 }
    }

    func addRemark(_ text: String) { writer.addRemark(text) }

    /// - Parameter engine: after the input.
    func record(_ input: Input, _ effects: EffectList, _ engine: Engine) {
        if case .cameraArrived = input.event {
            writer.record(input, effects, camera: camera)
        } else {
            writer.record(input, effects)
        }
        // Much more often than in a kiosk, so that a short world has some.
        if writer.progress.inputsSinceSnapshot >= 500 { writer.snapshot(of: engine) }
    }

    /// A few models, so that a fleet of worlds has several kiosks with the same one.
    private static func camera(of plan: WorldPlan) -> TraceCamera {
        let model = plan.number % 5
        return TraceCamera(name: "World Camera \(model)", usbID: model == 0 ? nil : "1209:000\(model)")
    }

    /// Ends the trace.
    /// - Returns: the whole trace.
    func finish() throws -> [UInt8] {
        try writer.end()
        return memory.bytes
    }
}
