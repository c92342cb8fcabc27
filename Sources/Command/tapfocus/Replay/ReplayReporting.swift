import FocusCore
import KioskRuntime
import StateChart
import StateTrace

struct ReplayReporting {
    let path: String
    let say: (String) throws -> Void

    /// More differences than a person reads.
    private static let mostDifferences = 40
    /// In characters: a longer value is a part of the engine that came or went as a whole.
    private static let longestValue = 60

    /// - Parameter isWhole: false if a person ended the replay before the trace ended.
    func show(
        _ report: ReplayReport, _ witness: ReplayWitness, of replay: TraceReplay, isWhole: Bool
    ) throws -> ExitCode {
        if let divergence = report.divergence {
            try show(divergence, witness, replay.linesBefore)
            return .notAsWished
        }
        if report.inputs > 0 || report.fault == nil { try say(summary(report, witness)) }
        if report.foreignSnapshots > 0 {
            try say("snapshots of another version of the engine, which were passed over: \(report.foreignSnapshots)")
        }
        for line in report.tornLines { try say(TraceFaultWords.torn(line)) }
        if isWhole, report.fault == nil, !report.isEnded {
            try say("the last session has no end record: it was cut off, or is still being written")
        }
        let own = Chart.hashOfFocusExposure
        if let chart = report.chart, chart != own {
            try say("it was recorded with another chart (\(chart); this is \(own))")
        }
        return TraceFaultWords.conclude(report.fault, in: path, "replay")
    }

    private func summary(_ report: ReplayReport, _ witness: ReplayWitness) -> String {
        let sessions = witness.sessions <= 1 ? "" : " in \(witness.sessions) sessions"
        let snapshots = report.snapshots == 0 ? "" : ", and \(report.snapshots) snapshots"
        let start = witness.resumed.map { String(printf: "; it began at the snapshot at %.3f s", $0) } ?? ""
        return "the same: \(report.inputs) inputs\(sessions) over \(String(printf: "%.1f s", report.seconds)), "
            + "\(report.compared) of them with outputs\(snapshots)\(start)"
    }

    private func show(_ divergence: ReplayReport.Divergence, _ witness: ReplayWitness, _ linesBefore: Int) throws {
        let time = String(printf: "%.3f s", witness.clock.relative(divergence.time).seconds)
        let what =
            switch divergence.concern {
            case .effects: "input \(divergence.input) had another outcome"
            case .state: "the snapshot after input \(divergence.input) has another state"
            }
        try say("\(path), line \(divergence.line): \(what), at \(time)")
        let before = witness.stepsBefore(line: divergence.line - linesBefore)
        if !before.isEmpty {
            try say("before it:")
            for line in before { try say("    \(line)") }
        }
        try say("the input:")
        for line in witness.latestInput { try say("    \(line)") }
        try say("    \(divergence.step)")
        try say("the differences, recorded and now:")
        for line in Self.lines(for: Self.differences(divergence)) { try say("    \(line)") }
        guard divergence.concern == .effects else { return }
        try say("expected:  \(divergence.expected)")
        try say("came:      \(divergence.came)")
    }

    private static func differences(_ divergence: ReplayReport.Divergence) -> [FieldDifference] {
        switch divergence.concern {
        case .effects: FieldDifference.betweenEffects(divergence.expected, divergence.came)
        case .state: FieldDifference.between(divergence.expected.utf8, divergence.came.utf8)
        }
    }

    private static func short(_ value: String?) -> String {
        guard let value else { return "nothing" }
        return InputWords.plain(value.count <= longestValue ? value : value.prefix(longestValue) + "…")
    }

    /// A line for each difference; after many of them, how many more there are.
    static func lines(for differences: [FieldDifference]) -> [String] {
        let shown = differences.prefix(mostDifferences)
        let width = min(shown.map(\.path.count).max() ?? 0, 50)
        var lines = shown.map { difference in
            "\(difference.path.padded(to: width))  \(short(difference.recorded))  →  \(short(difference.came))"
        }
        if differences.count > shown.count { lines.append("and \(differences.count - shown.count) more") }
        return lines
    }
}
