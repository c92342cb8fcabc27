import FocusCore

/// One frame that another program has measured, as it says it.
public struct HeldFrame: Equatable, Sendable {
    /// The id of the `measure` event that asked for it.
    public var request: UInt32
    /// The frame's number; a gap means that frames were lost.
    public var sequence: UInt32
    /// The frame's time on CLOCK_MONOTONIC; `HeldStream.Stamp` tells what it means.
    public var time: Instant
    /// As many numbers as the measure's version has: one in version 1.
    public var sharpness: [Double]
    public var mean: Double
    public var bright: Double
    public var dark: Double
    /// The luma of the whole picture, cell by cell; nil unless asked for.
    public var grid: [UInt8]?

    public init(
        request: UInt32, sequence: UInt32, time: Instant, sharpness: [Double], mean: Double, bright: Double,
        dark: Double,
        grid: [UInt8]? = nil
    ) {
        self.request = request
        self.sequence = sequence
        self.time = time
        self.sharpness = sharpness
        self.mean = mean
        self.bright = bright
        self.dark = dark
        self.grid = grid
    }
}

/// The measure that other programs compute. Its version fixes what a frame's numbers mean.
enum MeasureVersion {
    static let known: Set<Int> = [1]
    /// Of version 1: the mean product of brightness differences (`LumaMeasurement.sharpness`).
    static let sharpnessCount = 1
}
