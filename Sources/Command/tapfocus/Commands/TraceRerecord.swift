import KioskRuntime
import StateChart
import StateTrace

enum TraceRerecordCommand {
    static let command = Command(
        name: "trace rerecord", arguments: ["TRACE"],
        summary: "Record a trace again: the same inputs from outside, with the decisions of this version.",
        details: """
            Use it when a trace replays differently because the program was changed on purpose. Timers, answers and frames
            follow from the inputs; answers that the recording does not have are guesses. "tapfocus trace diff" shows what
            has changed.
            Exit status 0: the trace was written. 1: nothing was written, because TRACE is damaged, or has version 1 of the
            format, which is only replayed.
            """,
        options: [.output],
        body: { arguments in
            let source = arguments.positional[0]
            return try rerecord(source, to: try OutputFile.path(arguments, sources: [source]))
        })

    private static func rerecord(_ path: String, to output: String) throws -> ExitCode {
        let file = try NewFile(path: output, from: [path])
        var progress = ProgressLine("tapfocus trace rerecord")
        defer { progress.end() }
        let result = try TraceRerecording.run(
            path: path, tool: CommandLineProgram.version, chart: Chart.hashOfFocusExposure,
            passed: { progress.advance() }, write: { try file.write($0) })
        progress.end()
        guard result.fault == nil else { return TraceFaultWords.conclude(result.fault, in: path, "trace rerecord") }
        guard !result.isOld else {
            CommandLineProgram.complain(
                "tapfocus trace rerecord: \(path) is of version 1 of the format: it is replayed as it is, for ever.")
            return .failed
        }
        try file.finish()
        let words =
            if !result.hasParted {
                "every decision is as it was"
            } else if result.isGuess {
                "it decides otherwise, and needed answers that the recording does not have: they are guesses"
            } else {
                "it decides otherwise, with the recorded answers"
            }
        try StandardOutput.writeLine("\(output): \(words)")
        return .fine
    }
}
