/// Random worlds, one after another, until the time is over.
struct WorldsStage: Stage {
    let name = "worlds"
    let findings: Findings
    private let trial: WorldTrial

    /// One in this many worlds is also traced and replayed.
    private static let tracedShare: UInt64 = 16

    init(_ seed: UInt64, _ findings: Findings) {
        self.findings = findings
        trial = WorldTrial(scratch: findings.path("worlds-\(seed).current"))
    }

    func live(_ number: UInt64) throws {
        findings.begin(number, of: name)
        let plan = WorldPlan(number: number)
        guard let violation = try trial.run(plan, isTraced: number % Self.tracedShare == 0) else { return }
        let isNew = findings.count("\(name): \(violation.kind)")
        guard isNew else { return }
        let short = try trial.shortened(plan, violation)
        let sentence = try trial.run(short, isTraced: true)?.sentence ?? violation.sentence
        let words = """
            \(violation.check.rawValue): \(sentence).
            World \(number), shortened to \(short.actions.count) of \(plan.actions.count) actions:
            \(short.words)
            """
        try findings.report(name, number, words, evidence: try WorldTrial.trace(of: short), suffix: "jsonl")
    }
}
