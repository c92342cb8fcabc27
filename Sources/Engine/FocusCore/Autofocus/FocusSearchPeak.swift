// Fine search around the peak of the fitted curve.
extension FocusSearch {
    /// The distance of flank samples from the peak, as a share of the curve's width. The slope of ln s is steepest at 1, a long move.
    static let flank = 0.45
    /// While the search still approaches the peak, samples below this share of the best one say nothing about where it is.
    static let far = 0.02

    /// The curve through the samples. It is fitted when it is asked for.
    var fit: FocusFit { FocusFit(samples: samples, settings: settings, range: range, noise: noise) }

    /// The position at which a sample would say most about the peak; nil when no such sample is missing.
    func missingSample() -> Int? {
        let fit = fit
        guard let curve = fit.curve else { return fit.bisected(towards: nil) }
        guard fit.explainsAll(curve) else { return fit.bisected(towards: curve.peak) }
        return missingSample(around: curve, fit)
    }

    /// The curve's peak or one of its flanks: the one nearest to the lens that has no sample yet.
    private func missingSample(around curve: FocusCurve, _ fit: FocusFit) -> Int? {
        var chosen: Int?
        for side in -1...1 {
            let wanted = (curve.peak + Double(side) * curve.width * Self.flank).nearestWhole
            let index = Int(wanted.clamped(to: 0...Double(range.last)))
            let isThere = side == 0 ? fit.hasSummit(curve) : fit.hasFlank(curve, on: side)
            if isThere || samples.isMeasured(index) { continue }
            if let other = chosen, abs(other - lens) <= abs(index - lens) { continue }
            chosen = index
        }
        return chosen
    }

    /// The peak of the curve, while noise may explain the contrast and nothing was measured there: a narrow summit is far above its flanks.
    func doubtfulPeak() -> Int? {
        guard !isCertain, let curve = fit.curve else { return nil }
        let index = Int(curve.peak.nearestWhole.clamped(to: 0...Double(range.last)))
        let finest = settings.steps(settings.fineStep, of: range)
        for place in 0..<samples.count where abs(samples[place].index - index) * 2 <= finest { return nil }
        return index
    }
}
