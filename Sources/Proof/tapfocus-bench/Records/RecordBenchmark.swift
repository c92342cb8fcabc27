import FocusCore
import Foundation
import StateTrace

/// The costs of a record of a sample and of a frame: written, and replayed.
enum RecordBenchmark {
    /// Inputs of one kind, with their effects, which mostly are none.
    private struct Corpus {
        var name: String
        /// Its file for the parsers that only count lines or read JSON.
        var file: String
        var count: Int
        var beginning: Engine
        var inputs: [Input]
        /// In nanoseconds: the aim for writing a record.
        var writing: Double
        /// In millions a second: the aim for replaying.
        var replaying: Double
    }

    /// - Parameter folder: keeps a trace of each kind, samples.jsonl and frames.jsonl, for other programs.
    static func run(in folder: URL) throws {
        let frames = SoftwareSession(.software)
        let corpora = [
            Corpus(
                name: "a sample", file: "samples.jsonl", count: 1_000_000, beginning: Engine(),
                inputs: EngineBenchmark.samples(count: 10_000), writing: 250, replaying: 2),
            Corpus(
                name: "a frame, with grid", file: "frames.jsonl", count: 200_000, beginning: frames.engineBeforeWatch,
                inputs: frames.watch, writing: 1000, replaying: 0.5),
        ]
        Table.headline("A record of a trace (median of 9 runs; in memory, without the flush)")
        for corpus in corpora { try measureWriting(corpus) }
        Table.headline("Replay of records of one kind, from a file (median of 5 runs)")
        for corpus in corpora { try measureReplaying(corpus, folder.appending(path: corpus.file).path) }
    }

    private static func measureWriting(_ corpus: Corpus) throws {
        var engine = corpus.beginning
        // Lists of effects are large: to fetch thousands of them from memory would be measured, too. A list that stays in the
        // processor's cache stands for them, as in a running engine.
        let inputs = corpus.inputs.filter { engine.step($0).isEmpty }
        let none = EffectList()
        var writer = try TraceWriter(header: .bench) { _ in }
        let cost = try Measurement.of(repetitions: inputs.count) {
            for input in inputs {
                writer.record(input, none)
                try writer.flush()
            }
        }
        let verdict = "\(cost.allocations) allocations; the aim is at most \(Int(corpus.writing)) ns, none allocated"
        let isMissed = cost.nanoseconds > corpus.writing || cost.allocations > 0
        Table.row(corpus.name, cost.nanoseconds.decimal() + " ns", verdict + (isMissed ? ": MISSED" : ""))
    }

    private static func measureReplaying(_ corpus: Corpus, _ path: String) throws {
        try write(corpus, to: path)
        let speed = try ReplaySpeed(of: path, records: corpus.count)
        let verdict = speed.replay < corpus.replaying ? ": MISSED" : ""
        Table.row(
            corpus.name, speed.replay.decimal(2) + " million/s",
            "the aim is at least \(corpus.replaying.decimal(1))\(verdict)")
        Table.row("  only counting its lines, from memory", speed.counting.decimal(2) + " million/s")
    }

    /// The inputs again and again, with times that go on, after a snapshot of the engine before them.
    private static func write(_ corpus: Corpus, to path: String) throws {
        let file = try TraceFile(path: path)
        var progress = SessionProgress()
        progress.inputs = 1
        var writer = try TraceWriter(header: .bench, continuing: progress, engine: corpus.beginning) { bytes in
            try file.write(bytes)
        }
        var engine = corpus.beginning
        var time = corpus.inputs[0].time
        for index in 0..<corpus.count {
            var input = corpus.inputs[index % corpus.inputs.count]
            let next = corpus.inputs[min(index % corpus.inputs.count + 1, corpus.inputs.count - 1)]
            let step = max(next.time.since(input.time).nanoseconds, 1_000_000)
            time = time.advanced(by: TimeSpan(nanoseconds: step))
            if case .frames(.measured(var frame)) = input.event {
                frame.sequence = UInt32(truncatingIfNeeded: index)
                frame.captured = time
                input.event = .frames(.measured(frame))
            }
            input.time = time
            writer.record(input, engine.step(input))
            if index % 1000 == 999 { try writer.flush() }
        }
        try writer.end()
    }
}
