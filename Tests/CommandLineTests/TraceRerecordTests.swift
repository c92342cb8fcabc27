import Foundation
import Testing

@testable import tapfocus

@Suite struct TraceRerecordTests {
    private func rerecord(_ text: String) throws -> (outcome: Program.Outcome, trace: String?) {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/old"))
            let outcome = try Program.run("trace", "rerecord", "old", "-o", "new", in: folder)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(files == ["new", "old"] || files == ["old"])
            return (outcome, try? String(contentsOfFile: folder + "/new", encoding: .utf8))
        }
    }

    /// The lines of a trace but for its headers, which name the program and the chart.
    private func steps(_ trace: String) -> [Substring] {
        trace.split(separator: "\n").filter { !$0.hasPrefix(#"{"format""#) && !$0.hasPrefix(#"{"note""#) }
    }

    @Test("A trace that is decided as it was is written as it was")
    func same() throws {
        let demo = try SmallTraces.demo()
        let (outcome, trace) = try rerecord(demo)
        #expect(outcome.code == 0 && outcome.output == "new: every decision is as it was\n", "\(outcome)")
        #expect(steps(try #require(trace)) == steps(demo))
    }

    @Test("What only people read stays where it was: remarks, marks, the devices, and the camera's name")
    func words() throws {
        var lines = try SmallTraces.ring(splits: [])[0].split(separator: "\n").map(String.init)
        lines[0] = lines[0].replacing(
            #""devices":[]"#, with: #""devices":[{"name":"Lab \"Camera\"","path":"/dev/video0","camera":{}}]"#)
        // Between an input and its effects, no mark is written.
        let middle = try #require(lines[700...].firstIndex { $0.contains(#""in":"#) })
        let mark = #"{"mark":"it is \"blurred\"\u0007","s":"7g2mk0qa","t":500000000}"#
        for (place, line) in [
            (lines.count - 1, #"{"note":"the last"}"#), (middle, mark), (30, #"{"note":"second"}"#),
            (1, #"{"note":"first"}"#),
        ] { lines.insert(line, at: place) }
        func words(_ trace: String) -> [String] {
            trace.split(separator: "\n").map(String.init).filter { !$0.hasPrefix(#"{"format""#) }
                .map { $0.replacing(/"s":"[0-9a-z]+",/, with: "").replacing(/,"s":"[0-9a-z]+"}/, with: "}") }
        }
        let old = lines.joined(separator: "\n") + "\n"
        let new = try #require(try rerecord(old).trace)
        #expect(words(new) == words(old) && new.contains(#""cameraArrived":{"name":"Lab Camera""#))
        #expect(new.contains(#""devices":[{"name":"Lab \"Camera\"","path":"/dev/video0","camera":{}}]"#))
        // Another decision moves no word to another place among the inputs from outside.
        let other = old.replacing(
            /"arm":\{"id":"forceLock","deadline":[0-9]+/, with: #""arm":{"id":"forceLock","deadline":7"#)
        let parted = try #require(try rerecord(other).trace)
        func places(_ trace: String) -> [String] {
            words(trace).filter { $0.contains(/"(note|mark|touch|viewShown|start)":/) }
                .map { $0.replacing(/"n":[0-9]+,/, with: "") }
        }
        #expect(places(parted) == places(old) && places(old).count > 20)
    }

    @Test("A trace whose decisions differ gets those of this version, for the same inputs from outside")
    func other() throws {
        let demo = try SmallTraces.demo()
        // A version that held only for a second, and forgot to read back.
        let old = demo.replacing(
            /"arm":\{"id":"forceLock","deadline":[0-9]+/, with: #""arm":{"id":"forceLock","deadline":7"#)
        let (outcome, trace) = try rerecord(old)
        #expect(old != demo && outcome.code == 0 && outcome.output.hasPrefix("new: it decides otherwise"), "\(outcome)")
        let raw = /"in":\{"(touch|acceleration|viewShown|start|stop)"/
        let new = try #require(trace)
        #expect(steps(new).filter { $0.contains(raw) }.count == steps(demo).filter { $0.contains(raw) }.count)
        try withFolder { folder in
            try Data(new.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let replay = try Program.run("replay", "t", in: folder)
            #expect(replay.code == 0 && replay.output.hasPrefix("the same: "), "\(replay)")
        }
    }

    @Test("A trace of version 1, a damaged one and none are told in a sentence; nothing is written")
    func refused() throws {
        let old = try repositoryFile("Tests/Traces/worlds.jsonl")
        let first = try rerecord(old)
        #expect(first.outcome.code == 1 && first.trace == nil && first.outcome.errors.contains("version 1"))
        let damaged = try rerecord(try SmallTraces.demo() + "garbage\n{}\n")
        #expect(
            damaged.outcome.code == 1 && damaged.trace == nil && damaged.outcome.errors.contains("expected an object"))
        let missing = try withFolder { try Program.run("trace", "rerecord", "old", in: $0) }
        #expect(missing.code == 2 && missing.errors.contains("name the file to write: -o FILE."))
    }
}
