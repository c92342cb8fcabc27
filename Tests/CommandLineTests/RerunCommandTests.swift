import FocusCore
import Foundation
import StateTrace
import Testing

@testable import tapfocus

@Suite struct RerunCommandTests {
    private func replay(_ arguments: String..., files: [String: String] = [:]) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(try SmallTraces.demo().utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            return try Program.run(["replay", "t"] + arguments, in: folder)
        }
    }

    @Test("The same settings change nothing")
    func same() throws {
        let outcome = try replay("--set", "forceLockTime=3")
        #expect(outcome.code == 0 && outcome.output == "nothing would have gone differently\n", "\(outcome)")
    }

    @Test("Another force lock: the setting, the first difference, both sides and the totals are shown")
    func forceLock() throws {
        let outcome = try replay("--set", "forceLockTime=3.5")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "forceLockTime: 3.5 instead of 3")
        #expect(
            lines.contains { $0.hasPrefix("first difference at 2.022") && $0.contains(", line ") }, "\(outcome.output)")
        #expect(lines.contains { $0.hasPrefix("  recorded  timer forceLock set to 5.022") }, "\(outcome.output)")
        #expect(lines.contains { $0.hasPrefix("  now       timer forceLock set to 5.522") })
        let both = lines.filter { $0.contains("lock-elapsed-still") }
        #expect(both.contains { $0.components(separatedBy: "unlockableLocked").count == 3 }, "\(outcome.output)")
        #expect(lines.contains("totals that differ"))
    }

    @Test("A threshold that nothing reaches keeps the lock: it is marked that this is a guess")
    func motion() throws {
        let outcome = try replay("--set", "motionDetection.deviation=50", "--set=sceneWatch=never")
        #expect(outcome.code == 0 && outcome.output.contains("motionDetection.deviation: 50 instead of 1"))
        #expect(outcome.output.contains("sceneWatch: never instead of auto") && outcome.output.contains("~"))
        #expect(outcome.output.contains("moved-unlocks by accelerometer"))
    }

    @Test("A file that begins in the middle of its session is run again, and what stays as it was is told")
    func middle() throws {
        try withFolder { folder in
            try Data(try SmallTraces.ring(splits: [300])[1].utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let same = try Program.run(["replay", "t", "--set", "forceLockTime=3"], in: folder)
            #expect(same.code == 0 && same.output == "nothing would have gone differently\n", "\(same)")
            let other = try Program.run(["replay", "t", "--set", "forceLockTime=1"], in: folder)
            let lines = other.output.split(separator: "\n").map(String.init)
            #expect(other.code == 0 && lines.first == "forceLockTime: 1 instead of 3", "\(other)")
            #expect(
                lines.dropFirst().first?.hasPrefix("the session begins in its middle: what is under way there") == true)
            #expect(lines.contains { $0.hasPrefix("first difference at ") } && lines.contains("totals that differ"))
            let least = try Program.run(
                ["trace", "minimize", "t", "--until", "rule:moved-unlocks", "-o", "small"], in: folder)
            let replay = try Program.run(["replay", "small"], in: folder)
            #expect(least.code == 0 && replay.code == 0 && replay.output.hasPrefix("the same: "), "\(least) \(replay)")
        }
    }

    @Test("The totals name the camera as trace stats does")
    func cameraName() throws {
        try withFolder { folder in
            try Data(try SmallTraces.ring(splits: [])[0].utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let stats = try Program.run(["trace", "stats", "t"], in: folder)
            let rerun = try Program.run(["replay", "t", "--set", "settle.searchDeadline=0.3"], in: folder)
            #expect(stats.code == 0 && stats.output.contains("    Lab Camera  "), "\(stats)")
            #expect(rerun.code == 0 && rerun.output.contains("Lab Camera  "), "\(rerun)")
            #expect(!rerun.output.contains("(not named)"), "\(rerun)")
        }
    }

    @Test("A configuration file does the same as --set, and --set overrides it")
    func file() throws {
        let set = try replay("--set", "forceLockTime=4")
        let file = try replay("--config", "c", files: ["c": "{ forceLockTime: 4, // more\n camera: '/dev/video9' }"])
        let both = try replay("--config", "c", "--set", "forceLockTime=4", files: ["c": "{ forceLockTime: 5 }"])
        #expect(set.code == 0 && set.output.count > 300 && file.output == set.output && both.output == set.output)
    }

    @Test(
        "A wrong setting is wrong usage, with a sentence of the configuration file's kind",
        arguments: [
            ("forceLockTime", "--set: expected KEY=VALUE, not \"forceLockTime\"."),
            ("vew=0,0,1x1", "unknown key \"vew\". Did you mean \"view\"?"),
            ("foo=1", "unknown key \"foo\". Documentation/Configuration.md lists the known ones."),
            ("tap.longestTme=1", "unknown key \"tap.longestTme\". Did you mean \"tap.longestTime\"?"),
            ("forceLockTime=-1", "--set forceLockTime=-1: forceLockTime: expected seconds"),
            ("rotation=x", "--set rotation=x: rotation: expected a number."),
            ("videoGravity=Fit", "videoGravity: expected one of"), ("tap=5", "tap: expected an object"),
            ("trace=x", "--set trace=x: it is about a device or the program; a re-run has what was recorded."),
        ])
    func wrong(_ setting: String, _ words: String) throws {
        let outcome = try replay("--set", setting)
        #expect(outcome.code == 2 && outcome.errors.contains(words) && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.errors.count { $0 == "\n" } == 1)
    }

    @Test("Nothing is said about a run that did not take place", arguments: ["# A document\n", ""])
    func noTrace(_ text: String) throws {
        let outcome = try replay("--set", "forceLockTime=4", files: ["t": text])
        #expect(outcome.code == 1 && !outcome.output.contains("differently"), "\(outcome)")
        let header = #"{"format":"tapfocus-trace","version":2}"# + "\n"
        let empty = try replay("--set", "forceLockTime=4", files: ["t": header])
        #expect(empty.code == 0 && empty.output.hasSuffix("nothing was run again: there are no inputs\n"), "\(empty)")
    }

    @Test("A file that is damaged is run again up to the damage, and ends with 1")
    func damaged() throws {
        try withFolder { folder in
            let lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
            let bad = (lines[..<500] + ["garbage"] + lines[500...]).joined(separator: "\n")
            try Data(bad.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let outcome = try Program.run("replay", "t", "--set", "forceLockTime=4", in: folder)
            #expect(
                outcome.code == 1 && outcome.errors.contains("t, line 501, column 1")
                    && outcome.output.contains("first difference"))
        }
    }

    @Test("No value of any configuration is lost on the way into a re-run")
    func exact() throws {
        var configuration = Configuration().with { $0.view = .simulatedKiosk }
        configuration.regions.focus = 1.0 / 3
        configuration.motion.deviation = 0.1 + 0.2
        configuration.unlockAfter = .milliseconds(12_345)
        let command = ReplayCommand.command
        let arguments = try ParsedArguments(["t", "--set", "tap.longestTime=0.5"], for: command)
        let settings = try #require(try RerunSettings(arguments))
        var changed = configuration
        changed.tap.longestTime = .milliseconds(500)
        #expect(try settings.applied(to: configuration) == changed)
        #expect(RerunSettings.changes(from: configuration, to: changed).map(\.key) == ["tap.longestTime"])
        #expect(try RerunSettings(ParsedArguments(["t"], for: command)) == nil)
        let null = try #require(try RerunSettings(ParsedArguments(["t", "--set", "unlockAfter=null"], for: command)))
        #expect(try null.applied(to: configuration).unlockAfter == nil)
    }
}
