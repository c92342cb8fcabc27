/// Finds the lens position at which the image is sharpest, with few evaluations and short ways.
///
/// It starts from where the lens is and goes where the longer way is, unless the sharpness falls. Then, after each evaluation:
///
///     is there a lower sample on both sides of the best (or the range's end)?
///       no:  go on at the open side: by the coarse step where the sharpness is flat, by as much as the slope promises
///            where it rises                                                                            (coarse)
///       yes, but the contrast is no more than noise:  look into the widest gaps; flat when there are none
///       yes: fit the curve, and measure at its peak and on its flanks, where a sample says most about it  (fine)
///            until no such sample is missing; the peak of the curve is the outcome                     (parabola)
///
/// There are no phases to be remembered: what to do next follows from the samples alone. So a sample that noise has
/// spoilt misleads it only until the next one.
public struct FocusSearch: Equatable, Sendable {
    /// What is to be done next.
    public enum Step: Equatable, Sendable {
        /// Put the lens there, and give the sharpness to `take`.
        case measure(at: Int64)
        /// Put the lens at the outcome's position; there is nothing more to measure.
        case finished(FocusSearchOutcome)
    }

    private let range: LensRange
    private let settings: FocusSearchSettings
    private let start: Int
    private var samples = FocusSamples()
    private var evaluations = 0
    /// Where the lens is, or is being put.
    private var lens: Int
    /// The side that is explored first: +1 towards the range's maximum, −1 towards its minimum.
    private var side: Int
    private var highest = 0.0
    private var lowest = Double.greatestFiniteMagnitude
    /// What is to be done next; `take` returns the same.
    public private(set) var step: Step

    /// - Parameter start: where the lens is; if this is no position on the range's grid, the nearest one is used.
    public init(range: LensRange, start: Int64, settings: FocusSearchSettings = FocusSearchSettings()) {
        self.range = range
        self.settings = settings
        self.start = range.index(of: start)
        lens = self.start
        // Before anything is known, the peak is likelier on the longer side.
        side = self.start * 2 <= range.last ? 1 : -1
        step = .measure(at: range.position(at: self.start))
    }

    /// Takes the sharpness at the position that was last asked for. What is no number, or negative, counts as 0. After the
    /// end nothing changes any more.
    public mutating func take(sharpness: Double) -> Step {
        guard case .measure = step else { return step }
        // Beyond 1e100 a ratio or a sum might leave what Double can hold.
        let value = sharpness.clamped(to: 0...1e100)
        evaluations += 1
        highest = max(highest, value)
        lowest = min(lowest, value)
        samples.add(value, at: lens)
        if evaluations < settings.mostEvaluations, let next = next() {
            if next != lens { side = next > lens ? 1 : -1 }
            lens = next
            step = .measure(at: range.position(at: next))
        } else {
            step = .finished(outcome)
        }
        return step
    }

    /// Where to measure next; nil when nothing more is worth it.
    private func next() -> Int? {
        let best = samples.best
        if !isClosed(side, of: best) { return explored(side) }
        if !isClosed(-side, of: best) { return explored(-side) }
        guard hasContrast else { return unseenEnd() ?? unseenGap() }
        return doubtfulHere() ?? missingSample() ?? doubtfulPlace()
    }

    private var outcome: FocusSearchOutcome {
        let isFound = hasContrast && doubtfulPlace() == nil
        return FocusSearchOutcome(
            result: isFound ? .found : .flat, position: range.position(at: isFound ? peak : start),
            start: range.position(at: start), evaluations: evaluations, sharpness: highest, lowest: lowest)
    }
}

// Coarse: until the best sample lies between lower ones.
extension FocusSearch {
    /// Whether the peak cannot be farther on that side of the best sample: it is the range's end, or the sharpness falls.
    private func isClosed(_ side: Int, of best: Int) -> Bool {
        var limit = samples[best].sharpness * settings.evidenceRatio
        let outermost = side > 0 ? samples[samples.count - 1] : samples[0]
        if let curve = FocusCurve(fitting: samples, least: Self.tail),
            (Double(outermost.index) - curve.peak) * Double(side) > 0
        {
            // The peak itself may be between two samples, and higher than both.
            limit = max(limit, curve.height * settings.evidenceRatio)
        }
        var place = best
        while place >= 0, place < samples.count {
            if samples[place].index == (side > 0 ? range.last : 0) || samples[place].sharpness < limit { return true }
            place += side
        }
        return false
    }

    /// The next position beyond all samples of that side.
    private func explored(_ side: Int) -> Int {
        let outermost = side > 0 ? samples.count - 1 : 0
        let edge = samples[outermost].index
        let end = side > 0 ? range.last : 0
        let room = abs(end - edge)
        let length = promisedStep(side, from: outermost)
        // What would be left at the end is not worth an evaluation of its own.
        let rest = settings.steps(settings.fineStep, of: range)
        return room - length <= rest ? end : edge + side * length
    }

    /// How far to go, by what the last two or three samples promise.
    private func promisedStep(_ side: Int, from outermost: Int) -> Int {
        let coarse = settings.steps(settings.coarseStep, of: range)
        let behind = outermost - side
        // The first step only asks which way to go.
        guard behind >= 0, behind < samples.count else { return max(coarse / 2, 1) }
        let here = samples[outermost]
        let there = samples[behind]
        let longest = Double(max(settings.steps(settings.longestStep, of: range), coarse))
        let finest = Double(settings.steps(settings.fineStep, of: range))
        var promised = Double(coarse)
        if contrast < settings.evidenceRatio, let curve = FocusCurve(fitting: samples, least: Self.far) {
            let ahead = (curve.peak - Double(here.index)) * Double(side)
            let flank = curve.width * Self.flank
            // Past the peak at once where it is near; else to the near flank.
            promised = ahead > 2 * flank ? ahead - flank : ahead + flank
        } else if there.sharpness < here.sharpness * settings.evidenceRatio {
            // Far from the peak, s is about h·(w / distance)²: the root of the ratio of two samples is that of the
            // distances.
            let ratio = (there.sharpness / here.sharpness).squareRoot()
            let gone = Double(abs(here.index - there.index))
            // Where it rises faster, the curve is another one.
            if ratio > 0.3 { promised = min(gone * ratio / (1 - ratio) * 0.6, 2 * gone) }
        }
        return Int(promised.clamped(to: finest...max(longest, finest)).nearestWhole)
    }
}

// Fine: around the peak of the fitted curve.
extension FocusSearch {
    /// How far from the peak a sample says most about where it is, as a share of the curve's width: the slope of ln s is
    /// steepest at 1, but the way there and back is long.
    private static let flank = 0.45
    /// Samples that are less sharp than this share of the best one say nothing about where the peak is.
    private static let tail = 0.1
    /// Likewise, while the peak is still to be approached.
    private static let far = 0.02
    /// Samples that stand out of the lowest one by this share of what the best one does are near the peak.
    private static let near = 0.3

    /// The place where a sample says most about the peak, as long as there is such a place.
    private func missingSample() -> Int? {
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
    private func explainsAll(_ curve: FocusCurve) -> Bool {
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
    private var usableCurve: FocusCurve? {
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
    private var peak: Int {
        guard let curve = usableCurve else { return samples[samples.best].index }
        return Int(curve.peak.nearestWhole.clamped(to: 0...Double(range.last)))
    }
}

// Contrast: whether there is anything to be found.
extension FocusSearch {
    private var contrast: Double {
        let best = samples[samples.best].sharpness
        return best > 0 ? samples[samples.lowest].sharpness / best : 1
    }

    private var hasContrast: Bool { contrast <= settings.contrastRatio.clamped(to: 0...1) }

    /// The lens, if it is where the sharpness is low and noise may be the reason.
    private func doubtfulHere() -> Int? {
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
    private func doubtfulPlace() -> Int? {
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
    private func unseenEnd() -> Int? {
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
    private func unseenGap() -> Int? {
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
