/// Finds the lens position at which the image is sharpest, with few evaluations and short moves.
///
/// It starts where the lens is, towards a summit that was found before or the longer side, and turns round if the sharpness falls. After
/// each evaluation:
///
///     is there a lower sample on both sides of the best (or the range's end)?
///       no:  go on at the open side: by the coarse step where the sharpness is flat, by what the slope promises
///            where it rises                                                                            (coarse)
///       yes, but the contrast is no more than noise:  look into the gaps that are wider than a coarse step, and into
///            those beside a sample that stands out; flat when there are none
///       yes, but noise may explain the contrast:  measure where the curve promises more; if that does not help,
///            measure the best and the lowest again
///       yes, but a sample beside it came while the lens was sent ahead, and no curve explains it: measure that again
///       yes: fit the curve, and measure at its peak and on its flanks, where a sample is most informative (fine)
///            until no such sample is missing; measure again what a broken frame may have shown; the peak of the
///            curve is the outcome                                                                      (parabola)
///
/// A summit that is much sharper than the best sample, or less sharp than the curve says, is one more sample (`resume`).
///
/// The search stores no phase: the next step follows from the samples alone. So a sample that noise has spoilt misleads
/// the search only until the next one.
public struct FocusSearch: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// The next step of the search.
    public enum Step: Equatable, Sendable, Snapshotable {
        /// Put the lens at this position, and pass the sharpness measured there to `take`.
        case measure(at: Int64)
        /// The search is over, never `unfinished`: put the lens at this position, that of the start unless the peak was found.
        case finished(FocusSearchReport.Outcome, at: Int64)
    }

    let range: LensRange
    let settings: FocusSearchSettings
    let experience: FocusExperience
    /// False while it is not known that the lens makes a long step in the time that it is given.
    var mayGoFar = true
    private let start: Int
    var samples = FocusSamples()
    private(set) var evaluations = 0
    /// The standard deviation of a frame's sharpness; nil where nothing is known of the frames.
    private(set) var noise: Double?
    /// The grid position at which the lens is, or to which it is moving.
    var lens: Int
    /// The side that is explored first: +1 towards the range's maximum, −1 towards its minimum.
    private(set) var side: Int
    /// The next step; `take` returns the same.
    public private(set) var step: Step

    /// With another side, the way to an end of the samples would have no end.
    var isSound: Bool { side.magnitude == 1 }

    /// - Parameters:
    ///   - start: the position of the lens; if it is not on the range's grid, the nearest grid position is used.
    ///   - experience: the findings of earlier searches of the lens.
    public init(
        range: LensRange, start: Int64, settings: FocusSearchSettings = FocusSearchSettings(),
        experience: FocusExperience = FocusExperience()
    ) {
        self.range = range
        self.settings = settings
        self.experience = experience
        let index = range.index(of: start)
        self.start = index
        lens = index
        // At first the peak is more likely where one was before, and otherwise on the longer side.
        let other = experience.another(than: range.position(at: index)).map { range.index(of: $0) } ?? index
        side = (other != index ? other > index : index * 2 <= range.last) ? 1 : -1
        step = .measure(at: range.position(at: self.start))
    }

    /// Takes the sharpness at the requested position. NaN and negative numbers count as 0. After the end, calls change nothing.
    /// - Parameters:
    ///   - frames: the number of frames that it is the mean of.
    ///   - noise: the standard deviation from frame to frame, for all samples from now on; nil: only the settings' noise counts.
    public mutating func take(sharpness: Double, frames: Int = 1, noise: Double? = nil) -> Step {
        guard case .measure = step else { return step }
        add(sharpness, at: lens, frames: frames, noise: noise)
        return decide()
    }

    /// Goes on where the picture at the summit that was found is sharper, or less sharp, than the samples and their noise can explain.
    /// - Returns: the next step, or nil if the summit is as expected.
    mutating func resume(sharpness: Double, frames: Int) -> Step? {
        guard case .finished(.found, let position) = step, evaluations < settings.mostEvaluations,
            !samples.isMeasured(range.index(of: position)), (noise ?? 0) <= Self.quiet * summit
        else { return nil }
        let noise = Self.evident * (self.noise ?? 0) / Double(max(frames, 1)).squareRoot()
        let expected = max(summit, fit.curve.map { $0.floor + $0.height } ?? 0)
        let isLower = sharpness < expected * settings.evidenceRatio - noise
        guard isLower || sharpness > Self.surprising * summit else { return nil }
        lens = range.index(of: position)
        step = .measure(at: position)
        return take(sharpness: sharpness, frames: frames, noise: self.noise)
    }

    /// A curve whose flanks were measured is this much higher at most.
    private static let surprising = 1.4
    /// With more noise than this share of the summit, another sample decides no more than those before.
    private static let quiet = 0.05

    mutating func add(_ sharpness: Double, at index: Int, frames: Int, noise: Double?, isAhead: Bool = false) {
        evaluations = min(evaluations + 1, 1000)
        self.noise = noise?.clamped(to: 0...1e100)
        // Beyond 1e100 a ratio or a sum might leave the range of Double.
        let (sharpness, frames) = (sharpness.clamped(to: 0...1e100), frames.clamped(to: 1...1000))
        samples.add(sharpness, at: index, frames: frames, isAhead: isAhead)
    }

    /// Decides the next step by the samples. The lens is at the last position that was asked for.
    mutating func decide() -> Step {
        guard case .measure = step else { return step }
        if evaluations < settings.mostEvaluations, let next = next() {
            if next != lens { side = next > lens ? 1 : -1 }
            lens = next
            step = .measure(at: range.position(at: next))
        } else {
            step = outcome
        }
        return step
    }

    /// True once the best sample lies between lower ones: the summit is near.
    var isEnclosed: Bool {
        guard samples.count > 2, hasContrast else { return false }
        return isClosed(side, of: samples.best) && isClosed(-side, of: samples.best)
    }

    var summit: Double { samples.count > 0 ? samples[samples.best].sharpness : 0 }

    /// The sharpness that noise must not hide: the highest one so far, or a faint summit's where that is higher.
    var notable: Double { max(summit, Self.faint * settings.leastSharpness.clamped(to: 0...1000)) }

    /// True when one frame leaves no doubt that noise does not matter: the summit is near, or the picture is so even that it has little.
    func isClear(_ sharpness: Double) -> Bool {
        let least = settings.leastSharpness.clamped(to: 0...1000)
        return sharpness > Self.bright * least || (sharpness > 0 && sharpness < Self.even * least)
    }

    /// Multiples of the least sharpness. Measured with noise of 0 to 8 levels of 255 in pictures of 160 × 120 and 640 × 480.
    private static let faint = 10.0
    private static let bright = 500.0
    private static let even = 0.3

    /// The next position to measure; nil when no further measurement is worthwhile.
    func next() -> Int? {
        let best = samples.best
        if !isClosed(side, of: best) { return explored(side) }
        if !isClosed(-side, of: best) { return explored(-side) }
        guard hasContrast else { return unseenEnd() ?? unseenGap() }
        return contrastingPlace() ?? doubtfulHere() ?? mistakenPlace() ?? missingSample() ?? doubtfulPeak()
            ?? accident() ?? doubtfulPlace()
    }

    private var outcome: Step {
        let isFound = hasContrast && doubtfulPlace() == nil
        let outcome: FocusSearchReport.Outcome = isFound ? .found : isNoisy ? .noisy : .flat
        return .finished(outcome, at: range.position(at: isFound ? fit.peak : start))
    }
}

// The differences that noise explains.
extension FocusSearch {
    /// Deviations of a difference that noise hardly explains.
    static let evident = 3.0

    /// The standard deviation of a sample by the noise that is known.
    func deviation(of sample: FocusSample) -> Double { fit.deviation(of: sample) }

    /// True when the samples come from frames whose noise was measured.
    var isNoiseKnown: Bool { noise != nil }

    /// True when known noise does not explain that one sample is sharper than the other, by so many deviations of the difference.
    func differ(_ sharper: Int, _ other: Int, by deviations: Double) -> Bool {
        let one = deviation(of: samples[sharper])
        let two = deviation(of: samples[other])
        let difference = samples[sharper].sharpness - samples[other].sharpness
        return difference >= deviations * (one * one + two * two).squareRoot()
    }
}
