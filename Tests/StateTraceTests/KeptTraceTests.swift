import Foundation
import StateChart
import StateTrace
import Testing

/// The recordings in Tests/Traces.
struct KeptTraceTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Traces")

    private static let names = ["worlds.jsonl"]

    @Test("Each kept trace is tested")
    func all() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(files.filter { $0.hasSuffix(".jsonl") }.sorted() == Self.names)
    }

    @Test("The engine decides a kept recording today as it did then, bit for bit", arguments: names)
    func same(_ name: String) throws {
        let path = Self.folder.appendingPathComponent(name).path
        let report = try Replay.run(path: path)
        #expect(report.divergence == nil && report.fault == nil && report.tornLines == [] && report.isEnded)
        let headers = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\"format\":").count - 1
        #expect(report.sessions == headers && report.inputs > 1000)
    }

    @Test("Every step of a kept trace keeps to the charts", arguments: names)
    func charts(_ name: String) throws {
        var charts = ChartMonitors()
        var departures: [String] = []
        var counts = (sessions: 0, steps: 0)
        let report = try Replay.run(path: Self.folder.appendingPathComponent(name).path) { step in
            switch step {
            case .session, .resumed:
                charts = ChartMonitors()
                counts.sessions += 1
            case .step(let input, let effects, let line):
                counts.steps += 1
                if let departure = charts.note(input, effects) { departures.append("line \(line): \(departure)") }
            }
        }
        #expect(departures == [])
        #expect(counts.sessions == report.sessions && counts.steps == report.inputs)
    }
}
