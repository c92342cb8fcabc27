import StateTrace

/// Reads a configuration file.
enum ConfigurationFile {
    typealias Fault = JSON5File.Fault

    /// - Throws: `Fault`
    static func read(_ path: String) throws(Fault) -> RunSettings {
        try read(try JSON5File(path, "the configuration"))
    }

    /// - Throws: `Fault`
    static func read(_ file: JSON5File) throws(Fault) -> RunSettings {
        for key in try file.decode(KeyTree.self).keys() where !RunSettings.knownKeys.contains(key) {
            throw file.unknown(key, among: RunSettings.knownKeys, listedIn: "Documentation/Configuration.md")
        }
        let settings: RunSettings = try file.decode()
        do throws(SettingError) {
            try check(settings)
        } catch {
            throw file.fault(error)
        }
        return settings
    }

    private static func check(_ settings: RunSettings) throws(SettingError) {
        _ = try settings.engine.configuration()
        guard settings.camera != "none" else {
            throw SettingError(key: "camera", expected: "auto, a path or a name, but not none")
        }
        if let ring = settings.traceRing { _ = try RunSettings.ring(ring) }
        if let troubles = settings.traceOn { _ = try RunSettings.troubles(troubles) }
        if let log = settings.log { _ = try RunSettings.announcementLog(log) }
        if let lens = settings.lens { _ = try RunSettings.lensSelection(lens) }
    }
}
