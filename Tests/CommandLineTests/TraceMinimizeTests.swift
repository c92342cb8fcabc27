import FocusCore
import Foundation
import Glibc
import Testing

@testable import tapfocus

@Suite struct TraceMinimizeTests {
    @Test("The result replays, is small, and its note says what it shows")
    func small() throws {
        try withFolder { folder in
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let outcome = try Program.run(
                "trace", "minimize", "t", "--until", "rule:lock-elapsed-moved", "-o", "small", in: folder)
            #expect(
                outcome.code == 0 && outcome.output.contains(" of ") && outcome.output.contains("1 touch sequence, "),
                "\(outcome)")
            #expect(outcome.errors.contains("inputs: ") && !outcome.errors.contains("\u{1b}"), "\(outcome)")
            let text = try String(contentsOfFile: folder + "/small", encoding: .utf8)
            #expect(text.contains(#"{"note":"rule:lock-elapsed-moved, minimized from t"}"#) && text.count < 30_000)
            let replay = try Program.run("replay", "small", in: folder)
            #expect(replay.code == 0 && replay.output.hasPrefix("the same: "), "\(replay)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["small", "t"])
        }
    }

    @Test(
        "What is not shown, is unknown or missing is told in a sentence, and nothing is written",
        arguments: [
            (["--until", "fault:holdLost", "-o", "x"], 1, "nothing in t shows fault:holdLost, among "),
            (["--until", "fault:holdLot", "-o", "x"], 2, "there is no fault \"holdLot\", but accelerationNotFinite, "),
            (
                ["--until", "stat:x", "-o", "x"], 2,
                "expected state:NAME, rule:NAME, fault:NAME or error, not \"stat:x\"."
            ),
            (["--until", "rule:tapped"], 2, "name the file to write: -o FILE."),
            (["-o", "x"], 2, "--until is missing."),
            (["--until", "error", "-o"], 2, "--output needs a value: FILE."),
            (["--until", "rule:tapped", "-o", "no/such/x"], 1, "cannot create no/such/x: No such file"),
        ])
    func refused(_ arguments: [String], _ code: Int32, _ words: String) throws {
        try withFolder { folder in
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let outcome = try Program.run(["trace", "minimize", "t"] + arguments, in: folder)
            #expect(outcome.code == code && outcome.errors.contains(words) && outcome.output.isEmpty, "\(outcome)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["t"])
        }
    }

    @Test(
        "A rule or a state that does not exist is answered with those that do, each with what it means",
        arguments: [
            ("rule:taped", "tapped", FocusRule.allCases.count), ("state:unlockableLock", "unlockableLocked", 3),
        ])
    func choices(_ what: String, _ meant: String, _ count: Int) throws {
        let outcome = try Program.run("trace", "minimize", "t", "--until", what, "-o", "x")
        #expect(outcome.code == 2 && outcome.errors.contains(". Did you mean \"\(meant)\"?"), "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == count + 1 && lines[0].contains("--help"))
        let choices = lines.dropFirst().filter { $0.wholeMatch(of: /\ \ [A-Za-z-]+\ \ +[a-z].{20,}/) != nil }
        #expect(choices.count == count, "\(outcome.errors)")
        let help = try Program.run("trace", "minimize", "--help").output
        for line in choices { #expect(help.contains(line + "\n")) }
    }

    @Test("Ctrl-C leaves the smallest one found so far, whole, or nothing")
    func interrupted() throws {
        try withFolder { folder in
            // Long enough for the signal to come in the middle: stories one after the other, in one file.
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path)
            process.arguments = ["trace", "minimize", "t", "--until", "rule:moved-unlocks", "-o", "small"]
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            let errors = Pipe()
            process.standardError = errors
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            // The first progress line comes once signals are noted.
            let first = errors.fileHandleForReading.availableData
            kill(process.processIdentifier, SIGINT)
            let rest = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let words = String(decoding: first + rest, as: UTF8.self)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(process.terminationReason == .exit && (files == ["small", "t"] || files == ["t"]), "\(words)")
            if process.terminationStatus != 0 { #expect(words.contains("interrupted"), "\(words)") }
            guard files.contains("small") else { return }
            let replay = try Program.run("replay", "small", in: folder)
            #expect(replay.code == 0, "\(replay)")
        }
    }
}
