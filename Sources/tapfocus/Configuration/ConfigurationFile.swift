import StateTrace

enum ConfigurationFile {
    typealias Fault = JSON5File.Fault

    static func read(_ path: String) throws(Fault) -> RunSettings {
        var settings = RunSettings()
        try read(try JSON5File(path, "the configuration"), into: &settings)
        return settings
    }

    /// Reads a file over settings: what it does not mention stays.
    static func read(_ file: JSON5File, into settings: inout RunSettings) throws(Fault) {
        try file.read(into: &settings, listedIn: "Documentation/Configuration.md")
        guard settings.trace == nil || settings.traceRing == nil else {
            throw file.fault(RunSettings.twoTraces, in: RunSettings())
        }
    }
}
