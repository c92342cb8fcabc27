import Glibc
import KioskRuntime
import StateChart
import StateTrace

enum TraceMinimizeCommand {
    static let command = Command(
        name: "trace minimize", arguments: ["TRACE"],
        summary: "Cut a trace down to the few inputs that still show something.",
        details: """
            --until names what the trace has to show at its end: state:NAME (the machine enters this state), rule:NAME (this
            transition of the chart), fault:NAME (this fault is reported), error (the camera answers with an error). The states:
            \(CommandLineProgram.rows(PredicateWords.states))
            The rules:
            \(CommandLineProgram.rows(PredicateWords.rules))
            It removes inputs, a touch sequence only as a whole; then it shortens pauses; then it rounds values. Timers,
            answers and frames follow from the inputs that are left: answers are those of the recording, or guesses if it
            has none. "tapfocus replay" repeats the result bit for bit; if any one of its inputs from outside were removed,
            it would no longer show WHAT. Ctrl-C ends the search, and writes the smallest trace so far.
            Exit status 1: the trace does not show WHAT, a file cannot be read or written, or the search was interrupted.
            """,
        options: [
            Option(name: "until", value: "WHAT", help: "state:NAME, rule:NAME, fault:NAME or error", need: .required),
            .output,
        ],
        body: { arguments in
            guard let what = arguments["until"] else { throw UsageError("--until is missing.") }
            let source = arguments.positional[0]
            return try minimize(source, until: what, to: try OutputFile.path(arguments, sources: [source]))
        })

    private static func minimize(_ path: String, until what: String, to output: String) throws -> ExitCode {
        let predicate = try TracePredicate(argument: what)
        let progress = MinimizeProgress()
        Interruption.listen()
        let result: TraceMinimizer.Result
        do {
            result = try TraceMinimizer.minimize(path: path, until: predicate) { progress.show($0) }
            progress.end()
        } catch let failure as TraceMinimizer.Failure {
            progress.end()
            complain(failure, path, what)
            return .failed
        }
        let note = "\(what), minimized from \(PathName.last(of: path))"
        let bytes = result.trace(
            tool: CommandLineProgram.version, chart: Chart.hashOfFocusExposure, note: note)
        try NewFile.write(bytes, to: output, from: [path])
        try StandardOutput.writeLine(words(result, output))
        switch result.end {
        case .smallest: return .fine
        case .interrupted: CommandLineProgram.complain("tapfocus trace minimize: interrupted; a smaller one may exist.")
        case .irreducible:
            CommandLineProgram.complain(
                "tapfocus trace minimize: nothing could be left out, because only the recorded order of inputs shows it."
            )
        }
        return .failed
    }

    private static func words(_ result: TraceMinimizer.Result, _ output: String) -> String {
        let units = result.recording.end
        let touches = result.touchSequences
        return "\(output): \(units) input\(units == 1 ? "" : "s") of \(result.inputsBefore) "
            + "(line \(result.line), session \(result.sessionNumber)), "
            + "\(touches) touch sequence\(touches == 1 ? "" : "s"), after \(result.tries) tries"
    }

    private static func complain(_ failure: TraceMinimizer.Failure, _ path: String, _ what: String) {
        switch failure {
        case .interrupted:
            CommandLineProgram.complain(
                "tapfocus trace minimize: interrupted before anything was found; nothing was written.")
        case .notShown(let report):
            if let fault = report.fault {
                CommandLineProgram.complain("tapfocus trace minimize: \(TraceFaultWords.fault(fault, in: path))")
            } else if let divergence = report.divergence {
                CommandLineProgram.complain(
                    "tapfocus trace minimize: \(path), line \(divergence.line): this version decides otherwise than the "
                        + "recording did, and nothing before it shows \(what). \"tapfocus replay \(path)\" shows the difference."
                )
            } else {
                CommandLineProgram.complain(
                    "tapfocus trace minimize: nothing in \(path) shows \(what), among \(report.inputs) inputs. "
                        + "\"tapfocus trace stats \(path)\" tells what is in it.")
            }
        }
    }
}

/// Tells how far a search is, on standard error: on a terminal in one line that is written over, elsewhere a line for each phase.
private final class MinimizeProgress {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var phase = ""
    private var shown = ContinuousClock.now
    private var isLineOpen = false

    /// - Returns: false if the person has interrupted the program.
    func show(_ progress: TraceMinimizer.Progress) -> Bool {
        let isNew = progress.phase != phase
        let now = ContinuousClock.now
        if isNew || isTerminal && now - shown > .milliseconds(100) {
            phase = progress.phase
            shown = now
            let line =
                "\(progress.phase): \(progress.inputs) inputs"
                + (progress.units > 0
                    ? ", \(progress.units) from outside, \(progress.touchSequences) touch sequences" : "")
                + (progress.tries > 0 ? ", \(progress.tries) tries" : "")
            write(isTerminal ? "\r\u{1b}[K\(line)" : "\(line)\n")
            isLineOpen = isTerminal
        }
        return !Interruption.isAsked
    }

    func end() {
        if isLineOpen { write("\r\u{1b}[K") }
        isLineOpen = false
    }

    private func write(_ text: String) { try? StandardOutput.write(Array(text.utf8), to: STDERR_FILENO) }
}
