import FocusCore
import Foundation
import StateTrace

/// The costs of snapshots, and of finding a moment of a long trace by them.
enum SnapshotBenchmark {
    /// - Parameters:
    ///   - engine: one with a camera.
    ///   - folder: has room for the long file.
    static func run(_ engine: Engine, in folder: URL) throws {
        Table.headline("Snapshots (median of 9 runs)")
        let bytes = EngineSnapshot.bytes(of: engine)
        var checked = 0
        let writing = Measurement.of(repetitions: 100) {
            for _ in 0..<100 { checked &+= EngineSnapshot.bytes(of: engine).count }
        }
        Table.row("the engine's state written down", microseconds(writing), "\(bytes.count) bytes")
        let reading = Measurement.of(repetitions: 20) {
            for _ in 0..<20 { if EngineSnapshot.engine(from: bytes) == engine { checked &+= 1 } }
        }
        Table.row("read back, and checked", microseconds(reading))
        guard checked > 0, EngineSnapshot.engine(from: bytes) == engine else {
            throw Failure("a snapshot does not lead to the moment that it is for")
        }
        try measureSeeking(folder.appendingPathComponent("long.trace.jsonl").path)
    }

    private static let longLength = 2 << 30

    private static func measureSeeking(_ path: String) throws {
        Table.headline(
            "Seeking into the middle of a trace of 2 GB (median of 5 runs, the file is in the system's memory)")
        let last = try writeLongTrace(to: path)
        let wanted = last / 2
        var found: SnapshotSearch.Place?
        let search = try Measurement.of(repetitions: 1, runs: 5) {
            found = try SnapshotSearch.last(in: path) { $0.time.nanoseconds <= wanted }
        }
        Table.row("TapFocus: the snapshot, by bisection", microseconds(search))
        var steps = 0
        let seek = try Measurement.of(repetitions: 1, runs: 5) {
            steps = 0
            let place = try SnapshotSearch.last(in: path) { $0.time.nanoseconds <= wanted }
            let replay = try TraceReplay(path: path, from: place)
            while case let step? = try replay.next() {
                guard case .step(let input, _, _) = step else { continue }
                steps += 1
                if input.time.nanoseconds >= wanted { break }
            }
        }
        Table.row("  and the replay up to the moment", microseconds(seek), "\(steps) inputs; the aim is under 100000")
        guard found != nil, (1...TraceWriter.snapshotInterval).contains(steps) else {
            throw Failure("a snapshot does not lead to the moment that it is for")
        }
        var lines = 0
        let first = try Measurement.of(repetitions: 1, runs: 5) {
            lines = try countLines(of: path, upTo: longLength / 2)
        }
        Table.row("only counting the lines of the first half", microseconds(first), "\(lines) lines")
        try TraceMemoryBenchmark.run(path, middle: Int(wanted / 1_000_000_000))
    }

    /// Samples, as of a kiosk that is locked the whole day, with snapshots as `tapfocus run` takes them.
    /// - Returns: the time of the last input, in nanoseconds.
    private static func writeLongTrace(to path: String) throws -> Int64 {
        let file = try TraceFile(path: path)
        var length = 0
        var pending = 0
        var writer = try TraceWriter(header: .bench) { bytes in
            try file.write(bytes)
            length += bytes.count
        }
        var engine = Engine()
        var time: Int64 = 0
        while length < longLength {
            time += 10_000_000
            let wobble = Double(time / 10_000_000 % 11) * 0.00980665
            let input = Input(
                .acceleration(Acceleration(x: wobble, y: -wobble, z: 9.80665)), at: Instant(nanoseconds: time))
            writer.record(input, engine.step(input))
            if writer.isSnapshotDue { writer.snapshot(of: engine) }
            pending += 1
            if pending % 5000 == 0 { try writer.flush() }
        }
        try writer.end()
        return time
    }

    private static func countLines(of path: String, upTo length: Int) throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var lines = 0
        var read = 0
        while read < length, let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
            lines += part.lines
            read += part.count
        }
        return lines
    }

    private static func microseconds(_ cost: Measurement) -> String { "\(Int(cost.nanoseconds / 1000)) µs" }
}
