extension Double {
    /// The nearest whole number, halves away from zero: what `rounded()` returns, without libm's `round`, which an
    /// Embedded Swift program does not have and a program without Foundation does not link.
    var nearestWhole: Double {
        // From 2^52 on there are no fractions left; NaN compares false and is returned as it is.
        guard abs(self) < 4_503_599_627_370_496 else { return self }
        let whole = Double(Int64(self))
        let rest = self - whole
        if rest >= 0.5 { return whole + 1 }
        if rest <= -0.5 { return whole - 1 }
        return whole
    }
}
