import Foundation
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
}
