import FocusCore
import LinuxDevices

/// All known properties of cameras that their drivers do not report.
public struct QuirkTable: Equatable, Sendable {
    /// In the order in which they were read.
    public private(set) var entries: [QuirkEntry]

    public init(_ entries: [QuirkEntry] = []) { self.entries = entries }

    /// Entries that come later override earlier ones.
    public mutating func append(_ more: [QuirkEntry]) { entries += more }

    /// The entries that match a camera, in the order in which they are applied: the USB id overrides the name, the name
    /// overrides the driver, and later entries override earlier ones that are equally exact.
    public func entries(for identity: CameraIdentity) -> [QuirkEntry] {
        // Swift's sort is stable, but does not promise to be.
        let matching = entries.enumerated().compactMap { index, entry in
            entry.exactness(for: identity).map { (rank: ($0, index), entry: entry) }
        }
        return matching.sorted { $0.rank < $1.rank }.map(\.entry)
    }

    /// The known properties of a camera.
    public func quirks(for identity: CameraIdentity) -> CameraQuirks {
        entries(for: identity).reduce(into: CameraQuirks()) { quirks, entry in entry.apply(to: &quirks) }
    }
}
