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
        let keys = try file.decode(KeyTree.self)
        // Joined with the keys around it, such a key may look like a known one; the settings would not have its value.
        if let key = keys.firstWithDot() { throw file.dotted(key) }
        for key in keys.keys() where !RunSettings.knownKeys.contains(key) {
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
        if settings.trace != nil, settings.traceRing != nil { throw RunSettings.twoTraces }
        if let ring = settings.traceRing { _ = try RunSettings.ring(ring) }
        if let troubles = settings.traceOn { _ = try RunSettings.troubles(troubles) }
        if let log = settings.log { _ = try RunSettings.announcementLog(log) }
        if let lens = settings.lens { _ = try RunSettings.lensSelection(lens) }
    }
}
