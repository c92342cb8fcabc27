/// The positions of a lens, in the driver's own units (V4L2_CID_FOCUS_ABSOLUTE). A search counts in grid steps from the lowest: 0…`last`,
/// at most 2²⁴, far more than any lens; a larger range is used at every n-th step only.
public struct LensRange: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// The lowest position.
    public let minimum: Int64
    /// The highest position. The last one that the lens accepts may be lower, by less than a step.
    public let maximum: Int64
    /// The distance between two positions that the lens accepts, 1 or more.
    public let step: Int64
    /// The grid index of the highest position, 1 or more.
    let last: Int
    /// The distance between two positions on the grid; a multiple of `step`.
    private let stride: UInt64

    /// Nil for fewer than two positions, because there is nothing to search. A step below 1 counts as 1: some drivers report 0 for it.
    public init?(minimum: Int64, maximum: Int64, step: Int64 = 1) {
        guard minimum < maximum else { return nil }
        // The distance between any two Int64 fits into a UInt64.
        let span = UInt64(bitPattern: maximum &- minimum)
        let unit = UInt64(max(step, 1))
        let steps = span / unit
        guard steps >= 1 else { return nil }
        let share = steps / Self.most + (steps % Self.most == 0 ? 0 : 1)
        self.minimum = minimum
        self.maximum = maximum
        self.step = Int64(unit)
        // The product is at most the span, because `share` is at most `steps`.
        stride = unit &* share
        last = Int(steps / share)
    }

    private static let most: UInt64 = 1 << 24

    /// The distance between two positions on the grid, in the driver's units.
    var unitsPerStep: Double { Double(stride) }

    var isSound: Bool { LensRange(minimum: minimum, maximum: maximum, step: step) == self }

    /// The position at a grid index; indices outside 0…`last` give the nearest end.
    func position(at index: Int) -> Int64 {
        minimum &+ Int64(bitPattern: UInt64(min(max(index, 0), last)) &* stride)
    }

    func index(of position: Int64) -> Int {
        guard position > minimum else { return 0 }
        let distance = UInt64(bitPattern: position &- minimum)
        let whole = distance / stride
        guard whole < UInt64(last) else { return last }
        return Int(whole) + (distance % stride >= stride - stride / 2 ? 1 : 0)
    }

    /// The position on the grid that is nearest to the given one.
    public func nearest(to position: Int64) -> Int64 {
        self.position(at: index(of: position))
    }
}
