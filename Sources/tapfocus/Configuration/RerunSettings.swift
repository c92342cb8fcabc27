import FocusCore
import Foundation
import StateTrace

/// The settings of `run` that a re-run changes: from a file, and from `--set`. The others stay as they were recorded.
struct RerunSettings {
    /// A setting in which a re-run differs from the recording.
    struct Change: Equatable {
        var key: String
        var before: String
        var now: String
    }

    private typealias Object = [String: Any]
    private var object: Object = [:]

    /// Nil if the arguments change nothing.
    /// - Throws: `ConfigurationFile.Fault`, `UsageError`
    init?(_ arguments: ParsedArguments) throws {
        let settings = arguments.all("set")
        guard arguments["config"] != nil || !settings.isEmpty else { return nil }
        if let path = arguments["config"] { object = try Self.object(ConfigurationFile.read(path).engine) }
        for setting in settings { try set(setting) }
    }

    /// Takes "key=value": the keys of a configuration file, the inner ones with a dot.
    private mutating func set(_ setting: String) throws {
        let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("--set: expected KEY=VALUE, not \"\(setting)\".")
        }
        let (keys, value) = (parts[0].split(separator: ".").map(String.init), Self.literal(parts[1]))
        if Self.ofProgram.contains(parts[0]) {
            throw UsageError("--set \(setting): it is about a device or the program; a re-run has what was recorded.")
        }
        let text = keys.reversed().reduce(value) { "{\(Self.quoted($1)):\($0)}" }
        let settings: RunSettings
        do throws(ConfigurationFile.Fault) {
            settings = try ConfigurationFile.read(JSON5File(text: text, name: "--set \(setting)"))
        } catch {
            // What is wrong stands on the command line, not in a file.
            throw UsageError("\(error)")
        }
        if value == "null" {
            Self.merge(keys.reversed().reduce(NSNull() as Any) { [$1: $0] } as? Object ?? [:], into: &object)
        } else {
            Self.merge(try Self.object(settings.engine), into: &object)
        }
    }

    private static let ofProgram = RunSettings.knownKeys.filter { !EngineSettings.knownKeys.contains($0) }

    /// A value as JSON5: a text need not be in quotes.
    private static func literal(_ value: String) -> String {
        JSON5Locator.fault(in: value) == nil ? value : quoted(value)
    }

    private static func quoted(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    /// The recorded configuration with these settings.
    /// - Throws: `SettingError` if they do not go together.
    func applied(to recorded: Configuration) throws -> Configuration {
        var all = try Self.object(EngineSettings(recorded))
        Self.merge(object, into: &all)
        let data = try JSONSerialization.data(withJSONObject: all)
        return try JSONDecoder().decode(EngineSettings.self, from: data).configuration()
    }

    /// The settings in which two configurations differ, in the order of their keys.
    static func changes(from recorded: Configuration, to changed: Configuration) throws -> [Change] {
        let before = flat(try object(EngineSettings(recorded)))
        let now = flat(try object(EngineSettings(changed)))
        return Set(before.keys).union(now.keys).sorted().compactMap { key in
            guard before[key] != now[key] else { return nil }
            return Change(key: key, before: before[key] ?? "none", now: now[key] ?? "none")
        }
    }

    private static func object(_ settings: EngineSettings) throws -> Object {
        try JSONSerialization.jsonObject(with: try JSONEncoder().encode(settings)) as? Object ?? [:]
    }

    /// A null removes a setting: then its default applies.
    private static func merge(_ changes: Object, into object: inout Object) {
        for (key, value) in changes {
            if let inner = value as? Object {
                var merged = object[key] as? Object ?? [:]
                merge(inner, into: &merged)
                object[key] = merged
            } else {
                object[key] = value
            }
        }
    }

    private static func flat(_ object: Object, _ prefix: String = "") -> [String: String] {
        object.reduce(into: [:]) { result, entry in
            if let inner = entry.value as? Object {
                result.merge(flat(inner, prefix + entry.key + ".")) { $1 }
            } else {
                result[prefix + entry.key] = text(entry.value)
            }
        }
    }

    private static func text(_ value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .withoutEscapingSlashes]
        guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else { return "\(value)" }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: ["\""])
    }
}
