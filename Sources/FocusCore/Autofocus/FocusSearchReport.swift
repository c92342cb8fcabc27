/// What a whole search came to, in frames.
public struct FocusSearchReport: Equatable, Sendable {
    public enum Outcome: UInt8, CaseIterable, Equatable, Sendable {
        /// The lens is at the peak, and a frame has confirmed it.
        case found
        /// Nothing is sharper at one position than at another; the lens is where it was before.
        case flat
        /// The lens did not follow, or what was found could not be confirmed, or the search was given up.
        case unfinished

        public var name: StaticString {
            switch self {
            case .found: "found"
            case .flat: "flat"
            case .unfinished: "unfinished"
            }
        }
    }

    public var outcome: Outcome
    /// Where the lens is; after `unfinished`, where it must be put. Where nothing was found, the engine tells where the lens
    /// was before all searches that were interrupted.
    public var position: Int64
    /// Where the lens was before this search.
    public var start: Int64
    /// How often a sharpness was taken.
    public var evaluations: Int
    /// How many frames were looked at.
    public var frames: Int
    /// The highest sharpness.
    public var sharpness: Double
    /// The lowest sharpness.
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
