import Foundation
import StateChart
import StateTrace
import Testing

/// The recordings in Tests/Traces: each file of the folder.
enum KeptTraces {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Traces")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".jsonl") }.sorted()
    }()
}

/// The engine of today on the recordings in Tests/Traces.
struct KeptTraceTests {
    private static let folder = KeptTraces.folder
    private static let names = KeptTraces.names

    @Test("There are kept traces, and README names each of them, and no other")
    func named() throws {
        let readme = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
        let named = readme.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("| `") else { return nil }
            return line.dropFirst(3).split(separator: "`").first.map(String.init)
        }
        #expect(named.sorted() == Self.names && Self.names.contains("worlds.jsonl"))
    }

    @Test("The engine decides a kept recording today as it did then, bit for bit", arguments: names)
    func same(_ name: String) throws {
        let path = Self.folder.appendingPathComponent(name).path
        let report = try Replay.run(path: path)
        #expect(report.divergence == nil && report.fault == nil && report.tornLines == [] && report.isEnded)
        let headers = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\"format\":").count - 1
        #expect(report.sessions == headers && report.inputs > 0)
    }

    @Test("Every step of a kept trace keeps to the charts", arguments: names)
    func charts(_ name: String) throws {
        var charts = ChartMonitors()
        var departures: [String] = []
        var counts = (sessions: 0, steps: 0)
        let report = try Replay.run(path: Self.folder.appendingPathComponent(name).path) { step in
            switch step {
            case .session:
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
