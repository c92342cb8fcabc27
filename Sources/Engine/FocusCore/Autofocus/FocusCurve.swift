/// The curve of sharpness over lens position near its peak, fitted to samples.
///
/// Sharpness falls with the area of the blur, so s = h / (1 + ((x − p) / w)²) describes it well. 1/s is a parabola for all h, p and w: a
/// least-squares parabola is exact without noise, however far apart the samples are. The relative noise of s asks for weights of s²;
/// they are s³, to favour samples near the peak. Scattered light and other things in the region leave a floor below the curve; where it is
/// known, the curve is fitted to what rises above it.
struct FocusCurve: Equatable, Sendable {
    /// The position of the peak on the grid of `LensRange`, with fractions.
    var peak: Double
    /// The distance from the peak at which the sharpness has fallen to half, in steps of the grid.
    var width: Double
    /// The height above the floor.
    var height: Double
    var floor = 0.0

    /// Nil when the samples show no peak.
    /// - Parameters:
    ///   - least: samples below this share of the sharpest one are ignored.
    ///   - floor: the sharpness far from the peak.
    init?(fitting samples: borrowing FocusSamples, least: Double, floor: Double = 0) {
        guard samples.count >= 3 else { return nil }
        let best = samples[samples.best]
        let rise = best.sharpness - floor
        guard rise > 0 else { return nil }
        self.floor = floor
        let spread = Double(max(samples[samples.count - 1].index - samples[0].index, 1))
        var sums = Sums()
        for place in 0..<samples.count {
            let sample = samples[place]
            let share = (sample.sharpness - floor) / rise
            guard share >= least, share > 0 else { continue }
            sums.add(
                x: Double(sample.index - best.index) / spread, y: 1 / share,
                weight: share * share * share * Double(sample.count))
        }
        guard let parabola = sums.parabola, parabola.square > 0 else { return nil }
        let vertex = -parabola.linear / (2 * parabola.square)
        let bottom = parabola.constant + parabola.linear * vertex / 2
        peak = Double(best.index) + vertex * spread
        width = (max(bottom, 0.1) / parabola.square).squareRoot() * spread
        height = rise / max(bottom, 0.1)
        guard peak.isFinite, width.isFinite, width > 0 else { return nil }
    }

    /// A sample's rise above the floor, as a multiple of the curve's.
    func ratio(of sample: FocusSample) -> Double {
        let distance = (Double(sample.index) - peak) / width
        return (sample.sharpness - floor) * (1 + distance * distance) / height
    }
}

/// The sums of a weighted least-squares parabola.
private struct Sums {
    private var w0 = 0.0
    private var w1 = 0.0
    private var w2 = 0.0
    private var w3 = 0.0
    private var w4 = 0.0
    private var y0 = 0.0
    private var y1 = 0.0
    private var y2 = 0.0

    mutating func add(x: Double, y: Double, weight: Double) {
        let square = x * x
        w0 += weight
        w1 += weight * x
        w2 += weight * square
        w3 += weight * square * x
        w4 += weight * square * square
        y0 += weight * y
        y1 += weight * y * x
        y2 += weight * y * square
    }

    /// y = constant + linear · x + square · x², by Cramer's rule; nil without three different x.
    var parabola: (constant: Double, linear: Double, square: Double)? {
        let minor0 = w2 * w4 - w3 * w3
        let minor1 = w1 * w4 - w2 * w3
        let minor2 = w1 * w3 - w2 * w2
        let determinant = w0 * minor0 - w1 * minor1 + w2 * minor2
        guard determinant > 1e-15 * w0 * w2 * w4 else { return nil }
        let constant = y0 * minor0 - w1 * (y1 * w4 - w3 * y2) + w2 * (y1 * w3 - w2 * y2)
        let linear = w0 * (y1 * w4 - y2 * w3) - y0 * minor1 + w2 * (w1 * y2 - w2 * y1)
        let square = w0 * (w2 * y2 - w3 * y1) - w1 * (w1 * y2 - w2 * y1) + y0 * minor2
        return (constant / determinant, linear / determinant, square / determinant)
    }
}
