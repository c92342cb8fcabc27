import Foundation
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
        let output = ComparisonOutput(words)
        let sides = try TraceComparison.run(left, right, isOver: { output.hasFailed }, tell: { output.show($0) })
        try output.finish(sides.left, sides.right)
        var code = output.isSame ? ExitCode.fine : .replayDiverged
        for (side, path) in [(sides.left, left), (sides.right, right)] {
            let end = TraceFaultWords.conclude(side.fault, in: path, "trace diff")
            if end != .fine { code = end }
        }
        return code
    }
}

/// Writes the rows of a comparison while they come. A class, because it gets them through a closure; the first error ends it.
private final class ComparisonOutput {
    private var words: ComparisonWords
    private var error: (any Error)?
    private var progress = ProgressLine("tapfocus trace diff")

    init(_ words: ComparisonWords) { self.words = words }

    var hasFailed: Bool { error != nil }
    var isSame: Bool { words.isSame }

    func show(_ row: TraceComparison.Row) {
        guard error == nil else { return }
        progress.advance()
        do {
            try write(words.lines(for: row))
        } catch {
            self.error = error
        }
    }

    func finish(_ left: TraceComparison.Side, _ right: TraceComparison.Side) throws {
        progress.end()
        if let error { throw error }
        try write(words.end(left, right))
    }

    private func write(_ lines: [String]) throws {
        if !lines.isEmpty { progress.end() }
        for line in lines { try StandardOutput.writeLine(line) }
    }
}
