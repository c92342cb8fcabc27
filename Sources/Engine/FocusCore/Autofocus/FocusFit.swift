/// The curve that explains the samples of a search, and what it leaves open.
struct FocusFit {
    let samples: FocusSamples
    let settings: FocusSearchSettings
    let range: LensRange
    /// The standard deviation of a frame's sharpness; nil where nothing is known of the frames.
    let noise: Double?

    /// Samples below this share of the best one say nothing about where the peak is.
    static let tail = 0.1
    /// Samples are near the peak if they exceed the lowest one by this share of the difference between best and lowest.
    private static let near = 0.3

    /// Deviations of a sample from the curve that noise explains.
    private static let allowed = 2.0

    /// The lowest sharpness as a share of the highest; 1 while nothing is sharper than the least sharpness that matters.
    var contrast: Double {
        let best = samples[samples.best].sharpness
        return best > settings.leastSharpness.clamped(to: 0...1000) ? samples[samples.lowest].sharpness / best : 1
    }

    /// True when the samples come from frames whose noise was measured.
    var isNoiseKnown: Bool { noise != nil }

    /// The standard deviation of a sample by the noise that is known.
    func deviation(of sample: FocusSample) -> Double { (noise ?? 0) / Double(max(sample.frames, 1)).squareRoot() }

    /// True when a sample is close enough to the curve's peak that no other can be much sharper. Within a wide gap a curve with a floor
    /// has its peak elsewhere.
    func hasSummit(_ curve: FocusCurve) -> Bool {
        let isInWideGap = isVague(on: curve.peak < Double(samples[samples.best].index) ? -1 : 1)
        let closest = (isInWideGap ? 0.05 : isNoiseKnown ? 0.35 : 0.47) * curve.width
        for place in 0..<samples.count where abs(Double(samples[place].index) - curve.peak) <= closest { return true }
        return false
    }

    /// Up to this share of the highest sharpness, the lowest one shows that the curve has no floor that matters.
    private static let plain = 0.3

    /// True when a floor is likely, and the gap beside the best sample on that side is so wide that the curve may be wrong there.
    private func isVague(on side: Int) -> Bool {
        let place = samples.best + side
        return place >= 0 && place < samples.count && contrast > Self.plain
            && isWide(abs(samples[place].index - samples[samples.best].index))
    }

    /// True when a sample on that side of the peak is far enough away to show a slope, and not too far.
    func hasFlank(_ curve: FocusCurve, on side: Int) -> Bool {
        let farthest = isVague(on: side) ? 0.6 : 1.6
        for place in 0..<samples.count {
            let distance = (Double(samples[place].index) - curve.peak) * Double(side) / curve.width
            if distance >= 0.3, distance <= farthest { return true }
        }
        return false
    }

    /// True when all samples agree with the curve, and three are near its peak. Otherwise it is no hyperbola.
    func explainsAll(_ curve: FocusCurve) -> Bool {
        let best = samples[samples.best].sharpness - curve.floor
        var agreeing = 0
        for place in 0..<samples.count {
            let sample = samples[place]
            let ratio = curve.ratio(of: sample)
            if abs(ratio - 1) < Self.same { agreeing += 1 }
            let distance = (Double(sample.index) - curve.peak) / curve.width
            // Known noise widens these limits.
            let noise = Self.allowed * deviation(of: sample) * (1 + distance * distance) / curve.height
            if sample.sharpness - curve.floor >= best * Self.tail {
                if ratio > 1.25 + noise || ratio < 0.8 - noise { return false }
            } else if ratio > 2 + noise {
                return false
            }
        }
        return nearCount >= 3 || (nearCount == 2 && agreeing >= 5 && !isNoiseKnown)
    }

    /// A sample within this share of the curve is explained exactly. Five such ones on both flanks leave no room for another shape.
    private static let same = 0.1

    var nearCount: Int {
        let least = samples[samples.best].sharpness * level(ofProminence: 0.25)
        var count = 0
        for place in 0..<samples.count where samples[place].sharpness >= least { count += 1 }
        return count
    }

    /// True when a gap between two samples near the peak is so wide that the peak may lie anywhere between them.
    private func isWide(_ gap: Int) -> Bool { gap * 2 > 3 * settings.steps(settings.coarseStep, of: range) }

    /// The sharpness at a share of the difference between lowest and best sample, as a share of the best one.
    private func level(ofProminence prominence: Double) -> Double { contrast + prominence * (1 - contrast) }

    /// The curve through the samples near the peak: one with a floor where only that explains all samples. Nil unless its peak lies
    /// between the samples that enclose the best one.
    var curve: FocusCurve? {
        let plain = curve(above: 0)
        if let plain, explainsAll(plain) { return plain }
        let floor = samples[samples.lowest].sharpness * Self.floorShare
        guard !isNoiseKnown, let floored = curve(above: floor), explainsAll(floored), fits(floored) else {
            return plain
        }
        return floored
    }

    /// The floor is as high as this share of the lowest sample: where that is, the curve has not fallen to nothing yet.
    private static let floorShare = 0.95

    /// True when so many samples are close to a curve that has one number more to choose.
    private func fits(_ curve: FocusCurve) -> Bool {
        var close = 0
        for place in 0..<samples.count where abs(curve.ratio(of: samples[place]) - 1) < Self.close { close += 1 }
        return close >= 4
    }

    private static let close = 0.12

    private func curve(above floor: Double) -> FocusCurve? {
        let best = samples.best
        let around = samples.neighbours(of: best)
        guard
            let curve = FocusCurve(fitting: samples, least: level(ofProminence: Self.near), floor: floor)
                ?? FocusCurve(fitting: around, least: 0, floor: floor)
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

    /// The width of the curve that explains all samples, in the driver's units; nil: none does.
    var width: Double? {
        guard let curve, explainsAll(curve) else { return nil }
        return curve.width * range.unitsPerStep
    }

    /// The grid position of the curve's peak, or else of the sharpest sample.
    var peak: Int {
        guard let curve else { return samples[samples.best].index }
        return Int(curve.peak.nearestWhole.clamped(to: 0...Double(range.last)))
    }
}

// Positions that the curve lacks.
extension FocusFit {
    /// The next position when no curve explains all samples: between the best and a neighbour that is not near the peak, the sharper first;
    /// nil: both are near. `peak` is the best curve's estimate.
    func bisected(towards peak: Double?) -> Int? {
        let best = samples.best
        let here = samples[best]
        // Two samples near the peak do not show on which side of them it lies.
        let least = here.sharpness * (nearCount < 3 ? 2 : level(ofProminence: 0.4))
        var chosen: Int?
        var sharpest = -1.0
        for side in [-1, 1] where best + side >= 0 && best + side < samples.count {
            let other = samples[best + side]
            let gap = abs(other.index - here.index)
            guard gap > 1, other.sharpness < least || isWide(gap), other.sharpness > sharpest else { continue }
            sharpest = other.sharpness
            let middle = here.index + side * (gap / 2)
            let promised = Int((peak ?? -1).clamped(to: -1...Double(range.last)).nearestWhole)
            chosen = abs(promised - middle) * 4 <= gap && promised != here.index ? promised : middle
        }
        return chosen ?? besidePlateau(-1) ?? besidePlateau(1)
    }

    /// The middle of a wide gap beside samples that are as sharp as the best one: the summit may rise there.
    private func besidePlateau(_ side: Int) -> Int? {
        let limit = samples[samples.best].sharpness * settings.evidenceRatio
        var place = samples.best
        while place + side >= 0, place + side < samples.count {
            let (here, next) = (samples[place], samples[place + side])
            if isWide(abs(next.index - here.index)) { return (here.index + next.index) / 2 }
            guard next.sharpness >= limit else { return nil }
            place += side
        }
        return nil
    }
}
