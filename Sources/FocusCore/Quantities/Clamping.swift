extension Comparable {
    /// The value, limited to the range. NaN, which compares with nothing, becomes the lower bound.
    func clamped(to range: ClosedRange<Self>) -> Self {
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
