import SimulatedDevices
import StateTrace

/// Damaged traces: replay reports the line, and reads everything before the damage.
struct TracesStage: Stage {
    let name = "traces"
    private let findings: Findings
    private let scratch: String
    private var originals: [UInt64: [UInt8]] = [:]

    /// Number of worlds whose traces are damaged: few, so that each is recorded only once.
    private static let worlds: UInt64 = 64

    init(_ findings: Findings) {
        self.findings = findings
        scratch = findings.path("traces.current")
    }

    mutating func live(_ number: UInt64) throws {
        findings.begin(number, of: name)
        var choice = SplitMix64(seed: number)
        let original = try trace(choice.next() % Self.worlds)
        let other = try trace(choice.next() % Self.worlds)
        let damaged = Mutation(original, &choice, other: other)
        try Files.write(damaged.bytes, to: scratch)
        let report = try Replay.run(path: scratch)
        guard let problem = Self.problem(of: report, damaged, original) else { return }
        guard findings.count("\(name): \(problem.withoutNumbers)") else { return }
        try findings.report(
            name, number, "\(problem). The damage begins in line \(damaged.firstLine). Replay says: \(report)",
            evidence: damaged.bytes, suffix: "jsonl")
    }

    private static func problem(of report: ReplayReport, _ damaged: Mutation, _ original: [UInt8]) -> String? {
        let lines = original.split(separator: 0x0a, omittingEmptySubsequences: false)
        let intact = lines.prefix(min(max(damaged.firstLine - 1, 0), lines.count))
        // The line of an input begins with {"n":…,"t":…,"in":…
        let inputs = intact.count { String(decoding: $0.prefix(60), as: UTF8.self).contains("\"in\":") }
        if let fault = report.fault, fault.line < damaged.firstLine { return "a fault is reported before the damage" }
        // The damage may remove an output, or add one: the difference is then reported for the input, up to two lines before.
        if let divergence = report.divergence, divergence.line < damaged.firstLine - 2 {
            return "a difference is reported before the damage"
        }
        if report.inputs < inputs { return "\(report.inputs) inputs were read of \(inputs) before the damage" }
        if let fault = report.fault, fault.line < 1 || fault.expected.isEmpty {
            return "a fault has no line or no message"
        }
        return nil
    }

    private mutating func trace(_ world: UInt64) throws -> [UInt8] {
        if let known = originals[world] { return known }
        let trace = try WorldTrial.trace(of: WorldPlan(number: world))
        originals[world] = trace
        return trace
    }
}
