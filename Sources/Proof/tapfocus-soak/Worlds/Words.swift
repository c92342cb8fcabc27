import FocusCore
import KioskRuntime

// The texts in findings.

extension ControlID: CustomStringConvertible {
    /// Its name in files, or its number.
    public var description: String { name?.description ?? "control \(rawValue)" }
}

extension ControlValue {
    var words: String { AnnouncementWords.words(for: self) }
}

extension WorldPlan {
    var words: String {
        let levels = CameraCapabilities(camera.description).levels
        var lines = ["  focus: \(levels.focus.level.name), exposure: \(levels.exposure.level.name), ending: \(ending)"]
        let (refusals, ignored) = (camera.misbehaviour.refusals.keys, camera.misbehaviour.ignored.keys)
        let zeros = camera.misbehaviour.alwaysReads.keys
        if !refusals.isEmpty { lines.append("  refuses: \(Self.list(refusals))") }
        if !ignored.isEmpty { lines.append("  ignores: \(Self.list(ignored))") }
        if !zeros.isEmpty { lines.append("  always reads 0: \(Self.list(zeros))") }
        if let holder { lines.append("  held at the start: \(holder)") }
        for action in actions { lines.append("  after \(Double(action.delay) / 1e9) s: \(action.kind)") }
        return lines.joined(separator: "\n")
    }

    private static func list(_ ids: some Sequence<ControlID>) -> String {
        ids.map(\.description).sorted().joined(separator: ", ")
    }
}
