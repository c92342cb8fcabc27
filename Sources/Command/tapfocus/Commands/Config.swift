import FocusCore
import KioskRuntime
import StateTrace

/// The commands that check a configuration file, and show the settings in force.
enum ConfigCommands {
    /// The file of the service of Debian's package.
    static let machine = "/etc/tapfocus/tapfocus.json5"

    static let check = Command(
        name: "config check", arguments: ["FILE"],
        summary: "Say whether \"tapfocus run\" would accept a configuration file, without starting anything.",
        details: """
            A fault is printed with its line and column: FILE:LINE:COLUMN: sentence.
            Exit status 0: there is no fault; 1: there is one.
            """,
        body: { arguments in
            let path = arguments.positional[0]
            do {
                let file = try JSON5File(path, "the configuration")
                let settings = try checked(file)
                try StandardOutput.writeLine("\(path): no fault. \(summary(of: file, settings))")
                return .fine
            } catch let fault as ConfigurationFile.Fault {
                let place = [fault.line, fault.column].compactMap { $0 }.map { ":\($0)" }.joined()
                try StandardOutput.writeLine("\(fault.path)\(place): \(fault.message)")
                return .failed
            }
        })

    static let show = Command(
        name: "config show", summary: "Print each setting that is in force, and where its value comes from.",
        details: """
            The file is \(machine), if it is there and --config names no other.
            All options of "tapfocus run" may follow. Without --all only settings that are not at their default are printed.
            """,
        options: [
            Option(name: "config", value: "FILE", help: "the configuration file"),
            Option(name: "all", value: nil, help: "also the settings that have their default"),
            Option(name: "json", value: nil, help: "as one JSON object, always with all settings"),
        ] + RunCommand.settingOptions.map(\.option).filter { $0.name != "json" },
        body: { arguments in
            let path = arguments["config"] ?? (WholeFile.exists(machine) ? machine : nil)
            let file = try path.map { try JSON5File($0, "the configuration") }
            let all = try rows(file, arguments)
            if arguments.has("json") {
                var fields: [String: JSONValue] = [:]
                for row in all { fields[row.key] = ["value": .text(row.value), "from": .text(row.source)] }
                try StandardOutput.writeLine(String(decoding: JSONValue.object(fields).bytes, as: UTF8.self))
                return .fine
            }
            let shown = all.filter { arguments.has("all") || $0.source != fromDefault }
            guard !shown.isEmpty else {
                try StandardOutput.writeLine("every setting has its default: --all shows them")
                return .fine
            }
            let widths = (shown.map(\.key.count).max() ?? 0, shown.map(\.value.count).max() ?? 0)
            for row in shown {
                let key = row.key.padded(to: widths.0)
                try StandardOutput.writeLine("\(key)  \(row.value.padded(to: min(widths.1, 40)))  \(row.source)")
            }
            return .fine
        })

    static let fromDefault = "default"

    /// A setting, its value, and the place that it comes from.
    struct Row: Equatable {
        var key: String
        var value: String
        var source: String
    }

    /// The settings in force for a file and options, groups left out.
    static func rows(_ file: JSON5File?, _ arguments: ParsedArguments) throws -> [Row] {
        var settings = RunSettings()
        if let file { try ConfigurationFile.read(file, into: &settings) }
        // Here this option is about the output of this command.
        let json = settings.json
        settings = try RunCommand.overridden(settings, by: arguments)
        settings.json = json
        return SettingList(settings).entries.filter { !$0.isGroup }.map { entry in
            let option = RunCommand.optionName(entry.key)
            let isOption = option != "json" && arguments.has(option)
            let line = file?.line(of: entry.key, in: RunSettings()).map { "\(file?.path ?? ""), line \($0)" }
            return Row(key: entry.key, value: entry.text, source: isOption ? "--\(option)" : line ?? fromDefault)
        }
    }

    /// The settings of a file, checked as at the start of `run`.
    private static func checked(_ file: JSON5File) throws -> RunSettings {
        var settings = RunSettings()
        try ConfigurationFile.read(file, into: &settings)
        do throws(SettingError) {
            _ = try settings.traceOptions()
        } catch {
            throw file.fault(error, in: RunSettings())
        }
        if let quirks = settings.quirks { _ = try QuirkFile.read(quirks) }
        return settings
    }

    /// The fault that keeps `run` from starting, or nil if this user can see no fault.
    static func fault(in path: String) -> ConfigurationFile.Fault? {
        do {
            _ = try checked(try JSON5File(path, "the configuration"))
            return nil
        } catch let fault as ConfigurationFile.Fault {
            // The service may read a file that is closed to this user.
            return fault.isUnreadable && WholeFile.exists(fault.path) ? nil : fault
        } catch {
            return nil
        }
    }

    private static func summary(of file: JSON5File, _ settings: RunSettings) -> String {
        let keys = SettingList(settings).entries.filter { !$0.isGroup }.map(\.key).filter {
            file.line(of: $0, in: RunSettings()) != nil
        }
        return keys.isEmpty ? "It sets nothing." : "It sets \(keys.joined(separator: ", "))."
    }
}
