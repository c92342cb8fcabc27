/// The positions that a lens can be put at, in the driver's own units (V4L2_CID_FOCUS_ABSOLUTE).
///
/// A search counts in steps from the lowest position: 0…`last`. There are at most 2²⁴ of them, far more than any lens
/// has; of a range that claims more, only every so many steps are used.
public struct LensRange: Equatable, Sendable {
    /// The lowest position.
    public let minimum: Int64
    /// The highest position; the last one that the lens can be put at may be lower, by less than a step.
    public let maximum: Int64
    /// From one position that the lens can be put at to the next, 1 or more.
    public let step: Int64
    /// The number of the highest position on the grid, 1 or more.
    let last: Int
    /// From one position on the grid to the next; a multiple of `step`.
    private let stride: UInt64

    /// Nil where there are not two positions: there is nothing to search. A step below 1 counts as 1, as drivers write 0
    /// where they mean it.
    public init?(minimum: Int64, maximum: Int64, step: Int64 = 1) {
        guard minimum < maximum else { return nil }
        // The distance of any two Int64 fits into a UInt64.
        let span = UInt64(bitPattern: maximum &- minimum)
        let unit = UInt64(max(step, 1))
        let steps = span / unit
        guard steps >= 1 else { return nil }
        let share = steps / Self.most + (steps % Self.most == 0 ? 0 : 1)
        self.minimum = minimum
        self.maximum = maximum
        self.step = Int64(unit)
        // No more than the span: share is at most steps.
        stride = unit &* share
        last = Int(steps / share)
    }

    private static let most: UInt64 = 1 << 24

    /// The position at a place on the grid; the nearest end outside 0…`last`.
    func position(at index: Int) -> Int64 {
        minimum &+ Int64(bitPattern: UInt64(min(max(index, 0), last)) &* stride)
    }

    /// The place on the grid that is nearest to a position.
    func index(of position: Int64) -> Int {
        guard position > minimum else { return 0 }
        let distance = UInt64(bitPattern: position &- minimum)
        let whole = distance / stride
        guard whole < UInt64(last) else { return last }
        return Int(whole) + (distance % stride >= stride - stride / 2 ? 1 : 0)
    }

    /// The position that the lens can be put at which is nearest to the one given.
    public func nearest(to position: Int64) -> Int64 {
        self.position(at: index(of: position))
    }
}
