import FocusCore
import SimulatedDevices
import StateChart
import StateTrace

/// Runs a world, and returns the broken rule; if there is one, also finds the shortest story that breaks it.
struct WorldTrial {
    let scratch: String

    /// - Parameter isTraced: true to write and replay its trace, too, which takes some ten times as long.
    func run(_ plan: WorldPlan, isTraced: Bool) throws -> WorldViolation? {
        let recorder = isTraced ? try WorldRecorder(plan) : nil
        var world = World(plan, recorder: recorder)
        world.live()
        if let violation = world.monitor.violation { return violation }
        guard let recorder else { return nil }
        let trace = try recorder.finish()
        try Files.write(trace, to: scratch)
        let report = try Replay.run(path: scratch)
        let problem = Self.problem(of: report, inputs: world.monitor.inputs)
        return problem.map { WorldViolation(check: .trace, sentence: $0) }
    }

    private static func problem(of report: ReplayReport, inputs: Int) -> String? {
        if let fault = report.fault { return "the trace cannot be read back: \(fault)" }
        if let divergence = report.divergence {
            return "the replay differs in line \(divergence.line): \(divergence.expected), and came: \(divergence.came)"
        }
        return report.inputs == inputs ? nil : "\(report.inputs) of \(inputs) inputs were read back"
    }

    /// The same world, with as few actions as still break the same rule.
    func shortened(_ plan: WorldPlan, _ violation: WorldViolation) throws -> WorldPlan {
        var best = plan
        for count in 0..<plan.actions.count {
            var shorter = plan
            shorter.actions = Array(plan.actions.prefix(count))
            guard try breaks(shorter, violation) else { continue }
            best = shorter
            break
        }
        for index in best.actions.indices.reversed() {
            var shorter = best
            shorter.actions.remove(at: index)
            if try breaks(shorter, violation) { best = shorter }
        }
        return best
    }

    private func breaks(_ plan: WorldPlan, _ violation: WorldViolation) throws -> Bool {
        try run(plan, isTraced: violation.check == .trace)?.kind == violation.kind
    }

    /// The trace of a world, up to the broken rule.
    static func trace(of plan: WorldPlan, remark: String? = nil) throws -> [UInt8] {
        let recorder = try WorldRecorder(plan)
        if let remark { recorder.addRemark(remark) }
        var world = World(plan, recorder: recorder)
        world.live()
        return try recorder.finish()
    }
}

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
