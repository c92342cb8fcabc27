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

    /// The rows of the table in README: a file, and what it is kept to show at its end; nil: nothing that has a name.
    static let rows: [(name: String, purpose: TracePredicate?)] = {
        let readme = try? String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
        return (readme ?? "").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: ["`", " "]) }
            guard line.hasPrefix("| `"), cells.count == 3 else { return nil }
            return (cells[0], purpose(cells[1]))
        }
    }()

    private static func purpose(_ words: String) -> TracePredicate? {
        let parts = words.split(separator: ":").map(String.init)
        return switch parts.first {
        case "state": .state(parts[1])
        case "rule": .rule(parts[1])
        case "fault": .fault(parts[1])
        case "error": .error
        default: nil
        }
    }
}

/// The engine of today on the recordings in Tests/Traces.
struct KeptTraceTests {
    private static let folder = KeptTraces.folder
    private static let names = KeptTraces.names

    @Test("There are kept traces, and README names each of them, and no other")
    func named() {
        #expect(KeptTraces.rows.map(\.name).sorted() == Self.names && Self.names.contains("worlds.jsonl"))
        #expect(KeptTraces.rows.filter { $0.purpose != nil }.count == Self.names.count - 1)
    }

    @Test("A minimized trace shows at its last step, and not before, what README keeps it for")
    func purposes() throws {
        for (name, purpose) in KeptTraces.rows {
            guard let purpose else { continue }
            var shown: [Bool] = []
            _ = try Replay.run(path: Self.folder.appendingPathComponent(name).path) { step in
                if case .step(let input, let effects, _) = step { shown.append(purpose.holds(input, effects)) }
            }
            #expect(shown.count < 300 && shown.firstIndex(of: true) == shown.count - 1, "\(name)")
        }
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
            case .session, .resumed:
                charts = ChartMonitors()
                counts.sessions += 1
            case .step(let input, let effects, let line):
                counts.steps += 1
                if let departure = charts.follow(input, effects) { departures.append("line \(line): \(departure)") }
            }
        }
        #expect(departures == [])
        #expect(counts.sessions == report.sessions && counts.steps == report.inputs)
    }
}
