import Foundation
import Glibc
import Testing

@testable import tapfocus

/// `replay --step`, with a person at the other end of a pipe.
@Suite struct ReplayStepTests {
    private func step(_ typed: String, _ arguments: String...) throws -> (code: Int32, output: String) {
        try withFolder { folder in
            let text = try SmallTraces.demo(snapshots: 50)
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: Program.path)
            process.arguments = ["replay", "t.jsonl", "--step"] + arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            // Other tests of this process block signals, and a child inherits that: only SIGKILL surely ends it.
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            try input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
            try input.fileHandleForWriting.close()
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("Enter goes one input further, and shows the input, its effects and what it changed in the engine")
    func enter() throws {
        let outcome = try step("\n\n\n\n\nq\n")
        #expect(outcome.code == 0)
        let inputs = outcome.output.split(separator: "\n").filter { $0.contains(#/^ +\d+\.\d{3}  \d\d:\d\d:\d\d/#) }
        #expect(inputs.count == 5, "\(outcome.output)")
        #expect(outcome.output.contains("  start\n") && outcome.output.contains("rule start"))
        #expect(outcome.output.contains(#/ phase +\{"waiting":\{\}\}  →  \{"running":\{\}\}\n/#), "\(outcome.output)")
        #expect(outcome.output.contains("the same: 5 inputs"))
    }

    @Test("The end of the pipe ends the replay, as q does; without an Enter nothing is shown")
    func end() throws {
        #expect(try step("").output.hasPrefix("the same: 0 inputs"))
        #expect(try step("q\n\n\n").output.hasPrefix("the same: 0 inputs"))
        #expect(try step("\n").output.contains("the same: 1 inputs"))
    }

    @Test("With --from, the first Enter shows the first input after that time; with --until, the last one before it")
    func period() throws {
        let outcome = try step(String(repeating: "\n", count: 1000), "--from", "6.6", "--until", "6.7")
        let times = outcome.output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^ +(\d+\.\d{3})  \d\d:/#).flatMap { Double($0.output.1) }
        }
        #expect(times.first == 6.6 && times.allSatisfy { $0 >= 6.6 && $0 <= 6.7 } && times.count >= 2, "\(times)")
        #expect(outcome.code == 0 && outcome.output.contains("began at the snapshot at"))
    }
}
