/// The outcome of a search.
public struct FocusSearchOutcome: Equatable, Sendable, Snapshotable {
    public enum Result: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
        /// The peak is at `position`.
        case found
        /// No position in the region is sharper than another. `position` is where the lens was at the start.
        case flat
        /// The positions differ, but by no more than noise explains. `position` is where the lens was at the start.
        case noisy
    }

    public var result: Result
    /// The position to which the lens must be moved.
    public var position: Int64
    /// The position at which the search began, on the grid of the range.
    public var start: Int64
    /// The number of evaluations.
    public var evaluations: Int
    /// The highest measured sharpness.
    public var sharpness: Double
    /// The lowest measured sharpness.
    public var lowest: Double
}
