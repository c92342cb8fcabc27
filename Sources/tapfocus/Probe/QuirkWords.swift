import FocusCore
import KioskRuntime
import LinuxDevices

extension QuirkEntry {
    /// The entry's properties, a few words for each field.
    var changes: [String] {
        var changes: [String] = []
        if let unusable {
            let names = unusable.compactMap { $0.name?.description }
            changes.append(names.isEmpty ? "all controls usable" : "unusable: \(names.joined(separator: " "))")
        }
        if let lensRange { changes.append("lens \(lensRange.lowerBound)…\(lensRange.upperBound)") }
        if let lensDelay { changes.append("lens at rest after \(lensDelay) frames") }
        if let exposureDelay { changes.append("exposure in effect after \(exposureDelay) frames") }
        if let cannotBeReadBack {
            changes.append(cannotBeReadBack ? "cannot be read back" : "can be read back")
        }
        if let resetsAtStreamStart {
            changes.append("\(resetsAtStreamStart ? "resets" : "keeps") its controls when a stream starts")
        }
        if let exposureTimes {
            let times = exposureTimes.map(String.init).joined(separator: " ")
            changes.append(times.isEmpty ? "all exposure times" : "exposure times \(times)")
        }
        if let writePause { changes.append("\(writePause.nanoseconds / 1_000_000) ms between writes") }
        if let firstFrameTime { changes.append("first frame within \(firstFrameTime.nanoseconds / 1_000_000) ms") }
        return changes.isEmpty ? ["nothing"] : changes
    }
}

extension QuirkEntry.Match {
    /// The match as it is written in a file.
    var words: String {
        switch self {
        case .driver(let driver): "driver \(driver)"
        case .name(let name): "name \(name)"
        case .usb(let id): "USB id \(id)"
        }
    }
}

extension Probe.Camera {
    /// The camera's levels, with its known quirks applied.
    func levels(with quirks: QuirkTable) -> LevelReport {
        var description = description
        description.quirks = quirks.quirks(for: identity)
        return CameraCapabilities(description).levels
    }
}
