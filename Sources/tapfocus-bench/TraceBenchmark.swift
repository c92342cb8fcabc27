import FocusCore
import Foundation
import StateTrace

/// What recording and replaying cost.
enum TraceBenchmark {
    static func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tapfocus-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("day.trace.jsonl").path
        try measureWriting(to: path)
        try measureReplaying(path)
    }

    private static func measureWriting(to path: String) throws {
        Table.headline("Trace writing, for each record (median of 9 runs)")
        let inputs = day(count: 20_000)
        let file = try TraceFile(path: "/dev/null")
        var writer = try TraceWriter(header: header) { bytes in try file.write(bytes) }
        let effects = EffectList()
        let cost = try Measurement.of(repetitions: inputs.count) {
            for input in inputs {
                writer.record(input, effects)
                try writer.flush()
            }
        }
        Table.row("TapFocus, flushed after each record", "\(Int(cost.nanoseconds)) ns")
        let encoder = JSONEncoder()
        let sample = Peer(n: 1, t: 20_000_000, acceleration: [0.03, 0.2, 9.8])
        let peer = try Measurement.of(repetitions: 2000) {
            for _ in 0..<2000 { _ = try encoder.encode(sample) }
        }
        Table.row("Foundation's JSONEncoder, not even written", "\(Int(peer.nanoseconds)) ns")
        let line = [UInt8](repeating: 0x20, count: 80)
        let limit = try Measurement.of(repetitions: 20_000) {
            for _ in 0..<20_000 { try file.write(line) }
        }
        Table.row("the system: write(2) of 80 bytes", "\(Int(limit.nanoseconds)) ns")

        let disk = try TraceFile(path: path)
        var recorder = try TraceWriter(header: header) { bytes in try disk.write(bytes) }
        var engine = Engine()
        for input in day(count: 1_000_000) {
            recorder.record(input, engine.step(input))
            try recorder.flush()
        }
        try recorder.end()
    }

    private static func measureReplaying(_ path: String) throws {
        Table.headline("Replay of a million inputs (median of 5 runs)")
        var report = ReplayReport()
        let cost = try Measurement.of(repetitions: 1_000_000, runs: 5) { report = try Replay.run(path: path) }
        Table.row("TapFocus", String(format: "%.2f million/s", 1000 / cost.nanoseconds), "the aim is at least 1")
        guard report.divergence == nil, report.fault == nil else { throw ReplayWentAstray() }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let limit = Measurement.of(repetitions: 1_000_000, runs: 5) {
            var lines = 0
            bytes.withUnsafeBytes { for byte in $0 where byte == 0x0a { lines &+= 1 } }
            precondition(lines > 0)
        }
        Table.row("only counting the lines, from memory", String(format: "%.2f million/s", 1000 / limit.nanoseconds))
    }

    private struct ReplayWentAstray: Error {}

    private struct Peer: Encodable {
        var n: Int
        var t: Int64
        var acceleration: [Double]
    }

    private static let header = TraceHeader(
        tool: "bench", chart: "", monotonic: 0, wallClock: "", settings: EngineSettings(Configuration()))

    /// What a day at a kiosk looks like: samples mostly, and now and then a finger.
    private static func day(count: Int) -> [Input] {
        var inputs = [
            Input(
                .touchscreenArrived(
                    TouchscreenDescription(minimumX: 0, maximumX: 1279, minimumY: 0, maximumY: 799)),
                at: Instant(nanoseconds: 0)), Input(.start, at: Instant(nanoseconds: 0)),
        ]
        inputs.reserveCapacity(count)
        for index in inputs.count..<count {
            let time = Instant(nanoseconds: Int64(index) * 20_000_000)
            if index % 50 < 2 {
                let phase: TouchContact.Phase = index % 50 == 0 ? .down : .up
                inputs.append(Input(.touch(TouchContact(slot: 0, phase: phase, x: 640, y: 400)), at: time))
            } else {
                let wobble = Double(index % 997) * 0.00980665
                inputs.append(Input(.acceleration(Acceleration(x: wobble, y: -wobble, z: 9.80665)), at: time))
            }
        }
        return inputs
    }
}
