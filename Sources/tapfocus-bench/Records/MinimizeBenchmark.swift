import FocusCore
import Foundation
import StateTrace

/// The time in which a failure is cut out of a day of a million records, beside the time of a mere replay of the same file.
enum MinimizeBenchmark {
    /// - Parameter keeping: a folder in which the days are left; nil: none.
    static func run(inputs: Int = 1_000_000, keeping kept: String? = nil) throws {
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("tapfocus-minimize-\(getpid())")
        let folder = kept.map { URL(fileURLWithPath: $0) } ?? temporary
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: temporary) }
        Table.headline("Cutting a failure out of a day of \(inputs) records (once)")
        for isSpread in [false, true] {
            let path = folder.appendingPathComponent("\(isSpread ? "spread" : "close").trace.jsonl").path
            try write(inputs, isSpread, to: path)
            try measure(path, isSpread ? "its causes hours apart" : "its causes close together")
        }
    }

    private static func measure(_ path: String, _ kind: String) throws {
        let clock = ContinuousClock()
        var start = clock.now
        let report = try Replay.run(path: path)
        Table.row("a replay of the day", seconds(clock.now - start))
        guard report.divergence == nil, report.fault == nil else { throw Failure("the replay of \(path) goes astray") }
        start = clock.now
        let result = try TraceMinimizer.minimize(path: path, until: .fault("holdLost"))
        Table.row("TapFocus, \(kind)", seconds(clock.now - start), "the aim is less than 60 s")
        Table.row("  touch sequences left", "\(result.touchSequences)", "the aim is at most 10")
        Table.row("  inputs left", "\(result.recording.end)", "of \(result.inputsBefore) up to the failure")
        Table.row("  runs tried", "\(result.tries)")
    }

    private static func write(_ inputs: Int, _ isSpread: Bool, to path: String) throws {
        // A trace is appended to.
        try? FileManager.default.removeItem(atPath: path)
        let file = try TraceFile(path: path)
        final class Writer {
            var lines: TraceWriter
            init(_ lines: consuming TraceWriter) { self.lines = lines }
        }
        let writer = Writer(try TraceWriter(header: .bench) { bytes in try file.write(bytes) })
        var steps = 0
        try FailingDay.play(inputs: inputs, isSpread: isSpread) { input, effects in
            writer.lines.record(input, effects)
            steps += 1
            if steps.isMultiple(of: 500) { try writer.lines.flush() }
        }
        try writer.lines.end()
    }

    private static func seconds(_ duration: Duration) -> String { (duration / .seconds(1)).decimal(2) + " s" }
}
