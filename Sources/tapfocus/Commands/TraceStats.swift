import Foundation
import KioskRuntime
import StateTrace

extension Command {
    static let traceStats = Command(
        name: "trace stats", arguments: ["TRACE…"],
        summary: "Count what traces tell: states, taps, unlocks, settle times, searches, errors.",
        details: """
            Several traces are one fleet: a row for each file, then the numbers of all. The files of a ring, in their
            order, are one session: it counts in the first of them. Times from a tap to settled are exact to the
            millisecond below half a second, and to 0.2 % above; the worst is exact.
            Exit status 1: a file cannot be read to its end; what precedes the damage was counted.
            """,
        options: [Option(name: "json", value: nil, help: "one JSON object a file, and one for all of them")],
        body: { arguments in try stats(arguments.positional, isJSON: arguments.has("json")) })

    /// The numbers of a file, and a sentence about the line that could not be read.
    private typealias Count = (statistics: TraceStatistics, damage: String?)

    private static func stats(_ paths: [String], isJSON: Bool) throws -> ExitCode {
        var total = TraceStatistics()
        var counter = TraceCounter()
        var code = ExitCode.fine
        var read = 0
        if !isJSON, paths.count > 1 { try StandardOutput.writeLine(StatisticsWords.rowTitle) }
        for path in paths {
            let count: Count
            do throws(TraceFileError) {
                count = try self.count(path, &counter)
            } catch {
                CommandLineProgram.complain("tapfocus trace stats: \(error)")
                code = .failed
                continue
            }
            if let damage = count.damage {
                CommandLineProgram.complain("tapfocus trace stats: \(damage)")
                code = .failed
            }
            total.add(count.statistics)
            read += 1
            try say(count, path, isJSON: isJSON, isAlone: paths.count == 1)
        }
        guard read > 0 else { return code }
        if isJSON {
            try StandardOutput.writeLine(try StatisticsJSON(totalOf: read, total).line())
        } else if paths.count > 1 {
            let title =
                read == paths.count ? "all \(read) files" : "the \(read) of \(paths.count) files that could be read"
            try StandardOutput.writeLine("\n\(title)\n\(StatisticsWords.text(total))")
        }
        return code
    }

    private static func say(
        _ count: Count, _ path: String, isJSON: Bool, isAlone: Bool
    ) throws {
        if isJSON {
            let line = try StatisticsJSON(file: path, count.statistics, damage: count.damage).line()
            try StandardOutput.writeLine(line)
        } else if isAlone {
            try StandardOutput.writeLine("\(InputWords.plain(path))\n\(StatisticsWords.text(count.statistics))")
        } else {
            let isDamaged = count.damage != nil
            try StandardOutput.writeLine(StatisticsWords.row(count.statistics, name: path, isDamaged: isDamaged))
        }
    }

    /// - Throws: `TraceFileError` if nothing of the file can be read.
    private static func count(_ path: String, _ counter: inout TraceCounter) throws(TraceFileError) -> Count {
        let reader = try TraceReader(path: path)
        counter.beginFile()
        while let event = try reader.next() { counter.note(event) }
        return (counter.statistics, reader.fault.map { TraceFaultWords.fault($0, in: path) })
    }
}
