import Glibc
import KioskRuntime
import StateTrace

enum TraceShowCommand {
    static let command = Command(
        name: "trace show", arguments: ["TRACE"],
        summary: "Show a trace as a log: a line for each input, and below it the effects that it had.",
        details: """
            Each line begins with the seconds since the trace's first input and, if the trace knows it, the time of day.
            The effects are the recorded ones; "tapfocus replay" compares them with those of this version.
            --only shows effects of the listed kinds, and every input of such a kind or with such an effect.
            Colours: only on a terminal, and not if NO_COLOR is set.
            Exit status 1: the file is damaged, and was shown up to the damage.
            """,
        options: [
            Option(name: "since", value: "SECONDS", help: "begin at this time since the first input"),
            Option(name: "until", value: "SECONDS", help: "end at this time"),
            Option(name: "only", value: "KINDS", help: "a list of state, tap, write, motion, frame"),
            Option(name: "follow", value: nil, help: "wait for more at the end, until Ctrl-C"),
        ],
        body: { arguments in
            let selection = try selection(arguments)
            let seek = try TraceSeek(arguments.positional[0], to: selection.since)
            let log = TraceLog(selection, palette: .standardOutput, clock: seek.clock)
            return try show(arguments.positional[0], log, from: seek.place, follows: arguments.has("follow"))
        })

    private static func selection(_ arguments: ParsedArguments) throws -> TraceLog.Selection {
        TraceLog.Selection(
            since: try arguments.seconds("since"), until: try arguments.seconds("until"),
            kinds: try arguments["only"].map(TraceKind.list))
    }

    private static func show(
        _ path: String, _ log: TraceLog, from place: SnapshotSearch.Place?, follows: Bool
    ) throws -> ExitCode {
        let reader = try TraceReader(path: path, from: place, isGrowing: follows)
        var log = log
        // Its session began before; only the heading tells of it.
        if place != nil, case .snapshot(let snapshot, _, _)? = try reader.next() {
            log.goOn(at: snapshot)
            log.expectAnswers(for: EngineSnapshot.engine(inLine: reader.bytes))
        }
        var output = BufferedOutput()
        while true {
            while !log.isOver, let event = try reader.next() {
                for line in log.lines(for: event) { try output.writeLine(line) }
                if case .snapshot(_, isBeginning: true, _) = event {
                    log.expectAnswers(for: EngineSnapshot.engine(inLine: reader.bytes))
                }
            }
            try output.flush()
            guard follows, !log.isOver, reader.fault == nil else { break }
            try StandardOutput.checkReader()
            // A line reaches the file at any time; a tenth of a second is as good as at once for a person.
            usleep(100_000)
        }
        for line in reader.tornLines { CommandLineProgram.complain(TraceFaultWords.torn(line)) }
        return TraceFaultWords.conclude(reader.fault, in: path, "trace show")
    }
}
