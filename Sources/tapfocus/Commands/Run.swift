import Foundation
import KioskRuntime
import LinuxDevices
import PlayedDevices
import StateChart
import StateTrace

extension Command {
    static let run = Command(
        name: "run", summary: "Follow taps on the touchscreen with the camera, until SIGINT or SIGTERM.",
        details: """
            Without options all devices are chosen automatically, and the picture is assumed to fill the whole screen.
            A configuration file is JSON5 with the same names in camelCase ("forceLockTime": 3), and more;
            Documentation/Configuration.md lists them all. An option overrides the file.
            All settings of the camera are restored at the end.
            """,
        options: [
            Option(name: "config", value: "FILE", help: "read options from a JSON5 file"),
            Option(name: "camera", value: "auto|PATH", help: "the camera: /dev/videoN, or its name"),
            Option(name: "touch", value: "auto|PATH|none", help: "the touchscreen: /dev/input/eventN, or its name"),
            Option(name: "motion", value: "auto|NAME|none", help: "the accelerometer, by name, label or iio:deviceN"),
            Option(name: "lens", value: "auto|PATH|none", help: "a lens of its own: /dev/v4l-subdevN"),
            Option(name: "quirks", value: "FILE", help: "more quirks of cameras (Documentation/Quirks.md)"),
            Option(name: "view", value: "X,Y,WIDTHxHEIGHT", help: "the picture's place on the screen (whole screen)"),
            Option(name: "screen", value: "WIDTHxHEIGHT", help: "the screen in pixels (the touchscreen's units)"),
            Option(name: "video-gravity", value: "fill|fit|stretch", help: "how the picture fits the view (fill)"),
            Option(name: "rotation", value: "0|90|180|270", help: "the picture's clockwise rotation in degrees (0)"),
            Option(name: "mirrored", value: nil, help: "flip the picture left to right, after the rotation"),
            Option(name: "force-lock-time", value: "SECONDS", help: "hold at least this long after a tap (3)"),
            Option(name: "unlock-after", value: "SECONDS", help: "also unlock after this long without a touch (never)"),
            Option(name: "exposure-compensation", value: "EV", help: "-4…4, positive is brighter (0)"),
            Option(
                name: "scene-watch", value: "auto|always|never|without-accelerometer",
                help: "also unlock after a scene change (auto)"),
            Option(
                name: "motion-rule", value: "deviation|article",
                help: "the rule for detecting motion (deviation); article: |x|+|y|+|z| > 1.5 g"),
            Option(name: "trace", value: "FILE", help: "append every input and output, for tapfocus replay"),
            Option(
                name: "trace-ring", value: "DIR,SIZE,AGE",
                help: "always record, into a folder of files that stays below SIZE (200M) and AGE (7d)"),
            Option(
                name: "trace-on", value: "error,refused,flat",
                help: "record only the minute before and after these troubles"),
            Option(name: "socket", value: "PATH", help: "the control socket's path (\(SocketPath.standard))"),
            Option(name: "json", value: nil, help: "print all messages as JSON lines"),
            Option(
                name: "log", value: "errors|taps|writes",
                help: "print only errors, also each tap's fate, or also each write (writes)"),
            Option(
                name: "simulated", value: nil,
                help: "a camera that is played, \(PlayedCamera.path), for trying your application"),
        ],
        body: { arguments in
            let settings = try runSettings(arguments)
            if arguments.has("simulated") {
                try runSimulated(settings, arguments)
            } else {
                try Kiosk(try kioskOptions(settings, arguments, complain: complain(settings))).run()
            }
            return .fine
        })

    /// Runs on a camera whose driver is played, in real time: for trying whatever talks to `run`. The frames come from the
    /// program that holds them.
    private static func runSimulated(_ settings: RunSettings, _ arguments: ParsedArguments) throws {
        var settings = settings
        guard settings.camera ?? "auto" == "auto" else {
            guard arguments["camera"] == nil else { throw UsageError("--simulated is the camera: leave --camera out.") }
            throw fault(
                SettingError(key: "camera", expected: "auto, or no such key, beside --simulated, which is the camera"),
                arguments)
        }
        settings.camera = PlayedCamera.path
        var options = try kioskOptions(settings, arguments, complain: complain(settings))
        // The next camera begins as this one has begun, whatever becomes of this process.
        options.stateFolder = nil
        options.opening.append(
            "the camera is played (\(PlayedCamera.path)): it gives no frames until a program holds them. Until then a "
                + "tap has the level whole frame, and only another tap or show-view ends a hold, or motion, if there "
                + "is an accelerometer")
        try Interposition.with(PlayedCamera()) { try Kiosk(options).run() }
    }

    /// The file's settings, overridden by the options.
    static func runSettings(_ arguments: ParsedArguments) throws -> RunSettings {
        var settings = try arguments["config"].map(ConfigurationFile.read) ?? RunSettings()
        settings.camera = arguments["camera"] ?? settings.camera
        settings.touch = arguments["touch"] ?? settings.touch
        settings.motion = arguments["motion"] ?? settings.motion
        settings.lens = arguments["lens"] ?? settings.lens
        settings.quirks = arguments["quirks"] ?? settings.quirks
        // There is one trace: an option for it takes the place of the file's.
        if arguments.has("trace") || arguments.has("trace-ring") {
            (settings.trace, settings.traceRing) = (arguments["trace"], arguments["trace-ring"])
        }
        settings.traceOn = arguments["trace-on"] ?? settings.traceOn
        settings.socket = arguments["socket"] ?? settings.socket
        if arguments.has("json") { settings.json = true }
        settings.log = arguments["log"] ?? settings.log
        settings.engine.view = arguments["view"] ?? settings.engine.view
        settings.engine.screen = arguments["screen"] ?? settings.engine.screen
        settings.engine.videoGravity = arguments["video-gravity"] ?? settings.engine.videoGravity
        settings.engine.sceneWatch = arguments["scene-watch"] ?? settings.engine.sceneWatch
        settings.engine.motionRule = arguments["motion-rule"] ?? settings.engine.motionRule
        if arguments.has("mirrored") { settings.engine.mirrored = true }
        if let text = arguments["rotation"] {
            guard let rotation = Double(text) else { throw UsageError("--rotation: expected 0, 90, 180 or 270.") }
            settings.engine.rotation = rotation
        }
        let engine = settings.engine
        settings.engine.forceLockTime = try number("force-lock-time", "seconds", arguments) ?? engine.forceLockTime
        settings.engine.unlockAfter = try number("unlock-after", "seconds", arguments) ?? engine.unlockAfter
        settings.engine.exposureCompensation =
            try number("exposure-compensation", "EV", arguments) ?? engine.exposureCompensation
        return settings
    }

    private static func number(_ option: String, _ unit: String, _ arguments: ParsedArguments) throws -> Double? {
        guard let text = arguments[option] else { return nil }
        guard let number = Double(text) else { throw UsageError("--\(option): expected \(unit).") }
        return number
    }

    /// Reports problems that do not keep `run` from running, on the output that its user reads.
    private static func complain(_ settings: RunSettings) -> (String) -> Void {
        { sentence in
            guard settings.json ?? false else { return CommandLineProgram.complain("tapfocus run: \(sentence)") }
            Announcer(isJSON: true).say(.error(sentence), at: MonotonicClock.now())
        }
    }

    /// - Parameters:
    ///   - arguments: those that the settings come from.
    ///   - complain: called with each message about a quirks file that is ignored.
    static func kioskOptions(
        _ settings: RunSettings, _ arguments: ParsedArguments, complain: (String) -> Void = { _ in }
    ) throws -> KioskOptions {
        var options = KioskOptions()
        options.camera = DeviceSelection(argument: settings.camera ?? "auto")
        guard options.camera != .none else { throw UsageError("--camera: expected auto or PATH, not none.") }
        options.touch = DeviceSelection(argument: settings.touch ?? "auto")
        options.motion = DeviceSelection(argument: settings.motion ?? "auto")
        options.stateFolder = StateFolder.standard()
        options.journalStream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        options.socket = settings.socket ?? options.socket
        options.opening = ["the control socket is \(options.socket)"]
        options.isJSON = settings.json ?? false
        options.toolVersion = CommandLineProgram.version
        options.chart = ChartIdentity.focusExposure.description
        do throws(SettingError) {
            options.configuration = try settings.engine.configuration()
            options.trace = try settings.traceOptions()
            options.lens = try RunSettings.lensSelection(settings.lens ?? "auto")
            if let log = settings.log { options.log = try RunSettings.announcementLog(log) }
        } catch {
            throw fault(error, arguments)
        }
        let quirks = try QuirkFiles(named: settings.quirks)
        quirks.faults.forEach { complain(QuirkFiles.words(for: $0)) }
        options.quirks = quirks.table
        return options
    }

    /// An error in a setting, told of the option or of the configuration file: wherever it was given. A file's values were checked
    /// when it was read, but they may not go together with the options.
    private static func fault(_ error: SettingError, _ arguments: ParsedArguments) -> any Error {
        let option = optionName(error.key)
        if !arguments.has(option), let path = arguments["config"] {
            let file = try? JSON5File(path, "the configuration")
            if let file { return file.fault(error) }
        }
        return UsageError("--\(option): expected \(error.expected).")
    }

    /// For example "video-gravity" for the key "videoGravity".
    private static func optionName(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
