import CommandLineWords
import FocusCore
import Foundation
import KioskRuntime
import StateTrace

/// Reads a quirks file: a list of entries in JSON5. Documentation/Quirks.md describes it.
enum QuirkFile {
    /// The keys of an entry.
    static let knownKeys = ["usb", "driver", "name", "because"] + sayings
    /// The keys that describe the camera.
    private static let sayings = [
        "unusable", "lensRange", "lensDelay", "exposureDelay", "cannotBeReadBack", "resetsAtStreamStart",
        "exposureTimes",
        "writePause", "firstFrameTime",
    ]
    /// The room for unusable controls in a camera's description.
    private static let unusableLimit = 8
    /// In frames. A camera that is slower is not slow, but broken: no search would finish in time.
    private static let longestDelay = 30

    private struct Entry: Decodable {
        var usb: String?
        var driver: String?
        var name: String?
        var because: String?
        var unusable: [String]?
        var lensRange: [Double]?
        var lensDelay: Double?
        var exposureDelay: Double?
        var cannotBeReadBack: Bool?
        var resetsAtStreamStart: Bool?
        var exposureTimes: [Double]?
        var writePause: Double?
        var firstFrameTime: Double?
    }

    static func read(_ path: String) throws(JSON5File.Fault) -> [QuirkEntry] {
        let file = try JSON5File(path, "the quirks")
        for (index, tree) in try file.decode([KeyTree].self).enumerated() {
            for key in tree.keys() where !knownKeys.contains(key) {
                throw file.unknown(key, among: knownKeys, listedIn: "Documentation/Quirks.md", entry: index)
            }
        }
        var entries: [QuirkEntry] = []
        for (index, entry) in try file.decode([Entry].self).enumerated() {
            do throws(SettingError) {
                entries.append(try checked(entry, path))
            } catch {
                throw file.fault(error, entry: index)
            }
        }
        return entries
    }

    private static func checked(_ entry: Entry, _ path: String) throws(SettingError) -> QuirkEntry {
        let match = try match(entry)
        guard let because = entry.because, !because.isEmpty else {
            throw SettingError(key: "because", expected: "a text with the reason")
        }
        var result = QuirkEntry(match: match, because: because, file: path)
        result.unusable = try controls(entry.unusable)
        if let range = entry.lensRange {
            let values = range.compactMap { Int32(exactly: $0) }.map(Int64.init)
            guard range.count == 2, values.count == 2, values[0] < values[1] else {
                throw SettingError(
                    key: "lensRange", expected: "two whole numbers, the smallest and the largest position")
            }
            result.lensRange = values[0]...values[1]
        }
        result.lensDelay = try delay(entry.lensDelay, "lensDelay")
        result.exposureDelay = try delay(entry.exposureDelay, "exposureDelay")
        result.cannotBeReadBack = entry.cannotBeReadBack
        result.resetsAtStreamStart = entry.resetsAtStreamStart
        result.exposureTimes = try times(entry.exposureTimes)
        result.writePause = try span(entry.writePause, "writePause", CameraQuirks.writePauseRange)
        result.firstFrameTime = try span(entry.firstFrameTime, "firstFrameTime", CameraQuirks.firstFrameRange)
        guard result.saysSomething else {
            throw SettingError(
                key: "unusable",
                expected: "at least one of \(sayings.dropLast().joined(separator: ", ")) and \(sayings.last ?? "")")
        }
        return result
    }

    private static func match(_ entry: Entry) throws(SettingError) -> QuirkEntry.Match {
        switch (entry.usb, entry.driver, entry.name) {
        case (let usb?, nil, nil):
            guard usb.wholeMatch(of: /[0-9a-fA-F]{4}:[0-9a-fA-F]{4}/) != nil else {
                throw SettingError(
                    key: "usb", expected: "vendor and product, four hexadecimal digits each: \"046d:082d\"")
            }
            return .usb(usb.lowercased())
        case (nil, let driver?, nil) where !driver.isEmpty: return .driver(driver)
        case (nil, nil, let name?) where !name.isEmpty: return .name(name)
        default:
            let key = entry.name != nil ? "name" : entry.driver != nil ? "driver" : "usb"
            throw SettingError(key: key, expected: "exactly one of usb, driver and name, and not empty")
        }
    }

    private static func controls(_ names: [String]?) throws(SettingError) -> [ControlID]? {
        guard let names else { return nil }
        var result: [ControlID] = []
        for name in names {
            var known: [ControlID] = []
            ControlID.known.forEach { known.append($0) }
            guard let id = known.first(where: { $0.name?.description == name }) else {
                let near = Nearest.name(to: name, among: known.compactMap { $0.name?.description })
                throw SettingError(
                    key: "unusable",
                    expected: "names of controls; \"\(name)\" is not one"
                        + (near.isEmpty ? "; Documentation/Quirks.md lists them" : ""),
                    proposal: near)
            }
            if !result.contains(id) { result.append(id) }
        }
        guard result.count <= unusableLimit else {
            throw SettingError(key: "unusable", expected: "at most \(unusableLimit) controls")
        }
        return result
    }

    private static func delay(_ frames: Double?, _ key: String) throws(SettingError) -> Int32? {
        guard let frames else { return nil }
        guard let whole = Int32(exactly: frames), (0...Int32(longestDelay)).contains(whole) else {
            throw SettingError(key: key, expected: "a whole number of frames, 0…\(longestDelay)")
        }
        return whole
    }

    private static func times(_ list: [Double]?) throws(SettingError) -> [Int64]? {
        guard let list else { return nil }
        let times = list.compactMap { Int32(exactly: $0) }.map(Int64.init)
        let isIncreasing = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
        guard times.count == list.count, list.count <= CameraQuirks.mostExposureTimes, isIncreasing,
            times.first ?? 1 > 0
        else {
            throw SettingError(
                key: "exposureTimes",
                expected: "at most \(CameraQuirks.mostExposureTimes) whole numbers from 1 on, in units of 100 µs, "
                    + "each longer than the one before")
        }
        return times
    }

    private static func span(
        _ milliseconds: Double?, _ key: String, _ range: ClosedRange<TimeSpan>
    ) throws(SettingError) -> TimeSpan? {
        guard let milliseconds else { return nil }
        guard let whole = Int32(exactly: milliseconds), range.contains(.milliseconds(Int64(whole))) else {
            let (least, most) = (range.lowerBound.nanoseconds / 1_000_000, range.upperBound.nanoseconds / 1_000_000)
            throw SettingError(key: key, expected: "a whole number of milliseconds, \(least)…\(most)")
        }
        return .milliseconds(Int64(whole))
    }
}

extension QuirkEntry {
    /// True if the entry changes anything. An empty list of unusable controls does: it revokes an earlier one.
    fileprivate var saysSomething: Bool {
        unusable != nil || lensRange != nil || lensDelay != nil || exposureDelay != nil || cannotBeReadBack != nil
            || resetsAtStreamStart != nil || exposureTimes != nil || writePause != nil || firstFrameTime != nil
    }
}
