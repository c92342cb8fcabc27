// Coarse: until the best sample lies between lower ones.
extension FocusSearch {
    /// True when the peak cannot lie farther on that side of the best sample: the range ends there, or the sharpness falls.
    func isClosed(_ side: Int, of best: Int) -> Bool {
        var limit = samples[best].sharpness * settings.evidenceRatio
        let outermost = side > 0 ? samples[samples.count - 1] : samples[0]
        if let curve = FocusCurve(fitting: samples, least: FocusFit.tail),
            (Double(outermost.index) - curve.peak) * Double(side) > 0
        {
            // The peak may lie between two samples and be higher than both.
            limit = max(limit, curve.height * settings.evidenceRatio)
        }
        var place = best
        while place >= 0, place < samples.count {
            if samples[place].index == (side > 0 ? range.last : 0) { return true }
            if samples[place].sharpness < limit, differ(best, place, by: Self.evident) { return true }
            place += side
        }
        return false
    }

    func explored(_ side: Int) -> Int {
        let outermost = side > 0 ? samples.count - 1 : 0
        let edge = samples[outermost].index
        let end = side > 0 ? range.last : 0
        let room = abs(end - edge)
        let length = nextLength(side, from: outermost)
        // A remainder shorter than the fine step is not worth an evaluation of its own.
        let rest = settings.steps(settings.fineStep, of: range)
        return room - length <= rest ? end : edge + side * length
    }

    /// The step where nothing tells how far the peak is, in grid steps. Two widths of a summit that is known hide none: in the middle
    /// between two samples, the sharpness of a hyperbola is at least half.
    var coarse: Int {
        let usual = settings.steps(settings.coarseStep, of: range)
        guard mayGoFar, let width = experience.width else { return usual }
        let steps = (2 * width / range.unitsPerStep).clamped(to: 1...Double(range.last))
        return max(usual, min(Int(steps), settings.steps(settings.longestStep, of: range) * 2 / 3))
    }

    /// The length of the next step, in grid steps, extrapolated from the last samples.
    private func nextLength(_ side: Int, from outermost: Int) -> Int {
        let behind = outermost - side
        guard behind >= 0, behind < samples.count else {
            // The first step leads to the summit that was found before, where there is one.
            if mayGoFar, let former = experience.another(than: range.position(at: samples[outermost].index)) {
                let way = (range.index(of: former) - samples[outermost].index) * side
                if way > 0 { return max(way, settings.steps(settings.coarseStep, of: range) / 2, 1) }
            }
            // Otherwise it finds the direction. From an end of the range there is only one.
            let isAtEnd = samples[outermost].index == 0 || samples[outermost].index == range.last
            guard isAtEnd else { return max(settings.steps(settings.coarseStep, of: range) / 2, 1) }
            return coarse * 3 / 2
        }
        // On a high floor the curve of a few samples promises anything, and a long step might miss a narrow summit.
        let isFar = mayGoFar && !isNoiseKnown && contrast <= Self.plain
        let longest = max(settings.steps(settings.longestStep, of: range) / (isFar ? 1 : 2), coarse)
        let finest = settings.steps(settings.fineStep, of: range)
        var promised = (length: Double(coarse), least: Double(finest))
        if contrast < settings.evidenceRatio, differ(samples.best, samples.lowest, by: Self.evident),
            let curve = FocusCurve(fitting: samples, least: Self.far)
        {
            promised = length(to: curve, side, samples[outermost], from: samples[behind])
        } else if let slope = length(bySlopeFrom: behind, to: outermost) {
            promised.length = slope
        }
        let least = promised.least.clamped(to: Double(finest)...Double(max(longest, finest)))
        return Int(promised.length.clamped(to: least...Double(max(longest, finest))).nearestWhole)
    }

    /// Up to this share of the highest sharpness, the lowest one shows a curve that rises from the foot.
    private static let plain = 0.7
    /// Of the way to a curve's peak that is longer than half the longest step, this share is gone if it is far beyond the samples.
    /// Measured: with it and the next two numbers, a search from an end needs two positions fewer.
    private static let doubtfulShare = 0.5
    /// The way is far beyond the samples at more than this multiple of the distance between them.
    private static let farBeyond = 1.5
    /// A rise by this ratio is steep: then the next step is at least as long as the last one, because flanks may be steeper than the curve.
    private static let steepRise = 1.8

    /// The step to a peak that the curve promises: past it to the far flank where it is near, to the near flank where it is far.
    private func length(
        to curve: FocusCurve, _ side: Int, _ here: FocusSample, from there: FocusSample
    ) -> (length: Double, least: Double) {
        let ahead = (curve.peak - Double(here.index)) * Double(side)
        let flank = curve.width * Self.flank
        var length = ahead > 2 * flank ? ahead - flank : ahead + flank
        let seen = Double(samples[samples.count - 1].index - samples[0].index)
        let half = Double(settings.steps(settings.longestStep, of: range)) / 2
        if length > half, ahead > Self.farBeyond * seen { length = max(half, ahead * Self.doubtfulShare) }
        guard here.sharpness > there.sharpness else { return (length, 0) }
        let gone = Double(abs(here.index - there.index))
        let isSteep = here.sharpness > Self.steepRise * there.sharpness
        return (length, min(isSteep ? gone : gone / 2, Double(coarse)))
    }

    /// The step that the slope between the last two samples promises; nil: it promises none.
    private func length(bySlopeFrom behind: Int, to outermost: Int) -> Double? {
        let (there, here) = (samples[behind], samples[outermost])
        guard there.sharpness < here.sharpness * settings.evidenceRatio, differ(outermost, behind, by: Self.evident)
        else { return nil }
        // Far from the peak, s is about h·(w / distance)²: the square root of the ratio of two samples is the ratio of their distances.
        let ratio = (there.sharpness / here.sharpness).squareRoot()
        let gone = Double(abs(here.index - there.index))
        // A steeper rise does not fit this curve.
        return ratio > 0.3 ? min(gone * ratio / (1 - ratio) * 0.6, 2 * gone) : nil
    }
}
