import FocusCore
import Foundation
import SimulatedDevices
import StateTrace
import Testing

@testable import tapfocus

@Suite struct TraceShowTests {
    private func show(_ text: String, _ arguments: String...) throws -> Program.Outcome {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
            return try Program.run(["trace", "show", "t.jsonl"] + arguments, in: folder)
        }
    }

    @Test("A kept trace is shown with its times, inputs and effects")
    func kept() throws {
        let outcome = try show(try repositoryFile("Tests/Traces/worlds.jsonl"), "--until", "0.0061")
        let wanted = """
            == session, tapfocus soak, 1970-01-01T00:00:00Z
                0.000  00:00:01.000  camera arrived, 2147483647x3, 5 controls
                                         the camera's control 0x9a091b has an empty or inverted range: it is not used.
                                         the camera's control 0x9a0902 has a step of 0: 1 is used instead.
                                         the camera's control 0x980913 has an empty or inverted range: it is not used.
                                         camera follows taps: focus "none": it has no automatic to start. Exposure \
            "software": no region of interest covers this; it is set by looking at the frames
                0.000  00:00:01.000  start
                                         continuousAuto: focus and exposure follow the scene  (start; rule start)
                                         write exposure-bias = -9223372036854775808
                0.001  00:00:01.001  camera: exposure-bias = -9223372036854775808
                                         write autogain = 9223372036854775807
                0.003  00:00:01.002  camera: autogain = 9223372036854775807
                                         frames 3 requested, about 0.500, 0.500
                0.004  00:00:01.004  camera: answered call 3 for frames
                                         write exposure-absolute = 1
                0.005  00:00:01.004  camera: exposure-absolute = 1
                                         read exposure-absolute

            """
        #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.output == wanted, "\(outcome.output)")
    }

    @Test("Each input is one line, and no line has control characters")
    func oneLineEach() throws {
        let text = try SmallTraces.demo()
        let outcome = try show(text)
        let inputs = text.components(separatedBy: "\"in\":").count - 1
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count { $0.contains(#/^ {1,8}\d+\.\d{3}  \d\d:\d\d:\d\d\.\d{3}  \S/#) } == inputs)
        #expect(!outcome.output.contains("\u{1b}"))
    }

    @Test("--since and --until choose by the time since the first input")
    func period() throws {
        let outcome = try show(try SmallTraces.demo(), "--since", "1.95", "--until=2.01")
        let times = outcome.output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^ {1,8}(\d+\.\d{3})  /#).flatMap { Double($0.output.1) }
        }
        #expect(times == [1.99, 1.998, 2.006] && outcome.output.hasPrefix("== session"))
        #expect(try show(try SmallTraces.demo(), "--since", "1000").output.isEmpty)
    }

    @Test(
        "With snapshots --since shows the same as without them, and does not read what precedes the last one before it")
    func seek() throws {
        let plain = try SmallTraces.demo()
        for since in ["0.001", "1.95", "6.69", "9.722", "13.222", "23"] {
            let wanted = try show(plain, "--since", since)
            for interval in [1, 7, 50] {
                let found = try show(try SmallTraces.demo(snapshots: interval), "--since", since)
                #expect(found.output == wanted.output && found.code == 0, "--since \(since), each \(interval)")
            }
        }
        var lines = try SmallTraces.demo(snapshots: 50).split(separator: "\n").map(String.init)
        lines.insert("garbage", at: 60)
        let behind = try show(lines.joined(separator: "\n") + "\n", "--since", "13.222")
        let wanted = try show(plain, "--since", "13.222").output
        #expect(behind.code == 0 && behind.output == wanted)
        lines.insert("garbage", at: lines.count - 3)
        let damaged = try show(lines.joined(separator: "\n") + "\n", "--since", "13.222")
        #expect(damaged.code == 1 && damaged.errors.contains("t.jsonl, line \(lines.count - 3), column 1"))
    }

    @Test("From a pipe, whose bytes can be read once, --since shows the same")
    func pipe() throws {
        let text = try SmallTraces.demo(snapshots: 50)
        let wanted = try show(text, "--since", "13.222").output
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t"))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c", "cat '\(folder)/t' | '\(Program.path)' trace show /dev/stdin --since 13.222 >'\(folder)/out'",
            ]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(try String(contentsOfFile: folder + "/out", encoding: .utf8) == wanted)
        }
    }

    @Test("A person's mark is shown at its time, whatever kinds are chosen, and commands no terminal")
    func mark() throws {
        var text = try SmallTraces.demo()
        let end = try #require(text.range(of: "{\"n\":5,"))
        text.insert(
            contentsOf: "{\"mark\":\"blurred \\u001b[2J\",\"s\":\"7g2mk0qa\",\"t\":500000000}\n", at: end.lowerBound)
        for arguments in [[], ["--only", "frame"]] {
            let shown = try withFolder { folder in
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/t.jsonl"))
                return try Program.run(["trace", "show", "t.jsonl"] + arguments, in: folder)
            }
            #expect(
                shown.output.contains(#/ 0\.500  \d\d:\d\d:\d\d\.\d{3}  -- blurred \x{fffd}\[2J\n/#),
                "\(shown.output.prefix(900))")
            #expect(shown.code == 0)
        }
        #expect(try !show(text, "--since", "1").output.contains("-- blurred"))
    }

    @Test("--only shows an input for its own kind or that of its effects, and only these effects")
    func kinds() throws {
        let text = try SmallTraces.demo()
        let state = try show(text, "--only", "state").output
        #expect(state.contains("timer forceLock\n") && state.contains("rule lock-elapsed-still"))
        #expect(!state.contains("settled: ") && !state.contains("write ") && !state.contains("touch "))
        let both = try show(text, "--only=state,tap").output
        #expect(both.contains("settled: ") && both.contains("touch down") && both.contains("no tap: dragged"))
        #expect(!both.contains("accelerometer awake"))
        let motion = try show(text, "--only", "motion").output
        #expect(motion.contains("acceleration ") && motion.contains("accelerometer awake") && !motion.contains("rule"))
        let frames = try show(text, "--only", "frame").output
        #expect(frames.contains("focus search: found") && frames.contains(/frame \d+: sharpness/))
        let writes = try show(text, "--only", "write").output
        #expect(writes.contains("write focus-auto = 0") && !writes.contains("  read "))
    }

    @Test("Damage ends with 1 and the line's number; what precedes it was shown")
    func damaged() throws {
        var lines = try SmallTraces.demo().split(separator: "\n").map(String.init)
        let sound = try show(lines[..<20].joined(separator: "\n") + "\n").output
        lines.insert("garbage", at: 20)
        let outcome = try show(lines.joined(separator: "\n") + "\n")
        #expect(outcome.code == 1 && outcome.output == sound)
        #expect(outcome.errors.hasPrefix("tapfocus trace show: t.jsonl, line 21, column 1: expected an object"))
    }

    @Test(
        "Hostile files end with 1 and a sentence",
        arguments: [
            (String(repeating: "x", count: 10 << 20), "line 1"), (String(repeating: "[", count: 100_000), "line 1"),
            (#"{"format":"tapfocus-trace","version":2}"# + "\n" + String(repeating: "{\"a\":", count: 50_000), "line"),
            (
                #"{"format":"tapfocus-trace","version":2}"# + "\n" + #"{"t":1e999,"in":{"start":{}}}"# + "\n{}\n",
                "line 2"
            ),
            ("", "line 1"), ("hello\n", "expected a trace"),
            (#"{"format":"tapfocus-trace","version":99}"#, "version"),
        ])
    func hostile(text: String, words: String) throws {
        let outcome = try show(text)
        let isTorn = outcome.code == 0 && outcome.errors.contains("was torn")
        #expect(outcome.code == 1 || isTorn)
        #expect(outcome.errors.contains(words) && outcome.errors.count { $0 == "\n" } == 1, "\(outcome.errors)")
    }

    @Test(
        "A first line that is none is told in a sentence that helps",
        arguments: [
            ("# A document", #"t.jsonl, line 1: expected a trace, which begins with {"format":"tapfocus-trace", as "#),
            (String(repeating: "[", count: 200_000), "line 1: expected a trace, which begins with"),
            (#"{"name":"x"}"#, "line 1: expected a trace, which begins with"), ("", "writes it; the file is empty."),
            (
                #"{"version":3,"format":"tapfocus-trace"}"#,
                "line 1, column 1: expected version 1 to 2 of the format; this is version 3: this program is too old for it."
            ),
            (
                #"{"format":"tapfocus-trace","version":0}"#,
                "line 1, column 1: expected version 1 to 2 of the format; this is version 0."
            ),
            (
                #"{"format":"tapfocus-trace","version":2,"configuration":{"tap":5}}"#,
                "line 1, column 1: expected an object: { … } in configuration.tap."
            ),
        ])
    func foreign(_ text: String, _ words: String) throws {
        let outcome = try show(text + "\n")
        #expect(outcome.code == 1 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(!outcome.errors.contains("A trace is what"))
    }

    @Test(
        "A compressed trace is told how to unpack it",
        arguments: [
            ([0x28, 0xb5, 0x2f, 0xfd, 0x04], "zstd -d"), ([0x1f, 0x8b, 8], "gunzip"),
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "unxz"),
        ] as [([UInt8], String)])
    func compressed(_ bytes: [UInt8], _ program: String) throws {
        try withFolder { folder in
            try Data(bytes + [0, 0x0a, 1]).write(to: URL(fileURLWithPath: folder + "/t"))
            for command in [["trace", "show"], ["trace", "stats"], ["replay"]] {
                let outcome = try Program.run(command + ["t"], in: folder)
                #expect(
                    outcome.code == 1 && outcome.output.isEmpty
                        && outcome.errors.contains("this file is compressed, and \"\(program) FILE\" unpacks it."),
                    "\(outcome)")
            }
        }
    }

    @Test("A byte order mark before a trace does not matter")
    func byteOrderMark() throws {
        let demo = try SmallTraces.demo()
        let (plain, marked) = (try show(demo), try show("\u{feff}" + demo))
        #expect(marked.code == 0 && marked.errors.isEmpty && marked.output == plain.output, "\(marked.errors)")
    }

    @Test("A session that begins with a snapshot has its name in the heading, however short the snapshot is")
    func shortSnapshot() throws {
        let lines = [
            #"{"format":"tapfocus-trace","version":2,"s":"abcd1234"}"#,
            #"{"n":7,"s":"abcd1234","t":5,"snapshot":{"version":2,"state":"unlockableLocked","engine":{}}}"#,
            #"{"n":8,"t":6,"in":{"viewShown":{}}}"#,
        ]
        let outcome = try show(lines.joined(separator: "\n") + "\n")
        #expect(outcome.code == 0 && outcome.output.hasPrefix("== session abcd1234, from input 8\n"), "\(outcome)")
    }

    @Test("A folder, and a file that is not there, end with 1 and a sentence")
    func nothingToRead() throws {
        let folder = try Program.run("trace", "show", "/")
        #expect(folder.code == 1 && folder.errors.contains("Is a directory") && folder.errors.contains("not a folder"))
        #expect(try Program.run("trace", "show", "/no/such").errors.contains("No such file"))
    }

    @Test("A name with control characters commands no terminal")
    func controlCharacters() throws {
        let camera = #"{"in":{"cameraArrived":{"name":"\u001b[2JBad\u202e","image":[1,1],"controls":[]}}}"#
        let text = #"{"format":"tapfocus-trace","version":2,"tool":"\u0007"}"# + "\n" + camera + "\n"
        let outcome = try show(text)
        #expect(outcome.output.contains("camera arrived: \u{fffd}[2JBad\u{fffd}, 1x1, 0 controls"))
        #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test("Colours need a terminal that knows them, and NO_COLOR forbids them")
    func colours() {
        func allows(_ environment: [String: String]) -> Bool { TracePalette.allowsColours { environment[$0] } }
        #expect(allows(["TERM": "xterm"]) && allows(["TERM": "xterm", "NO_COLOR": ""]))
        #expect(!allows(["TERM": "xterm", "NO_COLOR": "1"]) && !allows(["TERM": "dumb"]) && !allows([:]))
        #expect(TracePalette(isColoured: true).heading("a") == "\u{1b}[1ma\u{1b}[0m")
        #expect(TracePalette.none.heading("a") == "a")
    }

    @Test("--follow shows what is added, and waits for the rest of a half-written line")
    func follow() throws {
        try withFolder { folder in
            let lines = try SmallTraces.demo().split(separator: "\n").map { String($0) + "\n" }
            let path = folder + "/t.jsonl"
            let half = lines[11].prefix(20)
            try Data((lines[..<11].joined() + half).utf8).write(to: URL(fileURLWithPath: path))
            _ = FileManager.default.createFile(atPath: folder + "/out", contents: nil)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path)
            process.arguments = ["trace", "show", "--follow", path]
            process.standardOutput = FileHandle(forWritingAtPath: folder + "/out")
            try process.run()
            // Other tests of this process block signals, and a child inherits that: only SIGKILL surely ends it.
            defer {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            func shown(_ count: Int) throws -> String {
                let wanted = try show(lines[..<count].joined()).output
                for _ in 0..<200 {
                    if try String(contentsOfFile: folder + "/out", encoding: .utf8) == wanted { break }
                    usleep(50_000)
                }
                #expect(try String(contentsOfFile: folder + "/out", encoding: .utf8) == wanted)
                return wanted
            }
            let before = try shown(11)
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data((lines[11].dropFirst(20) + lines[12..<30].joined()).utf8))
            #expect(try shown(30).count > before.count)
            #expect(process.isRunning)
        }
    }
}
