import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct TraceWriterTests {
    private struct DiskFull: Error {}

    @Test("Every line is JSON, and the header contains all that replay needs")
    func lines() throws {
        let lines = Traces.lines(try Traces.short())
        for line in lines {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
        }
        let header = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(header["format"] as? String == "tapfocus-trace" && header["version"] as? Int == 2)
        #expect(header["chart"] as? String == "sha256:test" && header["clock"] as? String == "CLOCK_MONOTONIC")
        #expect(header["monotonic"] as? Int == 17 && header["wallClock"] as? String == "2026-01-02T03:04:05.678+01:00")
        let device = (header["devices"] as? [[String: Any]])?.first
        #expect(device?["name"] as? String == "a \"camera\"\n")
        #expect(lines.last?.hasPrefix("{\"end\":{\"inputs\":8,\"outputs\":") == true)
    }

    @Test("Lines that a full disk refuses are dropped: memory does not fill, and each flush throws the error once")
    func fullDisk() throws {
        let memory = Traces.Memory()
        var writer = try TraceWriter(header: Traces.header()) { bytes in
            guard memory.bytes.isEmpty else { throw DiskFull() }
            memory.bytes += bytes
        }
        let input = Input(.start, at: Instant(nanoseconds: 1))
        for _ in 0..<3 {
            writer.record(input, EffectList())
            #expect(throws: DiskFull.self) { try writer.flush() }
            try writer.flush()
        }
        #expect(throws: DiskFull.self) { try writer.end() }
    }

    @Test("A disk that is full from the start is reported with the system's answer")
    func fullDevice() throws {
        let file = try TraceFile(path: "/dev/full")
        let error = #expect(throws: TraceFileError.self) { try file.write([1, 2, 3]) }
        #expect(error?.code == ENOSPC && error?.description.contains("Make room") == true)
    }
}
