import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import Testing

@testable import StateTrace

@Suite struct ForeignFileTests {
    @Test(
        "A file that is no trace is refused at its first line, and the fault says what a trace is",
        arguments: [
            "", "\n", "\n\n\n", "hello", "hello\nworld\n", "{}\n", "{\"a\":1}\n{\"b\":2}\n", "[]\n", "\u{0}\u{0}",
            "null\n",
            "{\"format\":\"other\",\"version\":1}\n", "{\"end\":{}}\n", "{\"n\":1,\"out\":[]}\n",
            "{\"n\":1,\"t\":5,\"in\":{\"start\":{}}}\n", "{\"format\":\"tapfocus-trace\",\"version\":\"1\"}\n",
        ])
    func foreign(text: String) throws {
        let report = try Traces.replay(Array(text.utf8))
        let fault = try #require(report.fault)
        #expect(fault.line == 1 && fault.expected.contains("trace"))
        #expect(report.divergence == nil && report.sessions == 0 && report.inputs == 0)
        #expect(fault.expected.contains("empty") == text.allSatisfy { $0 == "\n" })
    }

    @Test("A header of another version says which version it is")
    func version() throws {
        let bytes = try Traces.short()
        var lines = Traces.lines(bytes)
        lines[0].replace("\"version\":2", with: "\"version\":3")
        let fault = try #require(try Traces.replay(lines).fault)
        #expect(fault.line == 1 && fault.expected.contains("version 1 to 2") && fault.expected.contains("version 3"))
        // The first session, which a newer program has continued, is replayed.
        let continued = try Traces.replay(Traces.lines(bytes) + lines)
        #expect(continued.inputs == 8 && continued.fault?.line == Traces.lines(bytes).count + 1)
    }

    @Test("A header with an impossible value names its key")
    func headerValue() throws {
        var lines = Traces.lines(try Traces.short())
        lines[0].replace("\"rotation\":0", with: "\"rotation\":7")
        #expect(try Traces.replay(lines).fault?.expected.contains("configuration.rotation") == true)
    }

    @Test(
        "Garbage in the middle is a fault of its line, and everything before it is replayed",
        arguments: [
            "garbage", "{", "{\"n\":3,\"t\":1,\"in\":{\"dance\":{}}}", "{\"n\":}", "[1,2]", "\u{0}\u{0}",
            "{\"n\":3,\"t\":99999999999999999999,\"in\":{}}",
        ])
    func middle(garbage: String) throws {
        let lines = Traces.lines(try Traces.short())
        let place = try #require(lines.firstIndex { $0.contains("\"viewShown\"") })
        var spoilt = lines
        spoilt.insert(garbage, at: place)
        let report = try Traces.replay(spoilt)
        #expect(report.fault?.line == place + 1)
        #expect(report.inputs == lines[..<place].count { $0.contains("\"in\":") })
        #expect(report.divergence == nil)
    }

    @Test("Garbage on a last line of its own is a fault too")
    func last() throws {
        let lines = Traces.lines(try Traces.short())
        #expect(try Traces.replay(lines + ["garbage"]).fault?.line == lines.count + 1)
    }

    @Test("Remarks, and records of a newer version, are skipped")
    func remarks() throws {
        var lines = Traces.lines(try Traces.short())
        lines.insert("{\"note\":\"hand-written, with an \\\"in\\\"\"}", at: 3)
        lines.insert("{\"weather\":[{\"sun\":true}]}", at: 3)
        let report = try Traces.replay(lines)
        #expect(report.fault == nil && report.divergence == nil && report.inputs == 8)
    }

    @Test("A file that cannot be opened is reported with the system's answer and a remedy")
    func system() throws {
        try TemporaryFolder.with { folder in
            let missing = #expect(throws: TraceFileError.self) { try Replay.run(path: folder + "/none") }
            #expect(missing?.code == ENOENT && missing?.description.contains("none") == true)
            let directory = #expect(throws: TraceFileError.self) { try Replay.run(path: folder) }
            #expect(directory?.code == EISDIR)
            let writing = #expect(throws: TraceFileError.self) { try TraceFile(path: folder) }
            #expect(writing?.code == EISDIR)
            let nowhere = #expect(throws: TraceFileError.self) { try TraceFile(path: folder + "/none/trace") }
            #expect(nowhere?.code == ENOENT)
            #expect(nowhere?.description.contains("the folder must exist") == true)
            #expect(missing?.description.contains("Check the name; its folder exists.") == true)
        }
    }

    @Test(
        "A file of another kind gets no trace, and stays as it is",
        arguments: ["hello\n", "{}", "\n[1]", "{\"a\":1}"])
    func otherKind(text: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/notes"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let refused = #expect(throws: TraceFileError.self) { try TraceFile(path: path) }
            #expect(refused?.description.contains("it does not begin as a trace does. Choose a new file") == true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test(
        "What a power cut leaves of a trace's beginning is appended to",
        arguments: ["", "\u{0}\u{0}", "{\"for", "\n"])
    func tornBeginning(text: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Never.self) { try TraceFile(path: path) }
        }
    }

    @Test("A read that fails in the middle is a fault of its line, and everything before it is replayed")
    func brokenDisk() throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            let bytes = try Traces.short()
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let readable = Traces.lines(bytes)[..<7].reduce(0) { $0 + $1.utf8.count + 1 }
            let reader = try LineReader(path: path) { descriptor, buffer, size in
                let place = lseek(descriptor, 0, SEEK_CUR)
                if place < readable { return read(descriptor, buffer, min(size, readable - place)) }
                errno = EIO
                return -1
            }
            let report = try Replay.run(reader)
            #expect(report.inputs == Traces.lines(bytes)[..<7].count { $0.contains("\"in\":") } && report.inputs > 0)
            #expect(report.fault?.line == 8 && report.fault?.expected.contains("Input/output error") == true)
            let unreadable = #expect(throws: TraceFileError.self) {
                try Replay.run(
                    try LineReader(path: path) { _, _, _ in
                        errno = EIO
                        return -1
                    })
            }
            #expect(unreadable?.code == EIO)
        }
    }

    @Test("A line of more than 1 MiB in the middle is a fault of its line, and everything before it is replayed")
    func overlong() throws {
        var lines = Traces.lines(try Traces.short())
        lines.insert(String(repeating: " ", count: 1 << 21), at: 5)
        let report = try Traces.replay(lines)
        #expect(report.fault?.line == 6 && report.fault?.expected == "a line of up to 1 MiB")
        #expect(report.inputs == lines[..<5].count { $0.contains("\"in\":") } && report.inputs > 0)
    }

    @Test("A file that is being written is refused with a sentence of its own, and not touched")
    func lock() throws {
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            let first = try TraceFile(path: path)
            try first.write(Array("{".utf8))
            let refused = #expect(throws: TraceFileError.self) { try TraceFile(path: path) }
            #expect(refused?.code == EWOULDBLOCK)
            #expect(refused?.description.contains("another program is writing it. End that program") == true)
            try first.write(Array("}\n".utf8))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "{}\n")
        }
        // A device is not locked, because it keeps nothing; everybody may write to it.
        let sinks = try [TraceFile(path: "/dev/null"), TraceFile(path: "/dev/null")]
        #expect(sinks.count == 2)
    }

    @Test("A trace with any byte changed is replayed, diverges or is a fault, and never a crash")
    func fuzz() throws {
        let bytes = try Traces.short()
        var random = RandomInputs(seed: 3)
        try TemporaryFolder.with { folder in
            let path = folder + "/trace.jsonl"
            for _ in 0..<2500 {
                var mutant = bytes
                for _ in 0...random.below(2) {
                    let place = random.below(mutant.count)
                    if random.chance(0.5) {
                        mutant[place] = UInt8(truncatingIfNeeded: random.generator.next())
                    } else {
                        mutant.insert(contentsOf: Array("\n999999{}[]".utf8)[random.below(10)...], at: place)
                    }
                }
                try Data(mutant).write(to: URL(fileURLWithPath: path))
                let report = try Replay.run(path: path)
                #expect(report.inputs <= 9)
            }
        }
    }
}
