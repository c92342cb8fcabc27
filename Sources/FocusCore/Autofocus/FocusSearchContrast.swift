// Contrast: whether there is anything to be found.
extension FocusSearch {
    var contrast: Double {
        let best = samples[samples.best].sharpness
        return best > settings.leastSharpness.clamped(to: 0...1000) ? samples[samples.lowest].sharpness / best : 1
    }

    var hasContrast: Bool { contrast <= settings.contrastRatio.clamped(to: 0...1) }

    /// How far from the peak a sample shows a contrast that no noise is the reason of, as a share of the curve's width:
    /// there the sharpness is 39 % of the peak's. Measured: with it a search from a random start takes 7.0 instead of 7.2
    /// evaluations and 14 instead of 16 at worst, because what is certain needs not be measured four times.
    private static let contrasting = 1.25
    /// After so many evaluations one that settles a doubt is worth any way.
    private static let many = 13

    /// The nearest position at which the curve promises contrast enough, while noise may be the reason of what was seen.
    /// Nil where such a place was looked at already, and at first where it is farther than the curve is wide: to measure
    /// again is the shorter way then.
    func contrastingPlace() -> Int? {
        guard contrast > settings.certainRatio, let curve = usableCurve, explainsAll(curve) else { return nil }
        for place in 0..<samples.count {
            let distance = abs(Double(samples[place].index) - curve.peak)
            if distance > 0.9 * Self.contrasting * curve.width { return nil }
        }
        var chosen: Int?
        for side in stride(from: -1.0, through: 1, by: 2) {
            let wanted = (curve.peak + side * curve.width * Self.contrasting).nearestWhole
            guard wanted >= 0, wanted <= Double(range.last) else { continue }
            let index = Int(wanted)
            let way = abs(index - lens)
            guard Double(way) <= curve.width || evaluations >= Self.many else { continue }
            if let other = chosen, abs(other - lens) <= way { continue }
            chosen = index
        }
        return chosen
    }

    /// The lens, if it is where the sharpness is low and noise may be the reason.
    func doubtfulHere() -> Int? {
        guard contrast > settings.certainRatio else { return nil }
        let limit = samples[samples.best].sharpness * settings.contrastRatio.clamped(to: 0...1)
        for place in 0..<samples.count where samples[place].index == lens {
            let isOften = samples[place].count > settings.confirmations.clamped(to: 1...8)
            return isOften || samples[place].sharpness > limit ? nil : lens
        }
        return nil
    }

    /// Where to measure again, while noise may be the reason of the contrast: at the best position, or at the nearest of
    /// those that are low, if none of them was measured often enough.
    func doubtfulPlace() -> Int? {
        guard contrast > settings.certainRatio else { return nil }
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

    /// The next position towards an end of the range that was not looked at, the nearer one first.
    func unseenEnd() -> Int? {
        guard samples.count > 0 else { return nil }
        let low = samples[0].index
        let high = samples[samples.count - 1].index
        let coarse = settings.steps(settings.coarseStep, of: range)
        let below = max(low - coarse, 0)
        let above = min(high + coarse, range.last)
        if low == 0 { return high < range.last ? above : nil }
        if high == range.last { return below }
        return abs(above - lens) <= abs(below - lens) ? above : below
    }

    /// The middle of a gap that was not looked into, the nearest to the lens first; first those wider than a coarse step,
    /// then, at each retry, those of half the width.
    func unseenGap() -> Int? {
        var width = settings.steps(settings.coarseStep, of: range)
        for _ in 0...settings.retries.clamped(to: 0...3) {
            var chosen: Int?
            for place in 1..<max(samples.count, 1) {
                let low = samples[place - 1].index
                let high = samples[place].index
                // Shares of a range that is no multiple of the step are off by one.
                guard high - low > width + 1 || (width == 1 && high - low > 1) else { continue }
                let middle = low + (high - low) / 2
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
