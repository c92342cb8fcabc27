import Glibc
import KioskRuntime
import StateChart
import StateTrace

enum ReplayCommand {
    static let command = Command(
        name: "replay", arguments: ["TRACE"],
        summary: "Run a trace again, without hardware, and compare every decision with the recorded one.",
        details: """
            Without --speed and --step only the result is printed. With them each input is shown, and below it the effects
            that this version decides, in the words of "trace show". Seconds count from the trace's first input. With --from
            the replay begins at the last snapshot before that time.
            --step: Enter shows the next input, and what it changes in the engine; q ends the replay.
            Exit status 0: all decisions are the same, bit for bit. 3: one differs; the first difference is shown. 1: the
            file is damaged, and was replayed up to the damage; or the engine left one of its state charts, and the place
            is shown.

            \(ReplayWithSettings.help)
            """,
        options: playOptions + ReplayWithSettings.options,
        body: { arguments in
            let period = try ReplayPeriod(arguments)
            let pace = try ReplayPace(arguments)
            let path = arguments.positional[0]
            if let settings = try RerunSettings(arguments) {
                guard let option = playOptions.first(where: { arguments.has($0.name) }) else {
                    return try ReplayWithSettings.run(path, settings)
                }
                throw UsageError("--\(option.name) shows what was recorded; it excludes --set and --config.")
            }
            guard arguments.has("step") else {
                guard let pace else { return try replay(path, period) }
                return try play(path, period, pace)
            }
            guard pace == nil else { throw UsageError("--step and --speed exclude each other.") }
            return try walk(path, period)
        })

    /// The options for looking at the replay of what was recorded.
    private static let playOptions = [
        Option(name: "speed", value: "SPEED", help: "show each input; 1: as fast as recorded, 10: ten times, max"),
        Option(name: "max-gap", value: "SECONDS", help: "cut longer pauses to this, with --speed"),
        Option(name: "step", value: nil, help: "show each input when Enter is pressed"),
        Option(name: "from", value: "SECONDS", help: "begin at this time since the first input"),
        Option(name: "until", value: "SECONDS", help: "end at this time"),
    ]

    /// Replays a trace, and compares each of its sessions with the charts.
    /// - Parameters:
    ///   - fresh: the monitors of a session that begins.
    ///   - say: writes a line to the person.
    static func replay(
        _ path: String, _ period: ReplayPeriod = ReplayPeriod(), charts fresh: ChartMonitors = ChartMonitors(),
        say: @escaping (String) throws -> Void = { try StandardOutput.writeLine(PlainText.line($0)) }
    ) throws -> ExitCode {
        final class Following { var witness: ReplayWitness? }
        let following = Following()
        let opened = try period.open(path) { following.witness?.follow($0) }
        following.witness = ReplayWitness(charts: fresh, clock: opened.clock)
        var isWhole = true
        var progress = ProgressLine("tapfocus replay")
        defer { progress.end() }
        while try opened.replay.takeLine() {
            progress.advance()
            guard let until = period.until, following.witness?.seconds ?? 0 > until else { continue }
            opened.replay.stop()
            isWhole = false
        }
        progress.end()
        guard let witness = following.witness else { return .failed }
        return try conclude(opened.replay, witness, path, isWhole: isWhole, say)
    }

    private static func play(_ path: String, _ period: ReplayPeriod, _ pace: ReplayPace) throws -> ExitCode {
        var output = BufferedOutput()
        var player = try player(path, period)
        try player.play(pace, sleep: ReplayPace.sleeper()) { lines in
            for line in lines { try output.writeLine(line) }
            if pace.speed.isFinite { try output.flush() }
        }
        try output.flush()
        return try conclude(player.replay, player.witness, path, isWhole: !player.isInterrupted)
    }

    private static func walk(_ path: String, _ period: ReplayPeriod) throws -> ExitCode {
        var player = try player(path, period)
        if isatty(STDIN_FILENO) == 1 { CommandLineProgram.complain("Enter: one input further; q: end") }
        try player.walk(goOn: { readLine().map { $0 != "q" } ?? false }) { lines in
            for line in lines { try StandardOutput.writeLine(line) }
        }
        return try conclude(player.replay, player.witness, path, isWhole: !player.isInterrupted)
    }

    private static func player(_ path: String, _ period: ReplayPeriod) throws -> ReplayPlayer {
        let opened = try period.open(path)
        let witness = ReplayWitness(charts: ChartMonitors(), clock: opened.clock)
        return ReplayPlayer(opened, period, .standardOutput, witness)
    }

    private static func conclude(
        _ replay: TraceReplay, _ witness: ReplayWitness, _ path: String, isWhole: Bool,
        _ say: @escaping (String) throws -> Void = { try StandardOutput.writeLine(PlainText.line($0)) }
    ) throws -> ExitCode {
        let reporting = ReplayReporting(path: path, say: say)
        let code = try reporting.show(replay.report, witness, of: replay, isWhole: isWhole)
        guard let (line, departure) = witness.departure else { return code }
        try say("\(path), line \(line + replay.linesBefore): \(departure)")
        return code == .fine ? .failed : code
    }
}
