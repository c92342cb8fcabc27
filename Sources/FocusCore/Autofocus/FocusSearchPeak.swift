// Fine: around the peak of the fitted curve.
extension FocusSearch {
    /// How far from the peak a sample says most about where it is, as a share of the curve's width: the slope of ln s is
    /// steepest at 1, but the way there and back is long.
    static let flank = 0.45
    /// Samples that are less sharp than this share of the best one say nothing about where the peak is.
    static let tail = 0.1
    /// Likewise, while the peak is still to be approached.
    static let far = 0.02
    /// Samples that stand out of the lowest one by this share of what the best one does are near the peak.
    private static let near = 0.3

    /// The place where a sample says most about the peak, as long as there is such a place.
    func missingSample() -> Int? {
        guard let curve = usableCurve else { return bisected(towards: nil) }
        guard explainsAll(curve) else { return bisected(towards: curve.peak) }
        return missingSample(around: curve)
    }

    /// The peak of the curve or a flank of it, whichever has no sample near it and is nearest to the lens.
    private func missingSample(around curve: FocusCurve) -> Int? {
        var chosen: Int?
        for side in -1...1 {
            let wanted = (curve.peak + Double(side) * curve.width * Self.flank).nearestWhole
            let index = Int(wanted.clamped(to: 0...Double(range.last)))
            let isThere = side == 0 ? hasSummit(curve) : hasFlank(curve, on: side)
            if isThere || samples.isMeasured(index) { continue }
            if let other = chosen, abs(other - lens) <= abs(index - lens) { continue }
            chosen = index
        }
        return chosen
    }

    /// Whether there is a sample so near to the curve's peak that no other can be much sharper.
    private func hasSummit(_ curve: FocusCurve) -> Bool {
        for place in 0..<samples.count {
            if abs(Double(samples[place].index) - curve.peak) <= 0.35 * curve.width { return true }
        }
        return false
    }

    /// Whether there is a sample on that side of the curve's peak, neither too near to show a slope nor too far.
    private func hasFlank(_ curve: FocusCurve, on side: Int) -> Bool {
        for place in 0..<samples.count {
            let distance = (Double(samples[place].index) - curve.peak) * Double(side) / curve.width
            if distance >= 0.3, distance <= 1.6 { return true }
        }
        return false
    }

    /// Whether all samples are about as sharp as the curve says, and at least three of them are near its peak. Where they
    /// are not, the curve has a floor or is no hyperbola, and only samples near the peak tell where it is.
    func explainsAll(_ curve: FocusCurve) -> Bool {
        let best = samples[samples.best].sharpness
        for place in 0..<samples.count {
            let sample = samples[place]
            let distance = (Double(sample.index) - curve.peak) / curve.width
            let ratio = sample.sharpness * (1 + distance * distance) / curve.height
            if sample.sharpness >= best * Self.tail ? ratio > 1.25 || ratio < 0.8 : ratio > 2 { return false }
        }
        return nearCount >= 3
    }

    /// How many samples are near the peak.
    private var nearCount: Int {
        let least = samples[samples.best].sharpness * level(ofProminence: 0.25)
        var count = 0
        for place in 0..<samples.count where samples[place].sharpness >= least { count += 1 }
        return count
    }

    /// Without a curve that explains all samples: between the best sample and that neighbour which is not near the peak,
    /// the sharper one first, until both are.
    /// - Parameter peak: where the peak may be, by the best curve there is.
    private func bisected(towards peak: Double?) -> Int? {
        let best = samples.best
        let here = samples[best]
        // Two samples near the peak do not tell on which side of them it is.
        let least = here.sharpness * (nearCount < 3 ? 2 : level(ofProminence: 0.4))
        var chosen: Int?
        var sharpest = -1.0
        for side in [-1, 1] where best + side >= 0 && best + side < samples.count {
            let other = samples[best + side]
            let gap = abs(other.index - here.index)
            guard gap > 1, other.sharpness < least, other.sharpness > sharpest else { continue }
            sharpest = other.sharpness
            let middle = here.index + side * (gap / 2)
            let promised = Int((peak ?? -1).clamped(to: -1...Double(range.last)).nearestWhole)
            chosen = abs(promised - middle) * 4 <= gap && promised != here.index ? promised : middle
        }
        return chosen
    }

    /// Between the lowest sample and the best one, as a share of the best one.
    private func level(ofProminence prominence: Double) -> Double { contrast + prominence * (1 - contrast) }

    /// The curve through the samples near the peak, if its own peak lies where the samples say that it must.
    var usableCurve: FocusCurve? {
        let best = samples.best
        let around = samples.neighbours(of: best)
        guard
            let curve = FocusCurve(fitting: samples, least: level(ofProminence: Self.near))
                ?? FocusCurve(fitting: around, least: 0)
        else { return nil }
        let limit = samples[best].sharpness * settings.evidenceRatio
        var low = best
        while low > 0, samples[low].sharpness >= limit { low -= 1 }
        var high = best
        while high < samples.count - 1, samples[high].sharpness >= limit { high += 1 }
        guard curve.peak >= Double(samples[low].index) - 0.5, curve.peak <= Double(samples[high].index) + 0.5
        else { return nil }
        return curve
    }

    /// The outcome's place on the grid.
    var peak: Int {
        guard let curve = usableCurve else { return samples[samples.best].index }
        return Int(curve.peak.nearestWhole.clamped(to: 0...Double(range.last)))
    }
}
