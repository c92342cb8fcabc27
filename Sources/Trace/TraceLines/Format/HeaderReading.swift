import FocusCore
import JSONLines

struct HeaderRecord {
    var format: String?
    var version: Int?
    var session = TraceSession()
    var configuration = Configuration()
    /// What is wrong with the configuration; nil: nothing.
    var fault: SettingFault?
}

/// How a header is read. A null is the same as a key that is left out.
extension JSONScanner {
    mutating func headerRecord() throws(JSONFault) -> HeaderRecord {
        var record = HeaderRecord()
        record.configuration = .beforeLaterSettings
        try object { (scanner, key) throws(JSONFault) in
            if scanner.takeNull() { return }
            if key == "format" {
                record.format = try scanner.string()
            } else if key == "version" {
                record.version = Int(exactly: try scanner.number())
            } else if key == "chart" {
                record.session.chart = try scanner.string()
            } else if key == "configuration" {
                try scanner.configuration(into: &record)
            } else if try !record.session.read(key, &scanner) {
                try scanner.skip()
            }
        }
        record.configuration = record.configuration.asRecorded
        return record
    }

    private mutating func configuration(into record: inout HeaderRecord) throws(JSONFault) {
        let start = self
        var places: [SettingPlace]?
        do throws(SettingFault) {
            try settings(into: &record.configuration, places: &places)
        } catch {
            record.fault = error
            self = start
            try skip()
        }
    }
}

extension Configuration {
    /// What an engine followed whose header lacks the settings that came later.
    ///
    /// A header has every setting that there was at the time. Where a later setting has changed what the engine does by default,
    /// its absence means that the engine did as it did before. In a configuration file it means the default.
    fileprivate static var beforeLaterSettings: Configuration {
        var configuration = Configuration()
        // The region alone was metered.
        configuration.autoexposure.placeWeight = 1
        // The time between frames alone limited the exposure.
        configuration.autoexposure.longestTime = ExposureSettings.anyTime
        configuration.sceneWatchAfter = unknownTime
        return configuration
    }

    /// The configuration that was read over `beforeLaterSettings`.
    fileprivate var asRecorded: Configuration {
        guard sceneWatchAfter == Self.unknownTime else { return self }
        var configuration = self
        configuration.sceneWatchAfter = Configuration().sceneWatchAfter
        if sceneWatch == .automatic { configuration.sceneWatch = .withoutAccelerometer }
        return configuration
    }

    /// No header has it: a time is not negative.
    private static var unknownTime: TimeSpan { TimeSpan(nanoseconds: -1) }
}
