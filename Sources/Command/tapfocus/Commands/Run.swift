import FocusCore
import Glibc
import KioskRuntime
import LinuxDevices
import PlayedDevices
import StateChart
import StateTrace

enum RunCommand {
    static let command = Command(
        name: "run", summary: "Follow taps on the touchscreen with the camera, until SIGINT or SIGTERM.",
        details: """
            Without options TapFocus chooses all devices itself, and assumes that the picture fills the whole screen.
            A configuration file is JSON5. It has these names in camelCase ("forceLockTime": 3), and more;
            Documentation/Configuration.md lists them all. An option overrides the file.
            At the end the camera gets all its settings back. SIGHUP begins a new file of the trace, and reads the
            configuration file again.
            """,
        options: [Option(name: "config", value: "FILE", help: "read options from a JSON5 file")]
            + settingOptions.map(\.option) + [
                Option(
                    name: "simulated", value: nil,
                    help: "pretend to have a camera, \(PlayedCamera.path), to try your application"),
                Option(
                    name: "libcamera", value: nil,
                    help: "decide for a GStreamer pipeline with libcamerasrc, which sets the camera itself"),
            ],
        body: { arguments in
            var isService = false
            do {
                let settings = try runSettings(arguments)
                isService = settings.waitForCamera
                if arguments.has("simulated") || arguments.has("libcamera") {
                    try runPlayed(settings, arguments)
                } else {
                    try Kiosk(try kioskOptions(settings, arguments, complain: complain(settings))).run()
                }
                return .fine
            } catch let fault as ConfigurationFile.Fault {
                CommandLineProgram.complain("tapfocus run: \(fault)")
                return .wrongConfiguration
            } catch  where isService && isLasting(error) {
                CommandLineProgram.complain("tapfocus run: \(error)")
                return .wrongConfiguration
            }
        })

    /// True for an error that each start would meet again, until a person has changed something. A service manager must not try it
    /// for ever.
    static func isLasting(_ error: any Error) -> Bool {
        switch error {
        case let error as DeviceError: error.kind == .wrongKind
        case let error as SocketError:
            [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP, EEXIST, ENAMETOOLONG].contains(error.code)
        default: false
        }
    }

    /// Runs on a camera whose driver is played: one that lives in real time, to try programs that talk to `run`, or one that stands for
    /// the camera that a program has through libcamera. The frames come from the program that holds them.
    private static func runPlayed(_ settings: RunSettings, _ arguments: ParsedArguments) throws {
        let isSimulated = arguments.has("simulated")
        let (option, path) = isSimulated ? ("simulated", PlayedCamera.path) : ("libcamera", LibcameraStandIn.path)
        guard !isSimulated || !arguments.has("libcamera") else {
            throw UsageError("--simulated and --libcamera are two cameras: leave one of them out.")
        }
        var settings = settings
        guard settings.camera == "auto" else {
            guard arguments["camera"] == nil else { throw UsageError("--\(option) is the camera: leave --camera out.") }
            throw fault(
                SettingError(key: "camera", expected: "auto, or no such key, beside --\(option), which is the camera"),
                arguments)
        }
        settings.camera = path
        var options = try kioskOptions(settings, arguments, complain: complain(settings))
        // The next camera begins like this one, even if this process is killed.
        options.stateFolder = nil
        options.opening.append(
            isSimulated
                ? "the camera is played (\(path)): it gives no frames until a program holds them. Until then a tap has "
                    + "the level whole frame, and only another tap or show-view ends a hold, or motion, if there is an "
                    + "accelerometer"
                : "the camera is one of libcamera (\(path)): the GStreamer pipeline that has it sets its focus, as "
                    + "this program decides. Its exposure stays its own")
        let camera: any SystemCallInterposer = isSimulated ? PlayedCamera() : LibcameraStandIn()
        try Interposition.with(camera) { try Kiosk(options).run() }
    }

    /// The settings that have an option, and their options.
    static let settingOptions: [(entry: SettingList.Entry, option: Option)] =
        SettingList(RunSettings()).entries.compactMap { entry in
            guard let option = entry.setting.option else { return nil }
            let help = entry.key == "socket" ? "\(option.help) (\(SocketPlace.standard.path))" : option.help.description
            return (entry, Option(name: optionName(entry.key), value: option.value?.description, help: help))
        }

    /// The file's settings, overridden by the options.
    static func runSettings(_ arguments: ParsedArguments) throws -> RunSettings {
        try overridden(try arguments["config"].map(ConfigurationFile.read) ?? RunSettings(), by: arguments)
    }

    /// Settings, overridden by the options.
    static func overridden(_ settings: RunSettings, by arguments: ParsedArguments) throws -> RunSettings {
        var settings = settings
        // There is one trace: an option for it takes the place of the file's.
        if arguments.has("trace") || arguments.has("trace-ring") { (settings.trace, settings.traceRing) = (nil, nil) }
        for (entry, option) in settingOptions where arguments.has(option.name) {
            let text = arguments[option.name] ?? ""
            let value: SettingValue? = option.value == nil ? .boolean(true) : entry.setting.value(of: text)
            do throws(SettingError) {
                guard let value else { throw SettingError(key: entry.key, expected: entry.setting.expectation) }
                try settings.set(entry.key, to: value)
            } catch {
                throw UsageError("--\(option.name): expected \(error.expected).")
            }
        }
        return settings
    }

    /// Reads the configuration again while `run` goes on. What is printed changes at once; everything else was chosen at the start: it
    /// is in the header of the trace, so that a replay begins with the same.
    /// - Parameters:
    ///   - start: the settings that the session began with.
    ///   - quirks: that the session began with: their files may have changed, although their names have not.
    private static func reread(
        _ arguments: ParsedArguments, since start: RunSettings, _ quirks: QuirkTable
    ) throws -> KioskOptions.Rereading {
        let settings = try runSettings(arguments)
        let areQuirksNew = try QuirkFiles(named: settings.quirks).table != quirks
        do throws(SettingError) {
            // These are checked when they are used, which they are only at the start.
            _ = try settings.traceOptions()
            let log = try RunSettings.announcementLog(settings.log)
            var changed = zip(SettingList(start).entries, SettingList(settings).entries).compactMap { before, now in
                before.value == now.value || now.key == "log" ? nil : now.key
            }
            if areQuirksNew, !changed.contains("quirks") { changed.append("the quirks in their files") }
            let names = changed.joined(separator: ", ")
            let later = changed.isEmpty ? "nothing else has changed" : "these count at the next start: \(names)"
            return KioskOptions.Rereading(
                log: log, words: "the configuration was read again; log is \(settings.log), and \(later)")
        } catch {
            throw fault(error, arguments)
        }
    }

    /// Reports problems that do not keep `run` from running, on the output that its user reads.
    private static func complain(_ settings: RunSettings) -> (String) -> Void {
        { sentence in
            guard settings.json else { return CommandLineProgram.complain("tapfocus run: \(sentence)") }
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
        options.camera = DeviceSelection(argument: settings.camera)
        options.touch = DeviceSelection(argument: settings.touch)
        options.motion = DeviceSelection(argument: settings.motion)
        options.lamp = DeviceSelection(argument: settings.lamp)
        options.stateFolder = StateFolder.standard()
        options.journalStream = ProcessSurroundings.variable("JOURNAL_STREAM")
        options.journalSocket = options.journalStream.map { _ in "/run/systemd/journal/socket" }
        options.notifySocket = ProcessSurroundings.variable("NOTIFY_SOCKET")
        options.watchdogTime = KioskOptions.watchdogTime
        options.waitsForCamera = settings.waitForCamera
        options.metrics = settings.metrics
        options.socket = settings.socket ?? options.socket
        options.opening = ["the control socket is \(options.socket)"]
        options.isJSON = settings.json
        options.configuration = settings.engine
        options.toolVersion = CommandLineProgram.version
        options.chart = Chart.hashOfFocusExposure
        do throws(SettingError) {
            options.trace = try settings.traceOptions()
            options.lens = try RunSettings.lensSelection(settings.lens)
            options.log = try RunSettings.announcementLog(settings.log)
        } catch {
            throw fault(error, arguments)
        }
        let quirks = try QuirkFiles(named: settings.quirks)
        quirks.faults.forEach { complain(QuirkFiles.words(for: $0)) }
        options.quirks = quirks.table
        if arguments["config"] != nil {
            let table = quirks.table
            options.reread = { try reread(arguments, since: settings, table) }
        }
        return options
    }

    /// An error in a setting, told of the option or of the configuration file: wherever it was given. A file's values were checked
    /// when it was read, but they may not go together with the options.
    private static func fault(_ error: SettingError, _ arguments: ParsedArguments) -> any Error {
        let option = optionName(error.key)
        if !arguments.has(option), let path = arguments["config"] {
            let file = try? JSON5File(path, "the configuration")
            if let file { return file.fault(error, in: RunSettings()) }
        }
        return UsageError("--\(option): expected \(error.expected).")
    }

    /// For example "video-gravity" for the key "videoGravity".
    static func optionName(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
