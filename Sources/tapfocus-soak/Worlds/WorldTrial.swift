import FocusCore
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
