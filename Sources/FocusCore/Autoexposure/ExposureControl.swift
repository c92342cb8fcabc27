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
        /// Over. What the report says is set already, unless it gave up: then it must be set.
        case finished(ExposureReport)
    }

    public let range: ExposureRange
    public let settings: ExposureSettings
    /// Frames between the first that the driver exposes with new values and the first that shows them; nil until it is
    /// known. It stays the same for a camera and a format: give it to the next control.
    public internal(set) var learnedDelay: Int?
    /// What was set last.
    public internal(set) var setting: ExposureSetting
    /// What the gain makes of the light, where a step has shown it.
    var learnedGain: GainScale?

    /// What the camera exposed with before.
    let start: ExposureSetting
    /// The mean of the last frame; 0 before the first.
    var mean = 0.0
    var target: Double
    var response = ExposureResponse()
    var phase = Phase.reading(nil)
    var frames = 0
    private var previousSequence: UInt32?
    /// Frames in a row that the driver exposed with something else than what was set.
    private var strayFrames = 0
    /// Steps in a row that no frame has shown.
    var blindSteps = 0
    var hasAnswered = false
    /// Whether the best of what was tried is set again, to end there.
    var isReturning = false
    /// Whether the delay was told, and is not learned.
    let isDelayGiven: Bool
    /// As `learnedDelay`, of the gain: some sensors apply it a frame earlier or later.
    var gainDelay: Int?
    private var isGainKnown: Bool
    var tried = InlineList<10, Trial>()

    enum Phase: Equatable, Sendable {
        case reading(ExposureSample?)
        case waiting(ExposureStep)
        case finished(ExposureReport)
    }

    struct Trial: Equatable, Sendable {
        var setting: ExposureSetting
        /// How far the mean was from the target, as a power of two, without sign.
        var miss: Double
    }

    /// - Parameters:
    ///   - start: what the camera exposes with now.
    ///   - learnedDelay: of an earlier control of the same camera.
    ///   - givenDelay: what somebody knows of the camera, of time and gain. It takes the place of learning: no frame before
    ///     counts, whatever it shows, and the first one after it does.
    public init(
        range: ExposureRange, settings: ExposureSettings = ExposureSettings(), start: ExposureSetting,
        learnedDelay: Int? = nil, givenDelay: Int? = nil
    ) {
        self.range = range
        self.settings = settings
        self.learnedDelay = (givenDelay ?? learnedDelay).map { min(max($0, 0), Self.mostDelay) }
        isDelayGiven = givenDelay != nil
        gainDelay = givenDelay == nil ? nil : self.learnedDelay
        target = settings.compensatedTarget
        isGainKnown = start.gain != nil
        setting = ExposureSetting(time: max(start.time, 1), gain: range.gains.map { start.gain ?? $0.least })
        self.start = setting
    }

    private static let mostDelay = 32
    var longestDelay: Int {
        let longest = max(settings.longestDelay, isDelayGiven ? learnedDelay ?? 0 : 0)
        return min(max(longest, 0), Self.mostDelay)
    }
    /// What is right for a delay of up to 8 frames is too little for a longer one. With `mostFrames` of 60 it is 192 for one
    /// of 30: six steps, and at 30 frames a second less than the time that a search has (`SettleTimes.searchDeadline`).
    private var mostFrames: Int { min(max(settings.mostFrames, 1), 1_000_000) * max(longestDelay + 2, 10) / 10 }
    var confirmingFrames: Int { min(max(settings.confirmingFrames, 1), 100) }

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
    /// Decides what the frames since the last step mean.
    mutating func judge(_ sample: ExposureSample, isLast: Bool = false) -> Action {
        phase = .reading(sample)
        let miss = abs(sample.mean / target - 1)
        let isConfirmed = sample.frames >= confirmingFrames
        // The average of a few frames still errs a little: well inside counts, and only just inside is tried to better.
        if miss <= settings.usedTolerance * 0.7, setting == range.clamped(setting) {
            return isConfirmed ? settle(sample) : .wait
        }
        // Whoever has gone back to the best that was tried stays there.
        return isLast || isReturning ? conclude(sample) : step(from: sample)
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

    mutating func set(_ wanted: ExposureSetting, from sample: ExposureSample, isLast: Bool) -> Action {
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
}
