import ChartTools
import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

/// Traces for tests, and files for them.
enum Traces {
    static func header(_ configuration: Configuration = Configuration()) -> TraceHeader {
        TraceHeader(
            tool: "0.1.0", chart: "sha256:test", monotonic: 17, wallClock: "2026-01-02T03:04:05.678+01:00",
            configuration: configuration,
            devices: [TraceDevice(name: "a \"camera\"\n", path: "/dev/video0", ability: .accelerometer)])
    }

    /// The recorded story of the demo.
    static func demo(end: Bool = true) throws -> [UInt8] {
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        let memory = Memory()
        var writer = try TraceWriter(header: header(configuration)) { memory.bytes += $0 }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        kiosk.run { input, effects in writer.record(input, effects) }
        if end { try writer.end() } else { try writer.flush() }
        return memory.bytes
    }

    /// A few steps with outputs, with steps without outputs between them.
    static func short() throws -> [UInt8] {
        let memory = Memory()
        var writer = try TraceWriter(header: header()) { memory.bytes += $0 }
        var engine = WatchedEngine { Issue.record("\($0)") }
        var time: Int64 = 1_000_000_000
        let events: [Input.Event] = [
            .accelerometerArrived, .cameraArrived(SimulatedCamera().description), .start, .viewShown,
            .acceleration(Acceleration(x: 0, y: 0, z: 9.8)), .viewTapped(x: 2, y: 0.5), .touchesLost, .stop,
        ]
        for event in events {
            let input = Input(event, at: Instant(nanoseconds: time))
            writer.record(input, engine.step(input))
            time += 10_000_000
        }
        try writer.end()
        return memory.bytes
    }

    static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static func replay(_ lines: [String]) throws -> ReplayReport {
        try replay(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    static func replay(_ bytes: [UInt8]) throws -> ReplayReport {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return try Replay.run(path: path)
        }
    }

    final class Memory {
        var bytes: [UInt8] = []
    }
}

/// A folder that is removed after the test.
enum TemporaryFolder {
    static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tapfocus-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder.path)
    }
}
