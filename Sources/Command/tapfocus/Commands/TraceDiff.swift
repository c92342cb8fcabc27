import KioskRuntime
import StateTrace

enum TraceDiffCommand {
    static let command = Command(
        name: "trace diff", arguments: ["A", "B"],
        summary: "Compare two traces: where they part, what each does there, and where they are the same again.",
        details: """
            Inputs are aligned by their content, not by their time. The numbers of calls, requests and timers may differ;
            deadlines are compared by their distance from the input that sets them. Inputs also differ if the pause before
            them differs by more than a second. "-" is A, "+" is B. Colours: only on a terminal, and not if NO_COLOR is set.
            Exit status 0: the traces are the same. 3: they differ. 1: a file is damaged; it was compared up to the damage.
            """,
        options: [Option(name: "all", value: nil, help: "show all places where they part, not only the first ten")],
        body: { arguments in
            let words = ComparisonWords(.standardOutput, mostPlaces: arguments.has("all") ? .max : 10)
            return try diff(arguments.positional[0], arguments.positional[1], words)
        })

    private static func diff(_ left: String, _ right: String, _ words: ComparisonWords) throws -> ExitCode {
        var words = words
        var progress = ProgressLine("tapfocus trace diff")
        defer { progress.end() }
        let faults = try TraceComparison.run(left, right) { row in
            progress.advance()
            try progress.show(words.lines(for: row))
        }
        try progress.show(words.end())
        var code = words.isSame ? ExitCode.fine : .notAsWished
        for (fault, path) in [(faults.left, left), (faults.right, right)] {
            let end = TraceFaultWords.conclude(fault, in: path, "trace diff")
            if end != .fine { code = end }
        }
        return code
    }
}
