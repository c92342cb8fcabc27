import Foundation
import Testing

/// `Tests/Findings/READER-NAME` has bytes that once made a reader trap, hang or read wrongly. Scripts/stages/fuzz puts new ones there.
@Suite struct FindingTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Findings").path

    private static let findings = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []

    @Test(
        "A finding of the fuzzers is read or refused", .timeLimit(.minutes(1)),
        arguments: findings.filter { $0 != "README.md" })
    func finding(_ name: String) throws {
        let reader = try #require(FuzzedReader(rawValue: String(name.prefix { $0 != "-" })), "no reader for \(name)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(name)"))
        bytes.withUnsafeBytes { reader.read($0) }
    }

    @Test("There are findings to read again")
    func hasFindings() {
        #expect(Self.findings.count > 1)
    }

    @Test(
        "Each reader survives nothing, an empty line, an open object and 100,000 open lists",
        arguments: FuzzedReader.allCases)
    func little(_ reader: FuzzedReader) {
        for bytes in [[], [0x0a], [0x7b], Array(repeating: 0x5b, count: 100_000)] as [[UInt8]] {
            bytes.withUnsafeBytes { reader.read($0) }
        }
    }
}
