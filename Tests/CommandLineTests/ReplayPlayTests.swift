import FocusCore
import Foundation
import SimulatedDevices
import StateChart
import StateTrace
import Testing

@testable import tapfocus

/// `replay` with --speed, --step, --from, --until and --max-gap.
@Suite struct ReplayPlayTests {
    private func replay(_ text: String, _ arguments: String...) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            return try Program.run(["replay", "t.jsonl"] + arguments, in: folder)
        }
    }

    private func show(_ text: String, _ arguments: String...) throws -> String {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            return try Program.run(["trace", "show", "t.jsonl"] + arguments, in: folder).output
        }
    }

    @Test("--speed max shows what trace show shows, and then the result")
    func max() throws {
        let text = try SmallTraces.demo()
        let outcome = try replay(text, "--speed", "max")
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        let shown = try show(text)
        #expect(outcome.output == shown + (try replay(text).output))
    }

    @Test("--from and --until show the same part as trace show's --since and --until, with and without snapshots")
    func period() throws {
        for text in [try SmallTraces.demo(), try SmallTraces.demo(snapshots: 50)] {
            let outcome = try replay(text, "--speed=max", "--from", "6.6", "--until", "8.1")
            #expect(outcome.code == 0 && outcome.errors.isEmpty)
            let shown = try show(text, "--since", "6.6", "--until", "8.1").split(separator: "\n").dropFirst()
            let played = outcome.output.split(separator: "\n").dropFirst().dropLast()
            #expect(shown.count > 50)
            #expect(Array(shown) == Array(played.prefix(shown.count)))
        }
    }

    @Test("--from begins at the last snapshot before it, and compares from there")
    func seek() throws {
        let text = try SmallTraces.demo(snapshots: 50)
        let whole = try replay(text)
        #expect(whole.output.contains(", and 22 snapshots"), "\(whole.output)")
        let part = try replay(text, "--from", "20")
        #expect(part.code == 0)
        let match = try #require(
            part.output.firstMatch(of: /the same: (\d+) inputs.* began at the snapshot at ([\d.]+) s/))
        let inputs = try #require(Int(match.output.1))
        let start = try #require(Double(match.output.2))
        #expect((1..<400).contains(inputs) && start <= 20 && start > 17, "\(part.output)")
        #expect(try replay(text, "--from", "1000").code == 0)
        #expect(try replay(text, "--until", "-1").output.hasPrefix("the same: 0 inputs"))
    }

    @Test("A divergence behind the snapshot is told with its line in the file, one before it is not seen")
    func divergenceBehind() throws {
        var lines = try SmallTraces.demo(snapshots: 50).split(separator: "\n").map(String.init)
        let last = try #require(lines.lastIndex { $0.contains("\"out\"") && $0.contains("\"rule\"") })
        lines[last].replace(/"rule":"[^"]*"/, with: "\"rule\":\"other\"")
        let text = lines.joined(separator: "\n") + "\n"
        let outcome = try replay(text, "--from", "18")
        #expect(outcome.code == 3)
        #expect(outcome.output.contains(/t\.jsonl, line (\d+): input \d+ had another outcome, at [\d.]+ s/))
        #expect(outcome.output.contains("t.jsonl, line \(last):"), "\(outcome.output)")
        #expect(try replay(text, "--until", "10").code == 0)
    }

    @Test("A divergence shows the steps before, the input, and the fields that differ, in words")
    func difference() throws {
        let text = try SmallTraces.demo().replacing(
            "\"rule\":\"lock-elapsed-still\"", with: "\"rule\":\"other\"", maxReplacements: 1)
        let outcome = try replay(text)
        #expect(outcome.code == 3)
        for words in [
            "before it:\n", "settled: focus converged and held", "the input:\n", "timer forceLock\n",
            "the differences, recorded and now:\n    state.rule  \"other\"  →  \"lock-elapsed-still\"\n",
        ] {
            #expect(outcome.output.contains(words), "\(words) in \(outcome.output)")
        }
    }

    @Test("A snapshot with another state is a divergence that names the fields")
    func state() throws {
        let text = try SmallTraces.demo(snapshots: 50).replacing(
            "\"hasReportedRange\":false", with: "\"hasReportedRange\":true", maxReplacements: 1)
        let outcome = try replay(text)
        #expect(outcome.code == 3)
        #expect(outcome.output.contains("the snapshot after input 50 has another state, at "))
        #expect(outcome.output.contains("    touch.hasReportedRange  true  →  false\n"), "\(outcome.output)")
    }

    @Test("A session that begins in the middle is shown, counted and replayed from its snapshot")
    func middle() throws {
        var lines = try SmallTraces.demo(snapshots: 60).split(separator: "\n").map(String.init)
        let place = try #require(lines.lastIndex { $0.contains("\"snapshot\":{") })
        let rest = lines[place...].count { $0.contains("\"in\":") }
        let number = lines[..<place].count { $0.contains("\"in\":") } + 1
        lines.removeSubrange(1..<place)
        for text in [lines, Array(lines.dropFirst())].map({ $0.joined(separator: "\n") + "\n" }) {
            #expect(try replay(text).output.hasPrefix("the same: \(rest) inputs"))
            let shown = try show(text)
            #expect(shown.contains(", from input \(number)\n    0.000  "), "\(shown)")
            try withFolder { folder in
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
                let stats = try Program.run("trace", "stats", folder + "/t.jsonl")
                #expect(stats.code == 0 && stats.output.contains("\(rest) inputs in 1 session"))
            }
        }
    }

    @Test(
        "Words that are wrong are named",
        arguments: [
            (["--speed", "fast"], "--speed: expected a number above 0, or max, not \"fast\"."),
            (["--speed", "0"], "not \"0\""), (["--speed=-1"], "not \"-1\""), (["--speed=nan"], "not \"nan\""),
            (["--from", "soon"], "--from: expected seconds, not \"soon\"."), (["--until=inf"], "not \"inf\""),
            (["--max-gap", "1"], "--max-gap needs --speed"), (["--speed=1", "--max-gap=-2"], "not \"-2\""),
            (["--step", "--speed", "1"], "--step and --speed exclude each other"),
            (["--from", "9", "--until", "8"], "--until 8 is before --from 9."),
            (["--step=1"], "--step takes no value"), (["--sped", "1"], "Did you mean \"--speed\"?"),
        ])
    func usage(arguments: [String], words: String) throws {
        let outcome = try Program.run(["replay", "t.jsonl"] + arguments)
        #expect(outcome.code == 2 && outcome.errors.contains(words) && outcome.output.isEmpty, "\(outcome.errors)")
    }
}

/// The pace, without waiting.
@Suite struct ReplayPaceTests {
    /// The times since the beginning at which the lines of a trace are shown.
    private func times(_ pace: ReplayPace, _ period: ReplayPeriod = ReplayPeriod()) throws -> [Double] {
        try withFolder { folder in
            let header = #"{"format":"tapfocus-trace","version":2}"#
            let inputs = [0, 1, 3, 100, 99, 100].map { #"{"t":\#($0 * 1_000_000_000),"in":{"touchesLost":{}}}"# }
            let path = folder + "/t"
            try Data(([header] + inputs).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
            let opened = try period.open(path)
            var player = ReplayPlayer(
                opened, period, .none, ReplayWitness(charts: ChartMonitors(), clock: opened.clock))
            var now = 0.0
            var times: [Double] = []
            try player.play(pace, sleep: { now = Swift.max(now, $0.seconds) }, show: { _ in times.append(now) })
            return times
        }
    }

    @Test(
        "A replay takes the time of the recording, a tenth of it, or none; pauses are cut; times that run backwards add none"
    )
    func pace() throws {
        #expect(try times(ReplayPace(speed: 1)) == [0, 1, 3, 100, 100, 101])
        #expect(try times(ReplayPace(speed: 10)) == [0, 0.1, 0.3, 10, 10, 10.1])
        #expect(try times(ReplayPace()) == [0, 0, 0, 0, 0, 0])
        #expect(try times(ReplayPace(speed: 1, longestGap: 2)) == [0, 1, 3, 5, 5, 6])
        #expect(try times(ReplayPace(speed: 1, longestGap: 0)) == [0, 0, 0, 0, 0, 0])
        #expect(try times(ReplayPace(speed: 2), ReplayPeriod(from: 1, until: 50)) == [0, 1])
    }

    @Test("A pause of the real sleeper that has passed already takes no time")
    func sleeper() throws {
        let sleep = ReplayPace.sleeper()
        try sleep(.zero)
        try sleep(TimeSpan(nanoseconds: -1_000_000_000))
    }
}
