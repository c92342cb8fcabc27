import CommandLineWords
import FocusCore
import JSONLines
import StateTrace

/// The settings of `run` that a re-run changes: from a file, and from `--set`. The others stay as they were recorded.
struct RerunSettings {
    /// A setting in which a re-run differs from the recording.
    struct Change: Equatable {
        var key: String
        var before: String
        var now: String
    }

    private enum Step {
        case file(JSON5File)
        /// A setting gets its default, and so do those of a group.
        case reset(String)
    }

    private var steps: [Step] = []

    /// Nil if the arguments change nothing.
    /// - Throws: `ConfigurationFile.Fault`, `UsageError`
    init?(_ arguments: ParsedArguments) throws {
        let settings = arguments.all("set")
        guard arguments["config"] != nil || !settings.isEmpty else { return nil }
        if let path = arguments["config"] { try add(JSON5File(path, "the configuration")) }
        for setting in settings { try set(setting) }
    }

    /// Takes "key=value": the keys of a configuration file, the inner ones with a dot.
    private mutating func set(_ setting: String) throws {
        let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("--set: expected KEY=VALUE, not \"\(setting)\".")
        }
        let key = parts[0]
        guard !Self.ofProgram.contains(key) else {
            throw UsageError("--set \(setting): it is about a device or the program; a re-run has what was recorded.")
        }
        let text = key.split(separator: ".").reversed().reduce(Self.literal(parts[1])) {
            "{\(Self.quoted(String($1))):\($0)}"
        }
        do throws(ConfigurationFile.Fault) {
            try add(JSON5File(text: text, name: "--set \(setting)"))
        } catch {
            // What is wrong stands on the command line, not in a file.
            throw UsageError("\(error)")
        }
        if parts[1] == "null" { steps.append(.reset(key)) }
    }

    private mutating func add(_ file: JSON5File) throws(ConfigurationFile.Fault) {
        var settings = RunSettings()
        try ConfigurationFile.read(file, into: &settings)
        steps.append(.file(file))
    }

    private static let ofProgram = Set(SettingList(RunSettings()).keys).subtracting(SettingList(Configuration()).keys)

    /// A value as JSON5: a text need not be in quotes.
    private static func literal(_ value: String) -> String {
        (try? JSON5Text(value.utf8)) != nil ? value : quoted(value)
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing(each: ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]))\""
    }

    /// The recorded configuration with these settings.
    /// - Throws: `ConfigurationFile.Fault`, `SettingError`
    func applied(to recorded: Configuration) throws -> Configuration {
        var settings = RunSettings()
        settings.engine = recorded
        for step in steps {
            switch step {
            case .file(let file): try ConfigurationFile.read(file, into: &settings)
            case .reset(let key):
                for entry in SettingList(Configuration()).entries
                where !entry.isGroup && (entry.key == key || entry.key.hasPrefix(key + ".")) {
                    try settings.set(entry.key, to: entry.value)
                }
            }
        }
        return settings.engine
    }

    /// The settings in which two configurations differ, in the order of their keys.
    static func changes(from recorded: Configuration, to changed: Configuration) -> [Change] {
        zip(SettingList(recorded).entries, SettingList(changed).entries).compactMap { before, now in
            guard before.value != now.value else { return nil }
            return Change(key: before.key, before: before.text, now: now.text)
        }.sorted { $0.key < $1.key }
    }
}

extension SettingList.Entry {
    /// The value without quotes: "3.5", "fit"; "none" where there is none.
    var text: String {
        guard value != .absent else { return "none" }
        let text = JSONLine.text(of: value, setting.kind)
        let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
        return isQuoted ? String(text.dropFirst().dropLast()) : text
    }
}
