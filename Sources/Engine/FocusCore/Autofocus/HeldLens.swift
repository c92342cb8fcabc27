/// The held lens, and the positions that a photo may have beside its own.
public struct HeldLens: Equatable, Sendable {
    /// Where it is held, in the driver's units.
    public let position: Int64
    public let range: LensRange

    public init(position: Int64, range: LensRange) {
        self.position = position
        self.range = range
    }

    /// The position beside it that is nearest to a share of the lens's whole range; positive is toward the maximum. A share of 0 is the
    /// very position.
    /// - Returns: nil: the lens has no such position, or the share is no number.
    public func position(beside share: Double) -> Int64? {
        if share == 0 { return position }
        let (lowest, highest) = (Double(range.minimum), Double(range.maximum))
        let wanted = Double(position) + share * (highest - lowest)
        let index = ((wanted - lowest) / range.unitsPerStep).nearestWhole
        guard index >= 0, index <= Double(range.last) else { return nil }
        return range.position(at: Int(index))
    }
}
