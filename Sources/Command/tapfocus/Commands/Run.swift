import FocusCore
import Foundation
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
            At the end the camera gets all its settings back.
            """,
        options: [Option(name: "config", value: "FILE", help: "read options from a JSON5 file")]
            + settingOptions.map(\.option) + [
                Option(
                    name: "simulated", value: nil,
                    help: "pretend to have a camera, \(PlayedCamera.path), to try your application")
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

    /// Runs on a camera whose driver is played, in real time, to try programs that talk to `run`. The frames come from the
    /// program that holds them.
    private static func runSimulated(_ settings: RunSettings, _ arguments: ParsedArguments) throws {
        var settings = settings
        guard settings.camera == "auto" else {
            guard arguments["camera"] == nil else { throw UsageError("--simulated is the camera: leave --camera out.") }
            throw fault(
                SettingError(key: "camera", expected: "auto, or no such key, beside --simulated, which is the camera"),
                arguments)
        }
        settings.camera = PlayedCamera.path
        var options = try kioskOptions(settings, arguments, complain: complain(settings))
        // The next camera begins like this one, even if this process is killed.
        options.stateFolder = nil
        options.opening.append(
            "the camera is played (\(PlayedCamera.path)): it gives no frames until a program holds them. Until then a "
                + "tap has the level whole frame, and only another tap or show-view ends a hold, or motion, if there "
                + "is an accelerometer")
        try Interposition.with(PlayedCamera()) { try Kiosk(options).run() }
    }

    /// The settings that have an option, and their options.
    private static let settingOptions: [(entry: SettingList.Entry, option: Option)] =
        SettingList(RunSettings()).entries.compactMap { entry in
            guard let option = entry.setting.option else { return nil }
            let help = entry.key == "socket" ? "\(option.help) (\(SocketPlace.standard.path))" : option.help.description
            return (entry, Option(name: optionName(entry.key), value: option.value?.description, help: help))
        }

    /// The file's settings, overridden by the options.
    static func runSettings(_ arguments: ParsedArguments) throws -> RunSettings {
        var settings = try arguments["config"].map(ConfigurationFile.read) ?? RunSettings()
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
        options.journalStream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
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
    private static func optionName(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
