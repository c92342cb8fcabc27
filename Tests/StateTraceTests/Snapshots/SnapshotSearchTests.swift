import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct SnapshotSearchTests {
    /// A trace of samples with a snapshot after each of these numbers of inputs, and the snapshots' places.
    private func trace(_ parts: [Int], padding: Int = 0) throws -> (bytes: [UInt8], offsets: [Int]) {
        let memory = Traces.Memory()
        var engine = Engine()
        var writer = try TraceWriter(header: Traces.header()) { memory.bytes += $0 }
        var offsets: [Int] = []
        var time: Int64 = 0
        for part in parts {
            for _ in 0..<part {
                time += 1
                let input = Input(.acceleration(Acceleration(x: 0, y: 0, z: 9.8)), at: Instant(nanoseconds: time))
                writer.record(input, engine.step(input))
            }
            if padding > 0 { writer.addRemark(String(repeating: "x", count: padding)) }
            try writer.flush()
            offsets.append(memory.bytes.count)
            writer.snapshot(of: engine)
            try writer.flush()
        }
        try writer.end()
        return (memory.bytes, offsets)
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            try body(path)
        }
    }

    @Test("Bisection finds the snapshot that reading all lines finds, wherever the snapshots are")
    func sameAsLinear() throws {
        for seed in 0..<4 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let parts = (0..<20).map { _ in 1 + Int(random.next() % 300) }
            let (bytes, offsets) = try trace(parts, padding: Int(random.next() % 200_000))
            try withFile(bytes) { path in
                let ends = parts.indices.map { parts[...$0].reduce(0, +) }
                for time in ends.flatMap({ [$0 - 1, $0, $0 + 1] }) {
                    let found = try SnapshotSearch.last(in: path) { $0.time.nanoseconds <= Int64(time) }
                    let wanted = ends.lastIndex { $0 <= time }.map { offsets[$0] }
                    #expect(found?.offset == wanted, "seed \(seed), time \(time)")
                }
            }
        }
    }

    @Test("A file without snapshots, an empty one and a pipe have none; a file that is not there is an error")
    func none() throws {
        for bytes in [[], Array("garbage".utf8), try trace([]).bytes, [UInt8](repeating: 0x0a, count: 3 << 20)] {
            try withFile(bytes) { path in
                let found = try SnapshotSearch.last(in: path) { _ in true }
                #expect(found == nil)
            }
        }
        let found = try SnapshotSearch.last(in: "/dev/null") { _ in true }
        #expect(found == nil)
        #expect(throws: TraceFileError.self) { try LineReader(path: "/no/such", from: 7) }
    }

    @Test("A replay that begins at a snapshot tells the lines' numbers in the file")
    func lineNumbers() throws {
        var (bytes, _) = try trace([50, 50])
        bytes += Array("garbage\n{}\n".utf8)
        let lines = Traces.lines(bytes).count
        try withFile(bytes) { path in
            let place = try SnapshotSearch.last(in: path) { $0.inputs <= 60 }
            let replay = try TraceReplay(path: path, from: place)
            while try replay.next() != nil {}
            #expect(replay.report.fault?.line == lines - 1 && replay.report.inputs == 50)
        }
    }
}

extension SnapshotSearch.Place: Equatable {
    public static func == (left: SnapshotSearch.Place, right: SnapshotSearch.Place) -> Bool {
        left.offset == right.offset
    }
}
