// Contrast: decides whether the samples differ enough to contain a peak.
extension FocusSearch {
    var contrast: Double { fit.contrast }

    var hasContrast: Bool {
        contrast <= settings.contrastRatio.clamped(to: 0...1)
            && differ(samples.best, samples.lowest, by: Self.contrasting)
    }

    /// Deviations between the best and the lowest sample that noise does not explain: three to four are usual in twenty samples of noise.
    private static let contrasting = 4.0
    /// The same without a doubt.
    private static let doubtless = 6.0

    /// True when noise cannot explain the contrast, so that nothing needs to be measured again.
    var isCertain: Bool {
        contrast <= settings.certainRatio && differ(samples.best, samples.lowest, by: Self.doubtless)
    }

    /// A sample stands out when it is above the median by this multiple of the way to the lowest, 1.7 deviations of noise among 14 samples.
    private static let outstanding = 3.0

    /// True when noise may hide the least contrast of a summit, or, where all is below the least sharpness, a summit that rises above that.
    var isNoisy: Bool {
        let best = samples[samples.best]
        let least = settings.leastSharpness.clamped(to: 0...1000)
        let rise = best.sharpness > least ? best.sharpness * (1 - settings.contrastRatio.clamped(to: 0...1)) : least
        return rise < Self.contrasting * 1.4142 * deviation(of: best)
    }

    /// The distance from the peak at which a sample shows a contrast that noise cannot explain, as a share of the curve's width; the
    /// sharpness there is 39 % of the peak's. Measured: a search takes 7.0 instead of 7.2 evaluations, and 14 instead of 16 at worst.
    private static let contrastDistance = 1.25
    /// The same where a sample there has left a doubt; the sharpness there is 22 % of the peak's.
    private static let clearDistance = 1.9
    /// From this number of evaluations on, a sample that settles a doubt is worth a move of any length.
    private static let lateEvaluations = 13

    /// The nearest position at which the curve promises enough contrast, while noise may explain it so far; a farther one if that was
    /// measured and still leaves a doubt. Nil once both were measured, and, in the first evaluations, if it is farther away than twice the
    /// curve's width: measuring again needs less time then.
    func contrastingPlace() -> Int? {
        guard !isCertain, let curve = fit.curve, fit.explainsAll(curve) || !isNoiseKnown && samples.count > 3 else {
            return nil
        }
        return contrastingPlace(at: Self.contrastDistance, of: curve)
            ?? (isNoiseKnown ? nil : contrastingPlace(at: Self.clearDistance, of: curve))
    }

    /// - Parameter share: the distance from the peak, as a share of the curve's width.
    private func contrastingPlace(at share: Double, of curve: FocusCurve) -> Int? {
        for place in 0..<samples.count {
            let distance = abs(Double(samples[place].index) - curve.peak)
            if distance > 0.9 * share * curve.width { return nil }
        }
        var chosen: Int?
        for side in stride(from: -1.0, through: 1, by: 2) {
            let wanted = (curve.peak + side * curve.width * share).nearestWhole
            guard wanted >= 0, wanted <= Double(range.last) else { continue }
            let index = Int(wanted)
            let way = abs(index - lens)
            // On a coarse grid the nearest position may be nearer than wanted: it was measured then.
            guard !samples.isMeasured(index) else { continue }
            guard Double(way) <= 2 * curve.width || evaluations >= Self.lateEvaluations else { continue }
            if let other = chosen, abs(other - lens) <= way { continue }
            chosen = index
        }
        return chosen
    }

    /// The lens position, if the sharpness there is low, known noise may explain it, and it was not measured often enough.
    func doubtfulHere() -> Int? {
        guard isNoiseKnown, !isCertain else { return nil }
        let limit = samples[samples.best].sharpness * settings.contrastRatio.clamped(to: 0...1)
        for place in 0..<samples.count where samples[place].index == lens {
            let isMeasuredOften = samples[place].count > settings.confirmations.clamped(to: 1...8)
            return isMeasuredOften || samples[place].sharpness > limit ? nil : lens
        }
        return nil
    }

    /// The position to measure again while noise may explain the contrast: the best one, then the nearest low one; nil once both were.
    func doubtfulPlace() -> Int? {
        guard !isCertain else { return nil }
        let needed = settings.confirmations.clamped(to: 1...8) + 1
        let best = samples[samples.best]
        if best.count < needed { return best.index }
        let limit = best.sharpness * settings.contrastRatio.clamped(to: 0...1)
        var nearest: Int?
        for place in 0..<samples.count where samples[place].sharpness <= limit {
            if samples[place].count >= needed { return nil }
            let index = samples[place].index
            if let other = nearest, abs(other - lens) <= abs(index - lens) { continue }
            nearest = index
        }
        return nearest
    }

    /// The neighbour of the best sample that alone shows that the summit is not beyond it, if that may be an accident, such as a broken
    /// frame: it was measured in one frame, and the curve near the summit does not pass there. Where no noise that matters is known, it
    /// is one only if without it there is no contrast: a broken frame on the flat foot of a hill makes a summit of the foot.
    func accident() -> Int? {
        let curve = fit.curve
        let best = samples.best
        for side in [-1, 1] where best + side >= 0 && best + side < samples.count {
            var place = best + side
            let limit = samples[best].sharpness * settings.evidenceRatio
            while place + side >= 0, place + side < samples.count, samples[place].sharpness >= limit { place += side }
            let sample = samples[place]
            guard sample.count == 1, sample.frames < 3, sample.sharpness < limit else { continue }
            guard isNoiseKnown || isCertain && makesContrastAlone(place) else { continue }
            // Another sample beyond it that is lower as well confirms it.
            if place + side >= 0, place + side < samples.count, samples[place + side].sharpness < limit { continue }
            // Beyond the end of the range there is nothing to miss.
            guard sample.index > 0, sample.index < range.last else { continue }
            if let curve, agrees(sample, with: curve), agreeing(with: curve) >= 4 { continue }
            return sample.index
        }
        return nil
    }

    /// A sample close beside the best one that alone shows that the summit is not beyond it, if its frame came while the lens was sent
    /// ahead, and no curve explains it.
    func mistakenPlace() -> Int? {
        let best = samples.best
        for side in [-1, 1] where best + side >= 0 && best + side < samples.count {
            let sample = samples[best + side]
            guard sample.isAhead, sample.sharpness < samples[best].sharpness * settings.evidenceRatio,
                abs(sample.index - samples[best].index) <= settings.steps(settings.coarseStep, of: range)
            else { continue }
            if let curve = fit.curve, fit.explainsAll(curve) { return nil }
            return sample.index
        }
        return nil
    }

    /// True when all other samples are nearly as sharp as the best one.
    private func makesContrastAlone(_ place: Int) -> Bool {
        let limit = samples[samples.best].sharpness * settings.contrastRatio.clamped(to: 0...1)
        for other in 0..<samples.count where other != place && samples[other].sharpness <= limit { return false }
        return true
    }

    /// True when no other frame has to confirm the summit: the lens is there, four samples agree on the curve, and noise cannot explain it.
    var isProven: Bool {
        guard isCertain, let curve = fit.curve, agreeing(with: curve) >= 4 else { return false }
        for place in 0..<samples.count where samples[place].index == lens {
            let isMeasuredOften = !isNoiseKnown || samples[place].frames >= 3
            return isMeasuredOften && Int(curve.peak.nearestWhole) == lens && agrees(samples[place], with: curve)
        }
        return false
    }

    private func agrees(_ sample: FocusSample, with curve: FocusCurve) -> Bool {
        let ratio = curve.ratio(of: sample)
        return ratio > 0.7 && ratio < 1.4
    }

    private func agreeing(with curve: FocusCurve) -> Int {
        var count = 0
        for place in 0..<samples.count where agrees(samples[place], with: curve) { count += 1 }
        return count
    }

    /// The next position towards an end of the range that has not been measured; the nearer end comes first.
    func unseenEnd() -> Int? {
        guard samples.count > 0 else { return nil }
        let low = samples[0].index
        let high = samples[samples.count - 1].index
        let below = max(low - coarse, 0)
        let above = min(high + coarse, range.last)
        if low == 0 { return high < range.last ? above : nil }
        if high == range.last { return below }
        return abs(above - lens) <= abs(below - lens) ? above : below
    }

    /// True when a sample is sharper than chance explains: the lowest one shows how far noise reaches to either side of the median.
    private func standsOut(_ place: Int) -> Bool {
        let median = samples.median
        let reach = median - samples[samples.lowest].sharpness
        return samples[place].sharpness > median + max(Self.outstanding * reach, 0.01 * median)
    }

    /// The middle of a gap between samples, the nearest first, and first of those wider than a coarse step; each retry halves the width. A
    /// narrow summit raises the samples beside it: where none stands out, a narrower gap hides none.
    func unseenGap() -> Int? {
        let coarse = coarse
        var width = coarse
        for _ in 0...settings.retries.clamped(to: 0...3) {
            var chosen: Int?
            for place in 1..<max(samples.count, 1) {
                let low = samples[place - 1].index
                let high = samples[place].index
                // A gap may be one step wider, because shares of the range are rounded to steps.
                guard high - low > width + 1 || (width == 1 && high - low > 1) else { continue }
                guard width == coarse || standsOut(place - 1) || standsOut(place) else { continue }
                var middle = low + (high - low) / 2
                // A sample that stands out by accident is found out by measuring it again.
                for end in [place - 1, place] where width < coarse && standsOut(end) && samples[end].count == 1 {
                    middle = samples[end].index
                }
                if let other = chosen, abs(other - lens) <= abs(middle - lens) { continue }
                chosen = middle
            }
            if let chosen { return chosen }
            if width == 1 { return nil }
            width = width / 2
        }
        return nil
    }
}
