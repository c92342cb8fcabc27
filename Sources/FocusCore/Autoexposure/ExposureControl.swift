/// Exposes a region by looking at the frames: sets time and gain, waits until a step is seen, sets again, and ends.
///
/// The driver says which values it exposed a frame with, but the sensor follows 1 to 4 frames later, and nobody says when. A
/// controller that takes the frames between for its result sets too much and swings. This one sets, waits until a frame
/// shows it, and learns from that both how long it takes and how luma answers:
///
///     reading ── not as wanted ──▶ set ──▶ waiting ── a frame shows it ──▶ reading
///        │                                    └─ no frame shows it in time ─┘
///        └─ as wanted in two frames, or nothing nearer ──▶ finished
///
/// With the answer of the camera unknown, the first step goes too short rather than too far, the second uses what the first
/// has taught, and the third is for what both have left: three steps of (delay + 1) frames.
///
/// It is given the frames of its own request only, in order. Any frame in any state has an answer.
public struct ExposureControl: Equatable, Sendable {
    /// What is to be done after a frame.
    public enum Action: Equatable, Sendable {
        /// Look at the next frame.
        case wait
        /// Set V4L2_CID_EXPOSURE_ABSOLUTE, and V4L2_CID_GAIN unless it is nil: then it stays.
        case set(time: Int64, gain: Int64?)
        /// Over. What the report says is set already.
        case finished(ExposureReport)
    }

    public let range: ExposureRange
    public let settings: ExposureSettings
    /// Frames between the first that the driver exposes with new values and the first that shows them; nil until it is
    /// known. It stays the same for a camera and a format: give it to the next control.
    public private(set) var learnedDelay: Int?
    /// What was set last.
    public private(set) var setting: ExposureSetting

    /// What the camera exposed with before.
    private let start: ExposureSetting
    /// The mean of the last frame; 0 before the first.
    private var mean = 0.0
    private var target: Double
    private var response = ExposureResponse()
    var phase = Phase.reading(nil)
    private var frames = 0
    private var previousSequence: UInt32?
    /// Frames in a row that the driver exposed with something else than what was set.
    private var strayFrames = 0
    /// Steps in a row that no frame has shown.
    private var blindSteps = 0
    private var hasAnswered = false
    /// Whether the best of what was tried is set again, to end there.
    private var isReturning = false
    /// As `learnedDelay`, of the gain: some sensors apply it a frame earlier or later.
    private var gainDelay: Int?
    private var isGainKnown: Bool
    private var tried = InlineList<10, Trial>()

    enum Phase: Equatable, Sendable {
        case reading(ExposureSample?)
        case waiting(ExposureStep)
        case finished(ExposureReport)
    }

    private struct Trial: Equatable, Sendable {
        var setting: ExposureSetting
        /// How far the mean was from the target, as a power of two, without sign.
        var miss: Double
    }

    /// - Parameters:
    ///   - start: what the camera exposes with now.
    ///   - learnedDelay: of an earlier control of the same camera.
    public init(
        range: ExposureRange, settings: ExposureSettings = ExposureSettings(), start: ExposureSetting,
        learnedDelay: Int? = nil
    ) {
        self.range = range
        self.settings = settings
        self.learnedDelay = learnedDelay.map { min(max($0, 0), Self.mostDelay) }
        target = settings.compensatedTarget
        isGainKnown = start.gain != nil
        setting = ExposureSetting(time: max(start.time, 1), gain: range.gains.map { start.gain ?? $0.least })
        self.start = setting
    }

    /// The end before the end: a deadline has come, or there are no frames any more. What the report says must be set: the
    /// best that was tried, or what it was before.
    public mutating func giveUp() -> ExposureReport {
        if case .finished(let report) = phase { return report }
        var best: Trial?
        for index in 0..<tried.count {
            if let trial = tried[index], trial.miss < best?.miss ?? .infinity { best = trial }
        }
        let end = best?.setting ?? start
        let report = ExposureReport(
            outcome: .gaveUp, time: end.time, gain: end.gain, mean: mean, target: target, frames: frames)
        phase = .finished(report)
        return report
    }

    private static let mostDelay = 32
    private var longestDelay: Int { min(max(settings.longestDelay, 0), Self.mostDelay) }
    private var mostFrames: Int { min(max(settings.mostFrames, 1), 1_000_000) }
    private var confirmingFrames: Int { min(max(settings.confirmingFrames, 1), 100) }

    /// Takes the next frame of the request.
    /// - Parameter isHeeded: whether it is known by now that the camera has not ignored what was set last; until then,
    ///   no frame is judged.
    public mutating func look(_ frame: FrameStatistics, isHeeded: Bool = true) -> Action {
        if case .finished(let report) = phase { return .finished(report) }
        frames += 1
        mean = frame.mean
        let passed = framesPassed(until: frame.sequence)
        let sample = ExposureSample(frame)
        if frames >= mostFrames { return end(with: sample) }
        guard let sample else { return .wait }
        switch phase {
        case .reading(let sum):
            guard isHeeded, isFromSetting(frame) else { return .wait }
            guard var sum else { return judge(sample) }
            sum.add(sample)
            return judge(sum)
        case .waiting(let step): return wait(for: step, sample, frame, passed: passed, isHeeded)
        case .finished(let report): return .finished(report)
        }
    }

    /// Lost frames count: the sensor has exposed them. Numbers that stand still or run backwards are a driver's mistake.
    private mutating func framesPassed(until sequence: UInt32) -> Int {
        defer { previousSequence = sequence }
        guard let previousSequence else { return 1 }
        let passed = sequence &- previousSequence
        return passed == 0 || passed > 1 << 16 ? 1 : min(Int(passed), Self.mostDelay)
    }

    /// Whether the driver exposed the frame with what was set. After some frames that say otherwise, they are believed.
    private mutating func isFromSetting(_ frame: FrameStatistics) -> Bool {
        if !isGainKnown, range.gains != nil, let gain = frame.gain {
            setting.gain = gain
            isGainKnown = true
        }
        guard let time = frame.exposure, time != setting.time else {
            strayFrames = 0
            return true
        }
        strayFrames += 1
        guard strayFrames > longestDelay else { return false }
        setting.time = max(time, 1)
        strayFrames = 0
        return true
    }
}

extension ExposureControl {
    /// Waits until the step is seen, or it is too late for that.
    private mutating func wait(
        for step: ExposureStep, _ sample: ExposureSample, _ frame: FrameStatistics, passed: Int, _ isHeeded: Bool
    ) -> Action {
        var step = step
        guard step.age != nil || step.isInEffect(in: frame) else { return .wait }
        let age = min(step.age.map { $0 + passed } ?? 0, 1000)
        step.age = age
        phase = .waiting(step)
        guard isHeeded else { return .wait }
        let delay = delay(of: step)
        let isVisible = step.isVisible(in: sample, isEarly: age < delay ?? 0)
        // Of time and gain, the earlier one must not be taken for both.
        if step.changesBoth, age < delay ?? longestDelay { return .wait }
        if isVisible {
            if step.isClear, age >= delay ?? 0 || step.isAsExpected(in: sample) { learnDelay(age, of: step) }
            hasAnswered = true
            blindSteps = 0
            return accept(sample, of: step, in: frame)
        }
        guard age >= patience(for: step, sample, delay) else { return .wait }
        if step.isClear { blindSteps += 1 }
        return accept(sample, of: step, in: frame)
    }

    /// How late a step is seen, as far as it is known.
    private func delay(of step: ExposureStep) -> Int? {
        if !step.changesBoth { return step.to.gain != step.from.gain ? gainDelay : learnedDelay }
        guard let learnedDelay, let gainDelay else { return nil }
        return max(learnedDelay, gainDelay)
    }

    private mutating func learnDelay(_ age: Int, of step: ExposureStep) {
        if step.changesBoth { return }
        if step.to.gain != step.from.gain { gainDelay = age } else { learnedDelay = age }
    }

    /// After how many frames a step counts as done that nothing shows.
    private func patience(for step: ExposureStep, _ sample: ExposureSample, _ delay: Int?) -> Int {
        // Too small to be seen: it is there when others were.
        if !step.isClear { return delay ?? longestDelay }
        // Nothing answers in the dark or in the white; elsewhere something should, and may only be late.
        return sample.isWhite || sample.isBlack ? delay ?? longestDelay : 2 * longestDelay
    }

    private mutating func accept(
        _ sample: ExposureSample, of step: ExposureStep, in frame: FrameStatistics
    ) -> Action {
        // A camera that rounds says so.
        if let time = frame.exposure, time > 0 { setting.time = time }
        if range.gains != nil, let gain = frame.gain { setting.gain = gain }
        let time = (Double(setting.time) / Double(max(step.from.time, 1))).binaryLogarithm
        let gain = Double(setting.gain ?? 0) - Double(step.from.gain ?? 0)
        response.learn(from: step.before, to: sample, time: time, gain: gain)
        return judge(sample, isLast: step.isLast)
    }
}

extension ExposureControl {
    /// Decides what the frames since the last step mean.
    private mutating func judge(_ sample: ExposureSample, isLast: Bool = false) -> Action {
        phase = .reading(sample)
        let miss = abs(sample.mean / target - 1)
        let isConfirmed = sample.frames >= confirmingFrames
        // The average of a few frames still errs a little: well inside counts, and only just inside is tried to better.
        if miss <= settings.usedTolerance * 0.7, setting == range.clamped(setting) {
            return isConfirmed ? settle(sample) : .wait
        }
        return isLast ? conclude(sample) : step(from: sample)
    }

    /// Ends, or lowers the target where too much of the region is white.
    private mutating func settle(_ sample: ExposureSample) -> Action {
        let lowest = settings.compensatedTarget * (-1 / 2.2).powerOfTwo
        let share = ExposureSettings.between(0, settings.clippedShare, 1, else: 1)
        guard sample.bright > share, target > lowest else { return finish(.converged, sample.mean) }
        target = max(target * 0.9, lowest)
        tried.removeAll()
        return judge(sample)
    }

    private mutating func step(from sample: ExposureSample) -> Action {
        let next = planned(from: sample)
        let miss = abs(sample.stops(above: target))
        let isKnown = next == setting || hasTried(next)
        let isHopeless = blindSteps > 1 && !sample.isMostlyWhite && !sample.isBlack
        guard !isKnown, !isHopeless, tried.append(Trial(setting: setting, miss: miss)) else { return conclude(sample) }
        return set(next, from: sample, isLast: false)
    }

    private func planned(from sample: ExposureSample) -> ExposureSetting {
        var light = response.lightMissing(from: sample, to: target)
        // In the dark and in the white nobody knows how far it is: first not too far, then further each time.
        if sample.isBlack { light = 2 }
        if sample.isBlack || sample.isMostlyWhite { light *= Double(1 << min(blindSteps, 4)) }
        light = min(max(light, -20), 20)
        return ExposurePlan(range: range, response: response).setting(changing: light, from: setting)
    }

    private func hasTried(_ setting: ExposureSetting) -> Bool {
        for index in 0..<tried.count where tried[index]?.setting == setting { return true }
        return false
    }

    private mutating func set(_ wanted: ExposureSetting, from sample: ExposureSample, isLast: Bool) -> Action {
        let next = range.clamped(wanted)
        let time = (Double(next.time) / Double(max(setting.time, 1))).binaryLogarithm
        let units = Double(next.gain ?? 0) - Double(setting.gain ?? 0)
        var expected = response.stops(forTime: time, gain: units, in: range.gains)
        // In the white and in the dark less is seen than is there.
        if sample.isWhite || sample.isBlack || isLast { expected = -sample.stops(above: target) }
        phase = .waiting(ExposureStep(from: setting, to: next, before: sample, expected: expected, isLast: isLast))
        let gain = next.gain == setting.gain && isGainKnown ? nil : next.gain
        setting = next
        isGainKnown = true
        return .set(time: next.time, gain: gain)
    }

    /// There is nothing nearer to try: ends at the best that was seen.
    private mutating func conclude(_ sample: ExposureSample) -> Action {
        var best = Trial(setting: setting, miss: abs(sample.stops(above: target)))
        // In the white and in the dark all are equally far, and only noise would choose.
        for index in 0..<tried.count where !sample.isWhite && !sample.isBlack {
            if let trial = tried[index], trial.miss < best.miss - 0.01 { best = trial }
        }
        let isDeaf = !hasAnswered && !tried.isEmpty && !sample.isWhite && !sample.isBlack
        if isDeaf, let first = tried[0] { best = first }
        if best.setting != setting, case .reading = phase, !isReturning {
            isReturning = true
            return set(best.setting, from: sample, isLast: true)
        }
        guard sample.frames >= confirmingFrames else { return .wait }
        if abs(sample.mean / target - 1) <= settings.usedTolerance { return finish(.converged, sample.mean) }
        return finish(isDeaf ? .gaveUp : .limited, sample.mean)
    }

    /// Ends because there were enough frames.
    private mutating func end(with sample: ExposureSample?) -> Action {
        guard let sample else { return finish(.gaveUp, 0) }
        let isReading = if case .reading = phase { true } else { false }
        let isMet = isReading && abs(sample.mean / target - 1) <= settings.usedTolerance
        return finish(isMet ? .converged : .gaveUp, sample.mean)
    }

    private mutating func finish(_ outcome: ExposureOutcome, _ mean: Double) -> Action {
        let report = ExposureReport(
            outcome: outcome, time: setting.time, gain: setting.gain, mean: mean, target: target, frames: frames)
        phase = .finished(report)
        return .finished(report)
    }
}
