import FocusCore
import Foundation
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct TornTraceTests {
    @Test("A trace that is cut at any byte is replayed up to its last complete line")
    func everyPrefix() throws {
        let bytes = try Traces.short()
        let headerEnd = try #require(bytes.firstIndex(of: 0x0a))
        for length in 0..<bytes.count {
            let prefix = Array(bytes[..<length])
            let report = try Traces.replay(prefix)
            guard length >= headerEnd else {
                #expect(report.fault?.line == 1 && report.inputs == 0, "cut at \(length)")
                continue
            }
            #expect(report.fault == nil && report.divergence == nil, "cut at \(length)")
            // A line that lacks only its line feed is complete.
            let isTorn = prefix.last != 0x0a && bytes[length] != 0x0a
            let complete = prefix.count { $0 == 0x0a } + (prefix.last != 0x0a && !isTorn ? 1 : 0)
            let inputs = Traces.lines(bytes)[..<complete].count { $0.contains("\"in\":") }
            #expect(report.inputs == inputs, "cut at \(length)")
            #expect(report.tornLines == (isTorn ? [complete + 1] : []), "cut at \(length)")
        }
    }

    @Test("A session appended to a trace that is cut at any byte is replayed too")
    func appended() throws {
        let bytes = try Traces.short()
        let whole = try Traces.replay(bytes)
        let headerEnd = try #require(bytes.firstIndex(of: 0x0a))
        for length in stride(from: 1, to: bytes.count, by: 3) {
            let cut = Array(bytes[..<length])
            let report = try Traces.replay(cut + (cut.last == 0x0a ? [] : [0x0a]) + bytes)
            #expect(
                report.sessions == (length < headerEnd ? 1 : 2) && report.fault == nil && report.divergence == nil,
                "cut at \(length)")
            #expect(report.inputs >= whole.inputs && report.isEnded, "cut at \(length)")
        }
    }

    @Test("Consecutive power cuts, each in the header of the next session, lose no complete line")
    func cutsInARow() throws {
        let bytes = try Traces.short()
        let feed: [UInt8] = [0x0a]
        let torn = Array(bytes[..<(bytes.count - 10)])
        let header = Array(bytes[..<40])
        let report = try Traces.replay(torn + feed + header + feed + header + feed + bytes)
        #expect(report.fault == nil && report.sessions == 2 && report.isEnded)
        #expect(report.tornLines.count == 3)
        let last = try Traces.replay(torn + feed + header)
        #expect(last.fault == nil && last.tornLines.count == 2)
    }

    @Test("A torn line that a later start has ended, before it was cut off itself, is a torn line")
    func endedTornLine() throws {
        let bytes = try Traces.short()
        let lines = Traces.lines(bytes)
        for length in 1..<lines[2].utf8.count {
            let report = try Traces.replay([lines[0], lines[1], String(lines[2].prefix(length))])
            #expect(report.fault == nil && report.tornLines == [3] && report.inputs == 1, "cut at \(length)")
        }
    }

    @Test("A tail of NULs, as some file systems leave it, is a torn line", arguments: [1, 100, 5000])
    func nulTail(count: Int) throws {
        let bytes = try Traces.short()
        let cut = Array(bytes[..<(bytes.count - 20)])
        let nul = [UInt8](repeating: 0, count: count)
        for tail in [nul, nul + [0x0a]] {
            let report = try Traces.replay(cut + tail)
            #expect(report.fault == nil && report.inputs == 8 && report.tornLines.count == 1)
            let next = try Traces.replay(cut + tail + (tail.last == 0x0a ? [] : [0x0a]) + bytes)
            #expect(next.fault == nil && next.sessions == 2 && next.inputs == 16)
        }
    }

    @Test("A line longer than any of ours is a fault of that line; everything before it is replayed")
    func longLine() throws {
        let bytes = try Traces.short()
        let report = try Traces.replay(bytes + [UInt8](repeating: 0x20, count: 2 << 20) + bytes)
        #expect(report.inputs == 8)
        #expect(report.fault?.line == Traces.lines(bytes).count + 1)
        #expect(try Traces.replay(bytes + [UInt8](repeating: 0, count: 3 << 20)).inputs == 8)
    }

    @Test("A session that is appended to a file begins on a line of its own", arguments: [0, 5, 300])
    func appending(missing: Int) throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            let bytes = try Traces.short()
            try Data(bytes[..<(bytes.count - missing)]).write(to: URL(fileURLWithPath: path))
            let file = try TraceFile(path: path)
            try file.write(bytes)
            let report = try Replay.run(path: path)
            #expect(
                report.sessions == 2 && report.fault == nil
                    && report.tornLines.count == (missing == 0 ? 0 : 1))
        }
    }
}
