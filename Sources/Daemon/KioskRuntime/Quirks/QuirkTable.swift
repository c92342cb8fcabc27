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

/// A property of a kind of camera that its driver does not report: an entry of a quirks file.
public struct QuirkEntry: Equatable, Sendable {
    /// The cameras that an entry applies to. A later case is more exact, and overrides the earlier ones.
    public enum Match: Equatable, Sendable {
        /// By the driver's name, for example uvcvideo.
        case driver(String)
        /// By the camera's name; upper and lower case are the same.
        case name(String)
        /// By vendor and product, four hexadecimal digits each, in lower case: 046d:082d.
        case usb(String)
    }

    public var match: Match
    /// The reason for the entry, for people.
    public var because: String
    /// The file that contains it, for people.
    public var file: String
    /// The controls not to use; nil if the entry does not mention any.
    public var unusable: [ControlID]?
    public var lensRange: ClosedRange<Int64>?
    public var lensDelay: Int32?
    public var exposureDelay: Int32?
    public var cannotBeReadBack: Bool?
    public var resetsAtStreamStart: Bool?
    /// In units of 100 µs, increasing; empty: all times in the camera's range.
    public var exposureTimes: [Int64]?
    public var writePause: TimeSpan?
    public var firstFrameTime: TimeSpan?
    /// The factors at the smallest and at the largest value of the zoom.
    public var zoomFactor: ClosedRange<Double>?

    /// How exactly the entry matches this camera: 0 is the least exact; nil if it does not match.
    func exactness(for identity: CameraIdentity) -> Int? {
        switch match {
        case .driver(let driver): driver == identity.driver ? 0 : nil
        case .name(let name): name.lowercased() == identity.name.lowercased() ? 1 : nil
        case .usb(let id): id == identity.usbID ? 2 : nil
        }
    }

    /// Overrides the known properties, field by field.
    func apply(to quirks: inout CameraQuirks) {
        if let unusable {
            quirks.unusable = InlineList()
            for id in unusable { quirks.unusable.append(id) }
        }
        if let lensRange { (quirks.lensMinimum, quirks.lensMaximum) = (lensRange.lowerBound, lensRange.upperBound) }
        quirks.lensDelay = lensDelay ?? quirks.lensDelay
        quirks.exposureDelay = exposureDelay ?? quirks.exposureDelay
        quirks.cannotBeReadBack = cannotBeReadBack ?? quirks.cannotBeReadBack
        quirks.resetsAtStreamStart = resetsAtStreamStart ?? quirks.resetsAtStreamStart
        quirks.exposureTimes = exposureTimes ?? quirks.exposureTimes
        quirks.writePause = writePause ?? quirks.writePause
        quirks.firstFrameTime = firstFrameTime ?? quirks.firstFrameTime
        if let zoomFactor { (quirks.zoomLeast, quirks.zoomMost) = (zoomFactor.lowerBound, zoomFactor.upperBound) }
    }
}

extension QuirkEntry {
    /// An entry that mentions no property yet.
    public init(match: Match, because: String, file: String) {
        (self.match, self.because, self.file) = (match, because, file)
    }
}
