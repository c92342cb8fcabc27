import Foundation
import KioskRuntime
import LinuxDevices
import StateTrace

/// All settings of `run`, from options or a file: both use the same names and values.
struct RunSettings: Codable, Equatable {
    var camera: String?
    var touch: String?
    var motion: String?
    var lens: String?
    var quirks: String?
    var trace: String?
    var traceRing: String?
    var traceOn: String?
    var socket: String?
    var json: Bool?
    var log: String?
    /// The engine's settings are on the same level as the others, not in an object of their own.
    var engine = EngineSettings()

    private enum CodingKeys: String, CodingKey {
        case camera, touch, motion, lens, quirks, trace, traceRing, traceOn, socket, json, log
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        camera = try container.decodeIfPresent(String.self, forKey: .camera)
        touch = try container.decodeIfPresent(String.self, forKey: .touch)
        motion = try container.decodeIfPresent(String.self, forKey: .motion)
        lens = try container.decodeIfPresent(String.self, forKey: .lens)
        quirks = try container.decodeIfPresent(String.self, forKey: .quirks)
        trace = try container.decodeIfPresent(String.self, forKey: .trace)
        traceRing = try container.decodeIfPresent(String.self, forKey: .traceRing)
        do {
            traceOn = try container.decodeIfPresent(String.self, forKey: .traceOn)
        } catch DecodingError.typeMismatch {
            throw DecodingError.dataCorruptedError(
                forKey: .traceOn, in: container, debugDescription: "expected \(Self.expectedTroubles).")
        }
        socket = try container.decodeIfPresent(String.self, forKey: .socket)
        json = try container.decodeIfPresent(Bool.self, forKey: .json)
        log = try container.decodeIfPresent(String.self, forKey: .log)
        engine = try EngineSettings(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(camera, forKey: .camera)
        try container.encodeIfPresent(touch, forKey: .touch)
        try container.encodeIfPresent(motion, forKey: .motion)
        try container.encodeIfPresent(lens, forKey: .lens)
        try container.encodeIfPresent(quirks, forKey: .quirks)
        try container.encodeIfPresent(trace, forKey: .trace)
        try container.encodeIfPresent(traceRing, forKey: .traceRing)
        try container.encodeIfPresent(traceOn, forKey: .traceOn)
        try container.encodeIfPresent(socket, forKey: .socket)
        try container.encodeIfPresent(json, forKey: .json)
        try container.encodeIfPresent(log, forKey: .log)
        try engine.encode(to: encoder)
    }

    /// Accepts no name: a lens has none that a person would know.
    static func lensSelection(_ argument: String) throws(SettingError) -> DeviceSelection {
        let selection = DeviceSelection(argument: argument)
        if case .name = selection {
            throw SettingError(key: "lens", expected: "auto, none, or a path: /dev/v4l-subdevN")
        }
        return selection
    }

    /// The trace that these settings ask for; nil: none.
    func traceOptions() throws(SettingError) -> TraceOptions? {
        var troubles: Troubles?
        if let traceOn { troubles = try Self.troubles(traceOn) }
        switch (trace, traceRing) {
        case (_?, _?): throw Self.twoTraces
        case (let trace?, nil): return TraceOptions(.file(trace), on: troubles)
        case (nil, let ring?): return TraceOptions(.ring(try Self.ring(ring)), on: troubles)
        case (nil, nil):
            if troubles != nil {
                throw SettingError(key: "traceOn", expected: "also trace or traceRing: a place for it")
            }
            return nil
        }
    }

    static let twoTraces = SettingError(key: "traceRing", expected: "no trace besides it: there is one trace")

    static func announcementLog(_ name: String) throws(SettingError) -> AnnouncementLog {
        guard let log = AnnouncementLog(name: name) else {
            let names = AnnouncementLog.allCases.map(\.name).joined(separator: ", ")
            throw SettingError(key: "log", expected: "one of \(names)")
        }
        return log
    }

    static func ring(_ text: String) throws(SettingError) -> TraceRing {
        try TraceRing(argument: text, key: "traceRing")
    }

    static func troubles(_ text: String) throws(SettingError) -> Troubles {
        var troubles: Troubles = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Troubles.names.first(where: { $0.name == word }) else {
                throw SettingError(key: "traceOn", expected: expectedTroubles)
            }
            troubles.formUnion(known.troubles)
        }
        return troubles
    }

    /// For example "error,refused".
    private static var expectedTroubles: String {
        let names = Troubles.names.map(\.name)
        let two = names.prefix(2).joined(separator: ",")
        return "one or more of \(names.joined(separator: ", ")) in one text, with commas and no spaces: \"\(two)\""
    }

    /// Every key that a file may have; the keys of an inner object with a dot.
    static let knownKeys: [String] =
        ["camera", "touch", "motion", "lens", "quirks", "trace", "traceRing", "traceOn", "socket", "json", "log"]
        + EngineSettings.knownKeys
}
