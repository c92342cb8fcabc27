/// How a search ended, and what it saw on its way.
public struct FocusSearchOutcome: Equatable, Sendable {
    public enum Result: UInt8, CaseIterable, Equatable, Sendable {
        /// The peak is at `position`.
        case found
        /// Nothing in the region is sharper at one position than at another: `position` is where the lens was.
        case flat
    }

    public var result: Result
    /// Where the lens must be put.
    public var position: Int64
    /// Where the lens was, on the grid of the range.
    public var start: Int64
    /// How often the sharpness was asked for.
    public var evaluations: Int
    /// The highest sharpness that was measured.
    public var sharpness: Double
    /// The lowest sharpness that was measured.
    public var lowest: Double
}
