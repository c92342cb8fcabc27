import FocusCore
import Foundation
import KioskRuntime
import SimulatedDevices
import StateTrace
import Testing

@testable import tapfocus

@Suite struct ConfigurationFileTests {
    private func read(_ text: String) throws -> RunSettings {
        try withFolder { folder in
            let path = folder + "/kiosk.json5"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return try ConfigurationFile.read(path)
        }
    }

    @Test(
        "A fault names the file, the line and the key, and what is expected",
        arguments: [
            ("{\n  forceLockTime: -1,\n}", 2, "forceLockTime: expected seconds, 0…86400."),
            (
                "{\n// rotation: 90 is upright\n/* rotation:\n */ rotation: 45}", 4,
                "rotation: expected 0, 90, 180 or 270"
            ),
            ("{ trace: 'rotation: 5',\n\"rotation\": 45 }", 2, "rotation"), ("{\n\nrotation: 90.5}", 3, "rotation"),
            ("{\n videoGravity: fit\n}", 2, "a text needs quotes"), ("{\n rotation: 010\n}", 2, "no zeros before"),
            ("{\n videoGravity: 'Fit'\n}", 2, "videoGravity: expected one of"),
            ("{\n\n vew: '0,0,1x1' }", 3, "unknown key \"vew\". Did you mean \"view\"?"),
            (
                "{\n tap: {\n longestTme: 1 } }", 3,
                "unknown key \"tap.longestTme\". Did you mean tap: { longestTime: … }?"
            ),
            ("{\n longestTime: 1 }", 2, "unknown key \"longestTime\". Did you mean tap: { longestTime: … }?"),
            (
                "{\n \"tap.longestTime\": 0.7 }", 2,
                "\"tap.longestTime\" contains a dot. An inner key stands inside its object: tap: { longestTime: … }."
            ),
            ("{ tap: {\n 'a.b': 1 } }", 2, "the key \"tap.a.b\" contains a dot"),
            (
                "{ rotation: 90,\n json: true,\n 'rotation': 0 }", 3,
                "rotation: this key is given twice, first in line 1. Leave one of them out."
            ),
            ("{ tap: { longestTime: 1,\n longestTime: 2 } }", 2, "tap.longestTime: this key is given twice"),
            ("{ trace: 'a',\n traceRing: '/r,1M,1d' }", 2, "traceRing: expected no trace besides it"),
            ("{\n traceOn: ['error'] }", 2, "in one text, with commas and no spaces: \"error,refused\"."),
            ("{\n traceOn: 'error refused' }", 2, "in one text, with commas and no spaces: \"error,refused\"."),
            ("{ settle: { deadline: 1 },\n tap: { deadline: 1 } }", 2, "unknown key \"tap.deadline\""),
            ("{ regions: { focus: 0.1 },\n settle: {\n deadline: 'x' } }", 3, "settle.deadline: expected a number"),
            ("{\n crop: [0, 0, 'a', 1] }", 2, "crop: expected a number"), ("{\n crop: 5 }", 2, "crop: expected a list"),
            ("{\n crop: [0, 0, 2, 1] }", 2, "crop: expected"), ("{\n settle: 5 }", 2, "settle: expected an object"),
            ("{\n json: 1 }", 2, "json: expected true or false"),
            ("{\n trace: 5 }", 2, "trace: expected a text in quotes"),
            ("{\n camera: 'none' }", 2, "camera: expected auto"),
            ("{\n lens: 'front' }", 2, "lens: expected auto, none, or a path"),
            ("{\n traceRing: '/r' }", 2, "traceRing: expected DIR,SIZE,AGE"),
            ("{\n traceRing: '/r,1M,1s' }", 2, "traceRing: expected an AGE of at least 1m"),
            ("{\n traceOn: 'errors' }", 2, "traceOn: expected one or more of error, refused, flat in one text"),
            ("{\n log: 'quiet' }", 2, "log: expected one of errors, taps, writes"),
            ("{\n unlockAfter: 0 }", 2, "unlockAfter: expected seconds"),
            ("{\n exposureCompensation: 5 }", 2, "exposureCompensation: expected EV, -4…4"),
            ("{\n sceneWatch: 'on' }", 2, "sceneWatch: expected one of auto, always, never"),
            ("{\n crop: [0,\n 0, 'a', 1] }", 3, "crop: expected a number"),
            ("{\n rotation: 'x' }", 2, "rotation: expected a number"),
            ("{\n rotation: 1\n json: true }", 3, "expected a comma"), ("{\n rotation 1 }", 2, "a colon"),
            ("{\n trace: 'a\n' }", 2, "the end of the string"), ("{\n /* never ends\n", 2, "the end of the comment"),
            ("{\n", 2, "a key"), ("", 1, "a value"), ("[]", 1, "an object"), ("5", 1, "an object"),
            ("{} {}", 1, "nothing more"), ("{\n}\n}", 3, "nothing more"),
            (String(repeating: "[", count: 5000), 1, "fewer brackets"),
        ])
    func faults(text: String, line: Int, words: String) throws {
        let fault = #expect(throws: ConfigurationFile.Fault.self) { try read(text) }
        #expect(fault?.line == line, "\(fault?.description ?? "")")
        #expect(fault?.message.contains(words) == true, "\(fault?.description ?? "")")
        #expect(fault?.description.contains("kiosk.json5, line \(line): ") == true)
    }

    @Test("Bytes that are no text are a fault of their line")
    func notText() throws {
        try withFolder { folder in
            try Data(Array("{\n// ".utf8) + [0xfc] + Array("\n}".utf8)).write(to: URL(fileURLWithPath: folder + "/c"))
            let fault = #expect(throws: ConfigurationFile.Fault.self) { try ConfigurationFile.read(folder + "/c") }
            #expect(fault?.line == 2 && fault?.message.contains("UTF-8") == true)
        }
    }

    @Test("Of a file that this user may not read it is said who may", .enabled(if: getuid() != 0))
    func closed() throws {
        try withFolder { folder in
            let path = folder + "/c"
            try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
            chmod(path, 0o200)
            let fault = #expect(throws: ConfigurationFile.Fault.self) { try ConfigurationFile.read(path) }
            let message = fault?.message ?? ""
            #expect(message.contains("permission denied. It belongs to the user "), "\(message)")
            #expect(message.contains("its mode is 0200: let this user read it"), "\(message)")
        }
    }

    @Test("A fault of a file ends run with 78")
    func status() throws {
        try withFolder { folder in
            try Data("{\n rotation: 45 }".utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            let outcome = try Program.run("run", "--config", "c", in: folder)
            #expect(outcome.code == 78)
            #expect(outcome.errors == "tapfocus run: c, line 2: rotation: expected 0, 90, 180 or 270.\n")
        }
    }

    @Test("JSON5's comforts are allowed, null is the default, and an empty object changes nothing")
    func comforts() throws {
        let settings = try read(
            "// ours\n{ forceLockTime: +4., 'mirrored': true, \"rotation\": 0x5A, crop: null, tap: { longestTime: .5, }, }"
        )
        #expect(settings.engine.forceLockTime == .milliseconds(4000) && settings.engine.view.isMirrored)
        #expect(settings.engine.view.rotation == .quarter && settings.engine.tap.longestTime == .milliseconds(500))
        #expect(try read("{}") == RunSettings())
    }

    /// Each option, and the same setting in a file. Every value differs from the default.
    private static let options: [(option: [String], file: String)] = [
        (["--camera", "/dev/video7"], "camera: '/dev/video7'"), (["--touch", "none"], "touch: 'none'"),
        (["--motion", "accel"], "motion: 'accel'"), (["--view", "1,2,300x400"], "view: '1,2,300x400'"),
        (["--screen", "800x600"], "screen: '800x600'"), (["--video-gravity", "fit"], "videoGravity: 'fit'"),
        (["--rotation", "270"], "rotation: 270"), (["--mirrored"], "mirrored: true"),
        (["--force-lock-time", "4.5"], "forceLockTime: 4.5"), (["--motion-rule", "article"], "motionRule: 'article'"),
        (["--lens", "/dev/v4l-subdev3"], "lens: '/dev/v4l-subdev3'"), (["--quirks", "q"], "quirks: 'q'"),
        (["--lamp", "white:flash"], "lamp: 'white:flash'"),
        (["--unlock-after", "60"], "unlockAfter: 60"),
        (["--exposure-compensation", "-0.7"], "exposureCompensation: -.7"),
        (["--scene-watch", "never"], "sceneWatch: 'never'"), (["--trace", "t"], "trace: 't'"),
        (["--trace-ring", "/r,1M,1d"], "traceRing: '/r,1M,1d'"),
        (["--trace-on", "flat,error"], "traceOn: 'flat,error'"),
        (["--wait-for-camera"], "waitForCamera: true"), (["--metrics", "m"], "metrics: 'm'"),
        (["--socket", "/s"], "socket: '/s'"), (["--json"], "json: true"), (["--log", "taps"], "log: 'taps'"),
    ]

    @Test("Everything that run takes but the played cameras can stand in the file, and means the same there")
    func sameAsOptions() throws {
        let names = Set(Self.options.map { String($0.option[0].dropFirst(2)) } + ["config", "simulated", "libcamera"])
        #expect(names == Set(RunCommand.command.options.map(\.name)))
        for (option, file) in Self.options {
            let given = try RunCommand.runSettings(ParsedArguments(option, for: RunCommand.command))
            #expect(try read("{ \(file) }") == given, "\(file)")
            #expect(given != RunSettings())
        }
    }

    @Test("An option beats the file")
    func precedence() throws {
        let file = """
            { camera: 'a', touch: 'a', motion: 'a', view: '0,0,1x1', screen: '1x1', videoGravity: 'stretch', rotation: 90,
              mirrored: false, forceLockTime: 1, lamp: 'none', lens: 'none', quirks: 'a', unlockAfter: 5,
              exposureCompensation: 1, sceneWatch: 'always', motionRule: 'deviation', trace: 'a', socket: 'a', json: false }
            """
        try withFolder { folder in
            let path = folder + "/c"
            try Data(file.utf8).write(to: URL(fileURLWithPath: path))
            let options = Self.options.flatMap(\.option)
            let arguments = try ParsedArguments(["--config", path] + options, for: RunCommand.command)
            let alone = try ParsedArguments(options, for: RunCommand.command)
            #expect(try RunCommand.runSettings(arguments) == RunCommand.runSettings(alone))
        }
    }

    @Test(
        "There is one trace: an option for it takes the place of the file's, and two, or trouble without a place, are refused"
    )
    func oneTrace() throws {
        func options(_ file: String, _ words: String...) throws -> TraceOptions? {
            try withFolder { folder in
                try Data(file.utf8).write(to: URL(fileURLWithPath: folder + "/c"))
                let arguments = try ParsedArguments(["--config", folder + "/c"] + words, for: RunCommand.command)
                return try RunCommand.kioskOptions(RunCommand.runSettings(arguments), arguments).trace
            }
        }
        let ring = TraceRing(folder: "/r", size: 1 << 20, age: .seconds(86_400))
        #expect(try options("{ trace: 'a' }", "--trace-ring", "/r,1M,1d") == TraceOptions(.ring(ring)))
        #expect(try options("{ traceRing: '/r,2M,1d' }", "--trace", "a") == TraceOptions(.file("a")))
        #expect(
            try options("{ traceOn: 'flat,error' }", "--trace", "a") == TraceOptions(.file("a"), on: [.flat, .error]))
        #expect(try options("{}") == nil)
        for words in [["--trace", "a", "--trace-ring", "/r,1M,1d"], ["--trace-on", "error"]] {
            let arguments = try ParsedArguments(words, for: RunCommand.command)
            #expect(throws: UsageError.self) {
                try RunCommand.kioskOptions(RunCommand.runSettings(arguments), arguments)
            }
        }
    }

    @Test(
        "What does not go together is told of the file where it stands in the file, and ends run with 78",
        arguments: [
            ("{\n camera: 'X' }", ["--simulated"], "c, line 2: camera: expected auto, or no such key, beside"),
            ("{\n traceOn: 'error' }", [], "c, line 2: traceOn: expected also trace or traceRing"),
        ] as [(String, [String], String)])
    func mistakesOfTheFile(text: String, options: [String], words: String) throws {
        try withFolder { folder in
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/c"))
            let outcome = try Program.run(["run", "--config", "c"] + options, in: folder)
            #expect(outcome.code == 78 && outcome.errors.hasPrefix("tapfocus run: \(words)"), "\(outcome.errors)")
        }
    }

    @Test("The same key in two entries of a list is given once in each; twice in one is twice, in quotes or not")
    func sameKeyInTwoEntries() throws {
        try withFolder { folder in
            let path = folder + "/quirks.json5"
            let entry = "{ driver: 'a', because: 'b', lensDelay: 1 }"
            try Data("[\(entry), \(entry)]".utf8).write(to: URL(fileURLWithPath: path))
            #expect(try QuirkFile.read(path).count == 2)
            try Data("[\(entry),\n { driver: 'a',\n 'driver': 'a', because: 'b' }]".utf8)
                .write(to: URL(fileURLWithPath: path))
            let fault = #expect(throws: JSON5File.Fault.self) { try QuirkFile.read(path) }
            let words = "driver: this key is given twice, first in line 2"
            #expect(fault?.line == 3 && fault?.message.hasPrefix(words) == true)
        }
    }

    @Test(
        "A number that ends with its exponent's sign is a fault with its line; in a comment and in a text it is none",
        arguments: ["1e+", "0E-", ".1e-", "-1.e+"])
    func unfinishedExponent(_ number: String) throws {
        try withFolder { folder in
            let path = folder + "/c"
            try Data("{\n  // \(number)\n  crop: [0, 0, 1, \(number)],\n}".utf8).write(to: URL(fileURLWithPath: path))
            let fault = #expect(throws: JSON5File.Fault.self) { try ConfigurationFile.read(path) }
            #expect(fault?.line == 3)
            try Data("{\n  /* \(number) */ camera: '\(number)',\n}".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: Never.self) { try ConfigurationFile.read(path) }
        }
    }

    @Test(
        "A file that is cut or changed anywhere is settings or a fault, and never a crash", arguments: [UInt64(21), 22])
    func fuzz(seed: UInt64) throws {
        let text = Array(
            "{ // c\n 'view': \"0,0,1x1\", tap: { longestTime: 0.4, }, crop: [0, 0, 1, 1e0], /* d */ json: true }".utf8)
        try withFolder { folder in
            let path = folder + "/c"
            func tryOut(_ bytes: [UInt8]) throws {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                _ = try? ConfigurationFile.read(path)
            }
            for length in 0...text.count { try tryOut(Array(text[..<length])) }
            var random = SplitMix64(seed: seed)
            let marks = Array("{}[]:,'\"/*\n\\".utf8)
            for _ in 0..<800 {
                var mutant = text
                let place = Int.random(in: 0..<text.count, using: &random)
                let mark = marks.randomElement(using: &random) ?? 0
                mutant[place] = Bool.random(using: &random) ? .random(in: 0...255, using: &random) : mark
                try tryOut(mutant)
            }
        }
    }
}
