/// The outcome of a whole search in frames.
public struct FocusSearchReport: Equatable, Sendable, Snapshotable {
    public enum Outcome: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
        /// The lens is at the peak, and a frame has confirmed it.
        case found
        /// No position is sharper than another; the lens is back where it was before.
        case flat
        /// The positions differ, but by no more than noise explains; the lens is back where it was before.
        case noisy
        /// The lens did not follow, the peak could not be confirmed, or the search was aborted.
        case unfinished

        public var name: StaticString {
            switch self {
            case .found: "found"
            case .flat: "flat"
            case .noisy: "noisy"
            case .unfinished: "unfinished"
            }
        }
    }

    public var outcome: Outcome
    /// The position of the lens; after `unfinished`, where it must be moved. Nothing found: the one before all interrupted searches.
    public var position: Int64
    /// The position of the lens before this search.
    public var start: Int64
    /// The number of evaluations.
    public var evaluations: Int
    /// The number of frames that were looked at.
    public var frames: Int
    /// The highest measured sharpness.
    public var sharpness: Double
    /// The lowest measured sharpness.
    public var lowest: Double

    public init(
        outcome: Outcome, position: Int64, start: Int64, evaluations: Int, frames: Int, sharpness: Double,
        lowest: Double
    ) {
        self.outcome = outcome
        self.position = position
        self.start = start
        self.evaluations = evaluations
        self.frames = frames
        self.sharpness = sharpness
        self.lowest = lowest
    }
}
