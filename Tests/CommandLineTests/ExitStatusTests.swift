import FocusCore
import Foundation
import KioskRuntime
import LinuxDevices
import Testing

@testable import tapfocus

@Suite struct ExitStatusTests {
    @Test(
        "What makes no sense ends with 2 and one line that says what would",
        arguments: [
            (["web"], "tapfocus-web is a program of its own"), (["kiosk"], "make kiosk"),
            (["run", "--port", "1"], "no option --port. It belongs to tapfocus-web."),
            (["run", "--allow-origin=http://a"], "no option --allow-origin. It belongs to tapfocus-web."),
            (["stat"], "Did you mean \"status\"?"),
            (["dance"], "no command \"dance\""), (["rum"], "Did you mean \"run\"?"),
            (["tpa"], "Did you mean \"tap\"?"), (["rnu"], "Did you mean \"run\"?"),
            (["help", "statsu"], "\"status\""), (["--versoin"], "Did you mean \"--version\"?"),
            (["version"], "Did you mean \"--version\"?"), (["-v"], "Did you mean \"--version\"?"),
            (["-V"], "Did you mean \"--version\"?"), (["--hlep"], "Did you mean \"--help\"?"),
            (["hlep"], "Did you mean \"help\"?"), (["run", "--hlep"], "Did you mean \"--help\"?"),
            (["--json"], "no command"), (["run", "--camra", "x"], "Did you mean \"--camera\"?"),
            (["run", "-json"], "Did you mean \"--json\"?"), (["run", "---json"], "no option ---json"),
            (["run", "--camera"], "--camera needs a value: auto|PATH"), (["run", "--json=yes"], "takes no value"),
            (["run", "--json", "--json"], "given twice"), (["run", "x"], "\"x\" is one argument too many"),
            (["run", "--rotation", "45"], "--rotation: expected 0, 90, 180 or 270"),
            (["run", "--rotation", "right"], "--rotation"), (["run", "--rotation="], "--rotation"),
            (["run", "--view", "1,2,3"], "--view: expected X,Y,WIDTHxHEIGHT"),
            (["run", "--view=nan,0,1x1"], "--view"), (["run", "--screen", "0x5"], "--screen"),
            (["run", "--video-gravity", "Fill"], "--video-gravity: expected one of"),
            (["run", "--force-lock-time", "-1"], "--force-lock-time"), (["run", "--force-lock-time=soon"], "seconds"),
            (["run", "--force-lock-time=nan"], "--force-lock-time"), (["run", "--motion-rule", "x"], "--motion-rule"),
            (["run", "--unlock-after", "0"], "--unlock-after: expected seconds"),
            (["run", "--exposure-compensation", "x"], "--exposure-compensation: expected EV"),
            (["run", "--exposure-compensation", "9"], "--exposure-compensation: expected EV, -4…4"),
            (["run", "--scene-watch", "on"], "--scene-watch: expected one of auto, always, never"),
            (["run", "--log", "quiet"], "--log: expected one of errors, taps, writes"),
            (["run", "--lens", "front"], "--lens: expected auto, none, or a path"),
            (["compensate"], "EV is missing"), (["compensate", "5"], "-4…4"), (["compensate", "nan"], "-4…4"),
            (["compensate", "bright"], "-4…4: 1 doubles the picture's light, -1 halves it, 0 takes it back."),
            (["photo"], "FILE is missing"), (["photo", ""], "1 to 1000 bytes"),
            (["photo", "a.jpg", "--wait", "61"], "0…60"), (["photo", "a.jpg", "--wait", "1,5"], "1.5"),
            (["photo", "a.jpg", "--of", "10"], "1…9"), (["photo", "a.jpg", "--now", "--wait", "1"], "does not wait"),
            (["bracket", "near-%d.jpg", "--ev=1,"], "-4…4"), (["bracket", "near.jpg", "--wait", "x"], "0…60"),
            (["bracket", "near-%d.jpg", "--ev=-5"], "-4…4"), (["bracket"], "FILE is missing"),
            (["bracket", "near.jpg", "--focus=-0.05,2"], "-1…1"), (["bracket", "near.jpg", "--focus", "nan"], "-1…1"),
            (["bracket", "near.jpg", "--focus=0.1", "--ev=1"], "--ev or --focus"),
            (["movie"], "FILE is missing, or --end"), (["movie", ""], "1 to 1000 bytes"),
            (["movie", "a.mkv", "--end"], "--end needs no FILE"), (["movie", "a", "b"], "one argument too many"),
            (["movie", "--end", "--seconds", "1"], "for a movie that begins"),
            (["movie", "a.mkv", "--seconds", "1,5"], "1.5"), (["movie", "a.mkv", "--seconds", "-1"], "0…864000"),
            (["movie", "a.mkv", "--keep-free", "0.5"], "whole number of megabytes"),
            (["movie", "a.mkv", "--keep-free", "9007199255"], "0…9007199254"),
            (["run", "--camera", "none"], "--camera"), (["tap"], "X is missing"), (["tap", "0.5"], "Y is missing"),
            (["tap", "1.5", "0"], "view coordinates"), (["tap", "-0.1", "0"], "view coordinates"),
            (["tap", "0,5", "0,5"], "with a point before the decimals (0.5)"),
            (["tap", "nan", "0"], "view coordinates"), (["tap", "0", "0", "0"], "too many"),
            (["replay"], "TRACE is missing"), (["replay", "--", "--json", "x"], "\"x\" is one argument too many"),
            (["trace", "shwo"], "no command \"trace shwo\". Did you mean \"trace show\"?"),
            (["trace", "sho", "x"], "Did you mean \"trace show\"?"),
            (["help", "trace", "shwo"], "Did you mean \"trace show\"?"),
            (["trace", "show"], "TRACE is missing"), (["trace", "stats"], "TRACE is missing"),
            (["trace", "show", "a", "b"], "\"b\" is one argument too many"),
            (["trace", "show", "a", "--only", "state,frames"], "Did you mean \"frame\"?"),
            (["trace", "show", "a", "--since", "soon"], "--since: expected seconds"),
            (["trace", "show", "a", "--until", "inf"], "--until: expected seconds"),
            (["status", "--socke", "x"], "Did you mean \"--socket\"?"),
        ])
    func wrongUsage(arguments: [String], words: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("tapfocus") && outcome.errors.count { $0 == "\n" } == 1)
        #expect(outcome.errors.contains("--help"))
    }

    @Test(
        "What makes no sense to virtual-kiosk ends with 2, and with what would make sense",
        arguments: [
            (["--versoin"], "there is no option --versoin. Did you mean \"--version\"?"),
            (["-v"], "Did you mean \"--version\"?"), (["-t"], "there is no option -t. Did you mean \"--tell\"?"),
            (["--scoket=/k"], "Did you mean \"--socket\"?"),
            (["--lens-lga", "1"], "Did you mean \"--lens-lag\"?"), (["--x"], "there is no option --x.\n"),
            (["--log"], "--log needs a value"), (["--lens-lag", "6"], "--lens-lag takes 0 to 5 frames, not 6"),
            (["--exposure-lag=-1"], "--exposure-lag takes 0 to 5 frames, not -1"),
            (["--noise", "nan"], "--noise takes 0 to 100 percent, not nan"),
            (["--sizes", "4"], "--sizes takes 1 to 3"),
            (["--format", "rgb"], "there is no format rgb; there are: yuyv"),
            (["--without", "tilt"], "there is no control tilt; there are: "),
            (["--ignore", "tilt:2"], "there is no control tilt"),
            (["--devices", "sound"], "there is no device sound"),
            (["--hold", "/dev/null", "8x8", "0"], "a rate is a number of frames a second, not 0"),
        ])
    func wrongUsageOfVirtualKiosk(arguments: [String], words: String) throws {
        let outcome = try Program.run(arguments, of: Program.place(of: "virtual-kiosk"))
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("virtual-kiosk: ") && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("\nSee virtual-kiosk --help.\n"))
    }

    @Test("virtual-kiosk has the version of tapfocus, on standard output")
    func version() throws {
        let outcome = try Program.run(["--version"], of: Program.place(of: "virtual-kiosk"))
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == "virtual-kiosk \(CommandLineProgram.version)\n")
    }

    @Test(
        "Half a command is wrong usage, and shows each whole one on a line, with what it does",
        arguments: [["trace"], ["trace", "dance"], ["trace", "x"], ["trace", "--json"]])
    func halfCommand(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("tapfocus: \"trace\" is half a command; \"tapfocus trace --help\"") == true)
        let family = CommandLineProgram.commands.filter { $0.words.first == "trace" }
        #expect(family.count > 5 && lines.count == family.count + 1)
        for (line, command) in zip(lines.dropFirst(), family) {
            #expect(line.hasPrefix("  \(command.name) ") && line.hasSuffix("  \(command.summary)"), "\(line)")
        }
    }

    @Test("Nothing at all is wrong usage, and shows the overview")
    func nothing() throws {
        let outcome = try Program.run([])
        #expect(outcome.code == 2 && outcome.errors.contains("usage: tapfocus COMMAND"))
    }

    @Test(
        "What cannot be done ends with 1 (78: a file of settings) and a sentence: what, the system's answer, the remedy",
        arguments: [
            (["run", "--camera", "/dev/no-such"], ["/dev/no-such", "no such file or directory", "tapfocus probe"]),
            (["run", "--camera=/dev/null"], ["/dev/null", "it is no camera", "Choose another"]),
            (["run", "--camera", "No Such Camera"], ["No Such Camera", "Connect"]),
            (["run", "--config", "/no/such"], ["/no/such", "no such file or directory", "Check"]),
            (["run", "--quirks", "/no/such"], ["/no/such", "cannot read the quirks", "no such file", "Check"]),
            (["probe", "--quirks", "/no/such"], ["/no/such", "cannot read the quirks", "no such file", "Check"]),
            (["run", "--config", "/"], ["cannot read the configuration", "directory"]),
            (["status", "--socket", "/no/such"], ["/no/such", "no such file or directory", "tapfocus run"]),
            (["tap", "0.5", "1", "--socket=/no/such"], ["/no/such"]),
            (["show-view", "--socket", "/dev/null"], ["/dev/null"]),
            (["compensate", "1", "--socket", "/no/such"], ["/no/such"]),
            (["photo", "a.jpg", "--socket", "/no/such"], ["/no/such"]),
            (["movie", "a.mkv", "--socket", "/no/such"], ["/no/such"]),
            (["movie", "--end", "--socket", "/no/such"], ["/no/such"]),
            (["watch", "--json", "--socket", "/no/such"], ["/no/such"]),
            (["status", "--socket="], ["1 to 107 bytes"]),
            (["replay", "/no/such"], ["/no/such", "No such file", "Check"]),
            (["replay", "/"], ["Is a directory", "not a folder"]), (["replay", "--", "-x"], ["-x"]),
            (["replay", "/dev/null"], ["/dev/null, line 1", "empty"]),
        ])
    func failed(arguments: [String], words: [String]) throws {
        // The cases run at the same time: each has a socket of its own, unless the socket is what is tried.
        let needsSocket = arguments.first == "run" && !arguments.contains("--socket")
        let socket = NSTemporaryDirectory() + "tf-\(UInt32.random(in: 0 ... .max)).sock"
        let outcome = try Program.run(arguments + (needsSocket ? ["--socket", socket] : []))
        let isFile = arguments.first == "run" && (arguments.contains("--config") || arguments.contains("--quirks"))
        #expect(outcome.code == (isFile ? 78 : 1) && outcome.output.isEmpty)
        for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
        #expect(outcome.errors.count { $0 == "\n" } == 1 && outcome.errors.hasPrefix("tapfocus \(arguments[0]): "))
    }

    @Test(
        "What the next start would meet again ends a service with 78",
        arguments: [
            ["--camera=/dev/null", "--socket", "own"], ["--socket", "/no/such/socket"], ["--socket", "folder"],
        ])
    func lasting(arguments: [String]) throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: false)
            let outcome = try Program.run(["run", "--wait-for-camera"] + arguments, in: folder)
            #expect(outcome.code == 78 && outcome.errors.count { $0 == "\n" } == 1, "\(outcome)")
        }
    }

    @Test("What the next start may not meet does not end a service for good")
    func passing() {
        #expect(!RunCommand.isLasting(KioskError("x")))
        let busy = DeviceError(.busy, .camera, attempt: "open", subject: "/dev/video0", answer: "busy")
        #expect(!RunCommand.isLasting(busy))
    }

    @Test(
        "Without devices run says so, and what to do",
        .enabled(if: !FileManager.default.fileExists(atPath: "/dev/video0")))
    func noDevices() throws {
        let outcome = try Program.run("run", "--json")
        #expect(outcome.code == 1 && outcome.errors.contains("camera: none is connected. Connect one"))
        #expect(outcome.errors.contains("tapfocus run --simulated"))
        let event = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(event?["event"] as? String == "error", "a program reads standard output only")
    }

    @Test("probe says what is there, as words and as an object")
    func probe() throws {
        let outcome = try Program.run("probe", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let words = try Program.run("probe")
        #expect(words.code == outcome.code && words.errors.isEmpty && outcome.errors.isEmpty)
        let cameras = try #require(object?["cameras"] as? [[String: Any]])
        #expect(outcome.code == 1 || !cameras.isEmpty, "without a camera there is nothing that a tap could use")
        #expect(Set(object?.keys.map { $0 } ?? []) == ["cameras", "touchscreens", "accelerometers", "errors"])
    }

    @Test(
        "A probe that finds no camera says what to do",
        .enabled(if: !FileManager.default.fileExists(atPath: "/dev/video0")))
    func nothingToProbe() throws {
        let outcome = try Program.run("probe")
        #expect(outcome.output.contains("no camera is connected: connect one, or "), "\(outcome.output)")
        #expect(outcome.output.contains("tapfocus run --simulated"), "\(outcome.output)")
    }

    @Test("The absence of each kind of device is a line with what to do about it")
    func absence() {
        for kind in DeviceNews.Kind.allCases {
            let words = ProbeWords.absence(of: kind)
            #expect(words.hasPrefix("no \(kind.rawValue) is connected: ") && !words.contains("\n"))
        }
        #expect(ProbeWords.absence(of: .touchscreen).contains("tapfocus tap X Y"))
        #expect(ProbeWords.absence(of: .accelerometer).contains("if the camera gives frames (sceneWatch)"))
    }

    @Test("A probe that could not list a whole kind of devices has failed")
    func failedProbe() {
        let failure = DeviceError(.other, .machine, attempt: "use", subject: "libudev", answer: "out of memory")
        let levels = LevelReport(focus: Self.good, exposure: Self.good)
        #expect(ProbeCommand.exitCode([levels], []) == .fine && ProbeCommand.exitCode([levels], [failure]) == .failed)
    }

    private static let good = LevelFinding(level: .software, reason: .framesOffered)
    private static let fixed = LevelFinding(level: .none, reason: .noAutomatic)

    @Test("A probe that found no camera which a tap can use ends with 1, so that a script can ask it")
    func probeWithoutCamera() {
        let none = LevelReport(focus: Self.fixed, exposure: Self.fixed)
        #expect(ProbeCommand.exitCode([], []) == .failed, "none is connected, or none may be opened")
        #expect(ProbeCommand.exitCode([none], []) == .failed)
        #expect(ProbeCommand.exitCode([none, LevelReport(focus: Self.good, exposure: Self.fixed)], []) == .fine)
        #expect(ProbeCommand.exitCode([LevelReport(focus: Self.fixed, exposure: Self.good)], []) == .fine)
    }
}
