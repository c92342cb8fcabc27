import FocusCore
import Foundation
import Glibc
import SimulatedDevices
import StateTrace
import Testing

@testable import StateChart
@testable import tapfocus

@Suite struct ReplayCommandTests {
    private func demoTrace() throws -> String {
        final class Memory { var bytes: [UInt8] = [] }
        let configuration = Configuration().with { $0.view = .simulatedKiosk }
        let memory = Memory()
        var writer = try TraceWriter(
            header: TraceHeader(
                tool: "0.1.0", chart: "another", monotonic: 0, wallClock: "", configuration: configuration)
        ) { memory.bytes += $0 }
        var kiosk = SimulatedKiosk(configuration: configuration, story: .demo)
        kiosk.run { writer.record($0, $1) }
        try writer.end()
        return String(decoding: memory.bytes, as: UTF8.self)
    }

    private func replay(_ text: String) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            return try Program.run("replay", "t.jsonl", in: folder)
        }
    }

    @Test("A trace that replays the same ends with 0, and tells how much it was")
    func same() throws {
        let outcome = try replay(try demoTrace())
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("the same: ") && outcome.output.contains("another chart"))
    }

    @Test("A session that goes on behind another header, as after trace next, is one session; trace stats says so, too")
    func oneSession() throws {
        try withFolder { folder in
            let text = try SmallTraces.ring(splits: [300]).joined()
            #expect(text.components(separatedBy: "\"format\":\"tapfocus-trace\"").count == 3, "two headers")
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let outcome = try Program.run("replay", "t", in: folder)
            #expect(outcome.code == 0 && outcome.output.hasPrefix("the same: "), "\(outcome)")
            #expect(!outcome.output.contains(" sessions"), "\(outcome.output)")
            #expect(try Program.run("trace", "stats", "t", in: folder).output.contains(" inputs in 1 session over "))
        }
    }

    @Test("A trace that is torn ends with 0, and says which line")
    func torn() throws {
        let outcome = try replay(String(try demoTrace().dropLast(50)))
        #expect(outcome.code == 0 && outcome.output.contains("was torn") && outcome.output.contains("no end record"))
    }

    @Test("A trace that diverges ends with 3, and shows where, what was expected and what came")
    func diverged() throws {
        let text = try demoTrace().replacing(
            "\"rule\":\"movedUnlocks\"", with: "\"rule\":\"start\"", maxReplacements: 1)
        let name = try #require(try demoTrace().firstMatch(of: /"rule":"([^"]*)","indicator"/)).output.1
        let changed = try demoTrace().replacing("\"rule\":\"\(name)\"", with: "\"rule\":\"other\"", maxReplacements: 1)
        let outcome = try replay(changed)
        #expect(outcome.code == 3)
        #expect(outcome.output.contains(/t\.jsonl, line \d+: input \d+ had another outcome/))
        #expect(outcome.output.contains("expected:  ") && outcome.output.contains("came:      "))
        #expect(text.count > 1000)
    }

    @Test("The words of a trace reach the terminal without control characters: its header's, and those of a difference")
    func hostileWords() throws {
        let trace = try demoTrace()
        let header = try replay(trace.replacing("\"another\"", with: #""an\u001b[2J\u0007other""#))
        #expect(header.code == 0 && header.output.contains("another chart (an\u{fffd}[2J\u{fffd}other; this is "))
        let name = try #require(trace.firstMatch(of: /"rule":"([^"]*)","indicator"/)).output.1
        let difference = try replay(
            trace.replacing("\"in\":{", with: "\"note\":\"\u{9b}2J\u{7f}\",\"in\":{")
                .replacing("\"rule\":\"\(name)\"", with: "\"rule\":\"\u{9b}2J\u{7f}\"", maxReplacements: 1))
        #expect(difference.code == 3 && difference.output.contains("\"note\":\"\u{fffd}2J\u{fffd}\""))
        for outcome in [header, difference] {
            let commands = outcome.output.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
            }
            #expect(commands.isEmpty, "\(outcome.output)")
        }
    }

    @Test("A file that begins with a state that no engine has ends with 1 and a sentence, not with a signal")
    func forgedState() throws {
        let snapshot = String(try #require(try SmallTraces.middle().split(separator: "\n").dropFirst().first))
        let times = /"exposureTimes":\{"least":1,"list":\[\],"most":([0-9]+),"step":1\}/
        let most = try #require(snapshot.firstMatch(of: times)).output.1
        let forged = snapshot.replacing(
            times, with: "\"exposureTimes\":{\"least\":0,\"list\":[],\"most\":\(most),\"step\":0}")
        let outcome = try replay(forged + "\n" + #"{"in":{"exposureCompensation":1}}"# + "\n")
        #expect(outcome.code == 1, "\(outcome)")
        #expect(outcome.errors.contains("line 1: expected a state of this version of the engine"), "\(outcome.errors)")
    }

    @Test("A trace that replays but leaves a chart ends with 1, and says at which line it left which chart")
    func departure() throws {
        var charts = KeptCharts()
        for index in charts.focus.states.indices {
            charts.focus.states[index].transitions.removeAll { $0.id == "tapped" }
        }
        try withFolder { folder in
            try Data(try demoTrace().utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            var said: [String] = []
            let path = folder + "/t.jsonl"
            #expect(try ReplayCommand.replay(path, say: { said.append($0) }) == .fine)
            #expect(!said.contains { $0.contains("leaves the chart") }, "the real charts allow it: \(said)")
            said = []
            let code = try ReplayCommand.replay(path, charts: ChartMonitors(charts)) { said.append($0) }
            #expect(code == .failed && said.first?.hasPrefix("the same: ") == true)
            #expect(said.last?.contains(/t\.jsonl, line \d+: .*focus-exposure.*/) == true, "\(said)")
        }
    }

    @Test("A file with garbage in it ends with 1; what came before was replayed")
    func garbage() throws {
        var lines = try demoTrace().split(separator: "\n").map(String.init)
        lines.insert("garbage", at: 100)
        let outcome = try replay(lines.joined(separator: "\n") + "\n")
        #expect(outcome.code == 1 && outcome.output.hasPrefix("the same: "))
        #expect(outcome.errors.contains("t.jsonl, line 101, column 1: expected an object"))
    }

    @Test(
        "A trace's header tells the time of day with the zone of the place",
        arguments: [("Asia/Kathmandu", "+05:45"), ("UTC", "Z")])
    func zone(name: String, end: String) throws {
        try withFolder { folder in
            let outcome = try Program.run(["demo", "--trace", "t"], in: folder, environment: ["TZ": name])
            #expect(outcome.code == 0)
            let text = try String(contentsOfFile: folder + "/t", encoding: .utf8)
            let match = try #require(text.firstMatch(of: /"wallClock":"[-0-9]{10}T[:.0-9]{12}([^"]*)"/))
            #expect(match.output.1 == end)
        }
    }

    @Test(
        "A long trace takes no more memory than a short one",
        arguments: [["replay"], ["trace", "show"], ["trace", "stats"]])
    func memory(command: [String]) throws {
        try withFolder { folder in
            let trace = Data(try demoTrace().utf8)
            let (short, long) = (folder + "/short", folder + "/long")
            try trace.write(to: URL(fileURLWithPath: short))
            let file = try TraceFile(path: long)
            for _ in 0..<(8 << 20) / trace.count { try file.write(Array(trace)) }
            let (first, second) = (try peakMemory(command + [short]), try peakMemory(command + [long]))
            #expect(second - first < 3 << 10, "\(first) KiB and \(second) KiB")
        }
    }

    /// The peak of the resident memory of a command, in KiB.
    private func peakMemory(_ arguments: [String]) throws -> Int {
        var process: pid_t = 0
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        let words = [Program.path] + arguments
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        #expect(posix_spawn(&process, Program.path, &actions, nil, &arguments, environ) == 0)
        var status: Int32 = 0
        var usage = rusage()
        // Other tests of this process send signals, which interrupt the wait.
        var waited: pid_t
        repeat { waited = wait4(process, &status, 0, &usage) } while waited < 0 && errno == EINTR
        #expect(waited == process && status == 0)
        return usage.ru_maxrss
    }
}
