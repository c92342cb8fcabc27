import Foundation
import KioskRuntime
import StateChart
import StateTrace

extension Command {
    static let replay = Command(
        name: "replay", arguments: ["TRACE"],
        summary: "Run a trace again, without hardware, and compare every decision with the recorded one.",
        details: """
            Exit status 0: the same, bit for bit. 3: it diverged; the first difference is shown. 1: the file cannot be
            read, and what could be read was replayed; or the engine left one of its state charts, and where is shown.

            \(rerunHelp)
            """,
        options: rerunOptions,
        body: { arguments in
            if let settings = try RerunSettings(arguments) { return try rerun(arguments.positional[0], settings) }
            return try replay(arguments.positional[0])
        })

    /// Replays a trace, and compares each of its sessions with the charts.
    /// - Parameters:
    ///   - fresh: the monitors of a session that begins.
    ///   - say: writes a line to the person.
    static func replay(
        _ path: String, charts fresh: ChartMonitors = ChartMonitors(),
        say: (String) throws -> Void = { try StandardOutput.writeLine($0) }
    ) throws -> ExitCode {
        var charts = fresh
        var departure: (line: Int, departure: ChartDeparture)?
        let report = try Replay.run(path: path) { step in
            switch step {
            case .session: charts = fresh
            case .step(let input, let effects, let line):
                guard let found = charts.note(input, effects), departure == nil else { return }
                departure = (line, found)
            }
        }
        let code = try show(report, path, say)
        guard let departure else { return code }
        try say("\(path), line \(departure.line): \(departure.departure)")
        return code == .fine ? .failed : code
    }

    private static func show(
        _ report: ReplayReport, _ path: String, _ say: (String) throws -> Void
    ) throws -> ExitCode {
        if let divergence = report.divergence {
            try show(divergence, path, say)
            return .replayDiverged
        }
        let sessions = report.sessions == 1 ? "" : " in \(report.sessions) sessions"
        let time = String(format: "%.1f s", report.seconds)
        if report.inputs > 0 || report.fault == nil {
            try say(
                "the same: \(report.inputs) inputs\(sessions) over \(time), \(report.compared) of them with outputs")
        }
        for line in report.tornLines {
            try say(TraceFaultWords.torn(line))
        }
        if report.fault == nil, !report.isEnded {
            try say(
                "the last session has no end record: it was cut off, or is still being written")
        }
        if let chart = report.chart, chart != ChartIdentity.focusExposure.description {
            try say(
                "it was recorded with another chart (\(chart); this is \(ChartIdentity.focusExposure))")
        }
        guard let fault = report.fault else { return .fine }
        CommandLineProgram.complain("tapfocus replay: \(TraceFaultWords.fault(fault, in: path))")
        return .failed
    }

    private static func show(
        _ divergence: ReplayReport.Divergence, _ path: String, _ say: (String) throws -> Void
    ) throws {
        try say("\(path), line \(divergence.line): input \(divergence.input) had another outcome")
        if !divergence.before.isEmpty {
            try say("before it:")
            for step in divergence.before { try say("    \(step)") }
        }
        try say("the input: \(divergence.step)")
        try say("expected:  \(divergence.expected)")
        try say("came:      \(divergence.came)")
    }
}
