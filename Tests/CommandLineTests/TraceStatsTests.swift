import Foundation
import Testing

@testable import tapfocus

@Suite struct TraceStatsTests {
    private func stats(_ files: [String: String], _ arguments: [String]) throws -> Program.Outcome {
        try withFolder { folder in
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            return try Program.run(["trace", "stats"] + arguments, in: folder)
        }
    }

    @Test("The statistics of one trace are told in words")
    func words() throws {
        let outcome = try stats(["t": try SmallTraces.demo()], ["t"])
        #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.output.hasPrefix("t\n"))
        for line in [
            " inputs in 1 session over 24.8 s",
            "  taps               3 accepted, 0 refused, 2 ignored (1 dragged, 1 outside the view)",
            "  settled            3 of 3\n", "  control errors     none\n",
            "3: 1 lock-elapsed-moved by accelerometer, 1 moved-unlocks by accelerometer, 1 moved-unlocks by scene\n",
            "(not named)  software     software              3   1.",
        ] { #expect(outcome.output.contains(line), "\(outcome.output)") }
    }

    @Test("Several traces have a row each, and a total")
    func fleet() throws {
        let demo = try SmallTraces.demo()
        let outcome = try stats(["a": demo, "b": demo], ["a", "b"])
        let lines = outcome.output.split(separator: "\n")
        #expect(
            outcome.code == 0 && lines[0].hasSuffix("file") && lines[1].hasSuffix("  a") && lines[2].hasSuffix("  b"))
        #expect(lines[3] == "all 2 files" && lines[4].contains(" inputs in 2 sessions over 49.6 s"))
    }

    @Test("The files of a ring are one session, and a tap that settles in the next file has its time")
    func ring() throws {
        let parts = try SmallTraces.ring(splits: [20, 40, 300])
        let files = Dictionary(uniqueKeysWithValues: parts.enumerated().map { ("ring-\($0)", $1) })
        let outcome = try stats(files, files.keys.sorted())
        let whole = try stats(["t": try SmallTraces.ring(splits: [])[0]], ["t"])
        func total(_ output: String) -> [String] {
            output.components(separatedBy: "\n").drop { !$0.hasPrefix("  recorded") }.map { $0 }
        }
        #expect(outcome.code == 0 && total(outcome.output) == total(whole.output), "\(outcome.output)")
        #expect(total(outcome.output).count > 8 && outcome.output.contains(" inputs in 1 session over 24.8 s"))
        let rows = outcome.output.split(separator: "\n").filter { $0.contains("  ring-") }
        #expect(rows.map { $0.split(separator: " ")[0] } == ["1", "0", "0", "0"], "\(rows)")
    }

    @Test("--json writes an object with the same fields for each file, and one for the total")
    func json() throws {
        let empty = #"{"format":"tapfocus-trace","version":2}"# + "\n"
        let outcome = try stats(["a": try SmallTraces.demo(), "b": empty], ["--json", "a", "b"])
        let objects = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(outcome.code == 0 && objects.count == 3)
        #expect(objects.map { $0["kind"] as? String } == ["file", "file", "total"])
        #expect(Set(objects.map { $0.keys.sorted() }).count == 1)
        let total = objects[2]
        #expect(total["files"] as? Int == 2 && total["taps"] as? Int == 3 && total["file"] is NSNull)
        let settle = try #require((total["settle"] as? [[String: Any]])?.first)
        #expect(settle["median"] as? Double == 1.506 && settle["camera"] is NSNull && settle["count"] as? Int == 3)
        #expect(objects[1]["seconds"] as? Double == 0 && objects[1]["damage"] is NSNull)
    }

    @Test("A damaged file is counted up to the damage, named with its line, and ends with 1")
    func damaged() throws {
        let lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
        let bad = (lines[..<500] + ["garbage"] + lines[500...]).joined(separator: "\n") + "\n"
        let outcome = try stats(["bad": bad, "good": try SmallTraces.demo()], ["bad", "good"])
        #expect(outcome.code == 1 && outcome.output.contains("bad  (damaged: counted up to there)\n"))
        #expect(outcome.errors.hasPrefix("tapfocus trace stats: bad, line 501, column 1: expected an object"))
        #expect(outcome.output.contains("all 2 files"))
        let json = try stats(["bad": bad], ["bad", "--json"])
        #expect(json.code == 1 && json.output.contains(#""damage":"bad, line 501"#))
    }

    @Test("A line that a power cut has torn is told, and counted in the report of a fleet")
    func torn() throws {
        let lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
        let torn = lines[..<500].joined(separator: "\n") + "\n" + lines[500].prefix(20)
        let outcome = try stats(["torn": torn, "good": try SmallTraces.demo()], ["torn", "good"])
        #expect(outcome.code == 0 && outcome.output.contains("torn  (torn by a power cut or a crash)\n"), "\(outcome)")
        #expect(outcome.errors.hasPrefix("tapfocus trace stats: torn, line 501 was torn, as a power cut"))
        let json = try stats(["torn": torn, "good": try SmallTraces.demo()], ["torn", "good", "--json"])
        let counts = try json.output.split(separator: "\n").map { line in
            (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["torn"] as? Int
        }
        #expect(json.code == 0 && counts == [1, 0, 1], "\(json)")
    }

    @Test("There are no numbers of a file that is no trace", arguments: ["# A document\n", "", "\u{28}\u{b5}"])
    func noTrace(_ text: String) throws {
        let alone = try stats(["bad": text], ["bad"])
        #expect(alone.code == 1 && alone.output.isEmpty && alone.errors.contains("bad, line 1: expected a trace"))
        let both = try stats(["bad": text, "t": try SmallTraces.demo()], ["bad", "t"])
        #expect(both.code == 1 && both.output.contains("the 1 of 2 files that could be read"), "\(both)")
    }

    @Test("A folder or a missing file ends with 1 and a sentence; the other files are counted")
    func unreadable() throws {
        let outcome = try stats(["t": try SmallTraces.demo()], ["/", "t", "/no/such"])
        #expect(outcome.code == 1 && outcome.output.contains("the 1 of 3 files that could be read"))
        #expect(outcome.errors.contains("Name a file, not a folder.") && outcome.errors.contains("/no/such"))
        #expect(outcome.errors.count { $0 == "\n" } == 2)
    }
}
