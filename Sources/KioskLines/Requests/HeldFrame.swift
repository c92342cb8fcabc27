import FocusCore

/// One frame that another program has measured, as it says it.
public struct HeldFrame: Equatable, Sendable {
    /// The id of the `measure` event that asked for it.
    public var request: UInt32
    /// The frame's number; a gap means that frames were lost.
    public var sequence: UInt32
    /// The frame's time on CLOCK_MONOTONIC; `HeldStream.Stamp` is its meaning.
    public var time: Instant
    /// The numbers of the sharpness; versions 1 and 2 of the measure have one.
    public var sharpness: [Double]
    public var mean: Double
    public var bright: Double
    public var dark: Double
    /// The luma of the whole picture, cell by cell; nil unless asked for.
    public var grid: [UInt8]?
}
