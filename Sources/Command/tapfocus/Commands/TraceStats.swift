import KioskRuntime
import StateTrace

enum TraceStatsCommand {
    static let command = Command(
        name: "trace stats", arguments: ["TRACE…"],
        summary: "Count what traces tell: states, taps, unlocks, settle times, searches, errors.",
        details: """
            Several traces are one fleet: a row for each file, then the numbers of all together. Give the files of a ring in
            their order: they are one session, which counts in the first file. The time from a tap to settled is exact to the
            millisecond below half a second, and to 0.2 % above; the longest one is exact.
            Exit status 1: a file is damaged, and was counted up to the damage.
            """,
        options: [Option(name: "json", value: nil, help: "one JSON object a file, and one for all of them")],
        body: { arguments in try stats(arguments.positional, isJSON: arguments.has("json")) })

    private struct Count {
        var statistics: TraceStatistics
        /// The file, read to its end or to its damage.
        var reader: TraceReader
    }

    private static func stats(_ paths: [String], isJSON: Bool) throws -> ExitCode {
        var total = TraceStatistics()
        var counter = TraceCounter()
        var torn = 0
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
            if TraceFaultWords.conclude(count.reader.fault, in: path, "trace stats") != .fine { code = .failed }
            for line in count.reader.tornLines {
                CommandLineProgram.complain("tapfocus trace stats: \(path), \(TraceFaultWords.torn(line))")
            }
            guard count.reader.hasBegun || isJSON else { continue }
            total.add(count.statistics)
            torn += count.reader.tornLines.count
            read += 1
            try say(count, path, isJSON: isJSON, isAlone: paths.count == 1)
        }
        guard read > 0 else { return code }
        if isJSON {
            try StandardOutput.writeLine(StatisticsJSON.line(total, file: nil, files: read, torn: torn))
        } else if paths.count > 1 {
            let title =
                read == paths.count ? "all \(read) files" : "the \(read) of \(paths.count) files that could be read"
            try StandardOutput.writeLine("\n\(title)\n\(StatisticsWords.text(total))")
        }
        return code
    }

    private static func say(_ count: Count, _ path: String, isJSON: Bool, isAlone: Bool) throws {
        let torn = count.reader.tornLines.count
        if isJSON {
            let damage = count.reader.fault.map { TraceFaultWords.fault($0, in: path) }
            let line = StatisticsJSON.line(count.statistics, file: path, damage: damage, torn: torn)
            try StandardOutput.writeLine(line)
        } else if isAlone {
            try StandardOutput.writeLine("\(InputWords.plain(path))\n\(StatisticsWords.text(count.statistics))")
        } else {
            let tornRemark = torn > 0 ? "torn by a power cut or a crash" : nil
            let remark = count.reader.fault == nil ? tornRemark : "damaged: counted up to there"
            try StandardOutput.writeLine(StatisticsWords.row(count.statistics, name: path, remark: remark))
        }
    }

    /// - Throws: `TraceFileError` if nothing of the file can be read.
    private static func count(_ path: String, _ counter: inout TraceCounter) throws(TraceFileError) -> Count {
        let reader = try TraceReader(path: path)
        counter.beginFile()
        var progress = ProgressLine("tapfocus trace stats")
        defer { progress.end() }
        while let event = try reader.next() {
            if case .input = event { progress.advance() }
            counter.count(event)
        }
        return Count(statistics: counter.statistics, reader: reader)
    }
}
