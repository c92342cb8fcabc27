extension Double {
    /// The nearest whole number; halves are rounded away from zero. Unlike `rounded()` it does not need libm, which Embedded Swift lacks.
    var nearestWhole: Double {
        // From 2^52 upwards a Double has no fraction. NaN fails the comparison and is returned unchanged.
        guard abs(self) < 4_503_599_627_370_496 else { return self }
        let whole = Double(Int64(self))
        let rest = self - whole
        if rest >= 0.5 { return whole + 1 }
        if rest <= -0.5 { return whole - 1 }
        return whole
    }
}

extension Comparable {
    /// The value, limited to the range. NaN, which compares with nothing, becomes the lower bound.
    func clamped(to range: ClosedRange<Self>) -> Self {
        self >= range.lowerBound ? min(self, range.upperBound) : range.lowerBound
    }
}
