import FocusCore
import LinuxDevices

/// All that is known of cameras which their drivers do not tell.
public struct QuirkTable: Equatable, Sendable {
    /// In the order in which they were read.
    public private(set) var entries: [QuirkEntry]

    public init(_ entries: [QuirkEntry] = []) {
        self.entries = entries
    }

    /// Entries that come later override earlier ones.
    public mutating func append(_ more: [QuirkEntry]) {
        entries += more
    }

    /// The entries that mean a camera, in the order in which they override each other: the USB id beats the name, the name
    /// beats the driver, and of those that are equally exact the later ones win.
    public func entries(for identity: CameraIdentity) -> [QuirkEntry] {
        // Swift's sort keeps the order of equals, but does not promise to.
        let matching = entries.enumerated().compactMap { index, entry in
            entry.exactness(for: identity).map { (rank: ($0, index), entry: entry) }
        }
        return matching.sorted { $0.rank < $1.rank }.map(\.entry)
    }

    /// What is known of a camera.
    public func quirks(for identity: CameraIdentity) -> CameraQuirks {
        entries(for: identity).reduce(into: CameraQuirks()) { quirks, entry in entry.apply(to: &quirks) }
    }
}
