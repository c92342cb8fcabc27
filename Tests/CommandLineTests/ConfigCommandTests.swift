import Foundation
import Testing

@testable import tapfocus

@Suite("tapfocus config")
struct ConfigCommandTests {
    private func config(_ text: String, _ arguments: [String]) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            return try Program.run(["config"] + arguments, in: folder)
        }
    }

    @Test("A file without a fault is said to have none, with the keys that it sets")
    func sound() throws {
        let outcome = try config("{ rotation: 90, tap: { longestTime: 0.6 } }", ["check", "c"])
        #expect(outcome.code == 0 && outcome.output == "c: no fault. It sets rotation, tap.longestTime.\n")
        #expect(try config("{ /* nothing */ }", ["check", "c"]).output == "c: no fault. It sets nothing.\n")
    }

    @Test(
        "A fault is printed with line, column and a sentence",
        arguments: [
            ("{\n  vew: 1 }", "c:2:3: unknown key \"vew\""), ("{ camera: 'ä', vew: 1 }", "c:1:16: unknown key"),
            ("{ traceOn: 'error' }", "c:1:3: traceOn: expected also trace"), ("{ rotation: 90", "c:1:"),
        ])
    func faults(text: String, words: String) throws {
        let outcome = try config(text, ["check", "c"])
        #expect(outcome.code == 1 && outcome.output.hasPrefix(words) && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test("The packages' configuration changes nothing, and each setting in its comments can be used as it stands")
    func conffile() throws {
        let text = try repositoryFile("debian/tapfocus.json5")
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            #expect(try ConfigurationFile.read(folder + "/c") == RunSettings())
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.firstMatch(of: /^ +\/\/ ([a-zA-Z]+: .*,)$/).map { String($0.output.1) } ?? String(line)
            }
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            let settings = try ConfigurationFile.read(folder + "/c")
            #expect(settings.camera == "/dev/video0" && settings.log == "writes" && settings.engine.view.isMirrored)
        }
    }

    @Test("A configuration that is read again tells what has changed, also inside a file of quirks")
    func rereading() throws {
        try withFolder { folder in
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + name))
            }
            let entry = "usb: '046d:082d', because: 'x'"
            try write("[{ \(entry), lensDelay: 1 }]", "/q")
            try write("{ quirks: '\(folder)/q' }", "/c")
            let arguments = try ParsedArguments(["--config", folder + "/c"], for: RunCommand.command)
            let options = try RunCommand.kioskOptions(try RunCommand.runSettings(arguments), arguments)
            let reread = try #require(options.reread)
            #expect(try reread().words.hasSuffix("log is writes, and nothing else has changed"))
            try write("[{ \(entry), lensDelay: 2 }]", "/q")
            #expect(try reread().words.hasSuffix("these count at the next start: the quirks in their files"))
            try write("{ quirks: '\(folder)/q', log: 'taps', rotation: 90 }", "/c")
            let words = try reread().words
            #expect(words.contains("log is taps") && words.contains(": rotation, the quirks in their files"))
        }
    }

    @Test("A file that is not there is a sentence, too")
    func missing() throws {
        let outcome = try Program.run("config", "check", "/no/such")
        #expect(outcome.code == 1 && outcome.output.contains("/no/such: cannot read the configuration"))
    }

    @Test("Each setting in force is shown with the place of its value")
    func show() throws {
        let outcome = try config("{ rotation: 90,\n mirrored: true }", ["show", "--config", "c", "--rotation", "180"])
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.code == 0 && lines.count == 2, "\(outcome)")
        #expect(lines.contains { $0.hasPrefix("rotation ") && $0.contains("180") && $0.hasSuffix("--rotation") })
        #expect(lines.contains { $0.hasPrefix("mirrored ") && $0.contains("true") && $0.hasSuffix("c, line 2") })
        let all = try config("{}", ["show", "--config", "c", "--all"])
        #expect(all.output.split(separator: "\n").count > 40 && all.output.contains("forceLockTime"))
        let json = try config("{ log: 'taps' }", ["show", "--config", "c", "--json"])
        #expect(json.output.contains(#""log":{"from":"c, line 1","value":"taps"}"#))
    }
}
