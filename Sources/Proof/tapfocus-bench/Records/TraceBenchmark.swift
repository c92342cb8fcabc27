import FocusCore
import Foundation
import Glibc
import LinuxDevices
import StateTrace

/// The costs of recording and replaying.
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
        let file = try TraceFile(path: "/dev/null")
        var day: [(Input, EffectList)] = []
        playDay(inputs: 20_000) { day.append(($0, $1)) }
        let cost = try record(day) { bytes in try file.write(bytes) }
        Table.row("TapFocus, flushed after each record", "\(Int(cost.nanoseconds)) ns")
        // Room for a whole run, because this loop is much faster than a kiosk's.
        let queue = try FileWriter(
            open("/dev/null", O_WRONLY | O_CLOEXEC), path: "/dev/null", capacity: 256 << 20,
            pace: FileWriter.Pace(rest: .milliseconds(800), stores: true))
        let queued = try record(day) { bytes in try queue.write(bytes) }
        Table.row("TapFocus, given to the thread that writes", "\(Int(queued.nanoseconds)) ns", "as in tapfocus run")
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
        var recorder = try TraceWriter(header: .bench) { bytes in try disk.write(bytes) }
        try playDay(inputs: 1_000_000) { input, effects in
            recorder.record(input, effects)
            try recorder.flush()
        }
        try recorder.end()
    }

    /// The cost of a record whose bytes are given away at once.
    private static func record(
        _ day: [(Input, EffectList)], to sink: @escaping (borrowing [UInt8]) throws -> Void
    ) throws -> Measurement {
        var writer = try TraceWriter(header: .bench, sink: sink)
        return try Measurement.of(repetitions: day.count) {
            for (input, effects) in day {
                writer.record(input, effects)
                try writer.flush()
            }
        }
    }

    private static func measureReplaying(_ path: String) throws {
        Table.headline("Replay of a million inputs (median of 5 runs)")
        let speed = try ReplaySpeed(of: path, records: 1_000_000)
        Table.row("TapFocus", speed.replay.decimal(2) + " million/s", "the aim is at least 1")
        Table.row("only counting the lines, from memory", speed.counting.decimal(2) + " million/s")
    }

    private struct Peer: Encodable {
        var n: Int
        var t: Int64
        var acceleration: [Double]
    }

    /// A day at a kiosk: mostly samples, and a tap every second, which the camera follows. Real taps are rarer; this
    /// gives them, which cost the most, more weight.
    private static func playDay(
        inputs wanted: Int, _ body: (Input, EffectList) throws -> Void
    ) rethrows {
        var engine = Engine()
        var clock: Int64 = 0
        var count = 0
        func step(_ event: Input.Event) throws {
            let input = Input(event, at: Instant(nanoseconds: clock))
            let effects = engine.step(input)
            count += 1
            try body(input, effects)
            for index in 0..<effects.count {
                if let effect = effects[index], let answer = EngineBenchmark.answer(to: effect) { try step(answer) }
            }
        }
        for event in EngineBenchmark.arrivals { try step(event) }
        while count < wanted {
            clock += 20_000_000
            if count % 50 < 2 {
                try step(.touch(TouchContact(slot: 0, phase: .down, x: Int32(count % 1000), y: 400)))
                try step(.touch(TouchContact(slot: 0, phase: .up, x: Int32(count % 1000), y: 400)))
            } else {
                let wobble = Double(count % 11) * 0.00980665
                try step(.acceleration(Acceleration(x: wobble, y: -wobble, z: 9.80665)))
            }
        }
    }
}
