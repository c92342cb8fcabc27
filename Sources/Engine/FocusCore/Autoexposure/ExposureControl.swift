/// Exposes a region by looking at frames: it sets time and gain, waits until a frame shows the step, and repeats.
///
/// The driver reports the values that it exposed a frame with, but the sensor follows 1 to 4 frames later, and nothing says when. To take
/// the frames in between for the result of a step would make it oscillate: it waits until a frame shows the step, and learns from that
/// both the delay and how luma answers to light:
///
///     reading ── off target ──▶ set ──▶ waiting ── a frame shows the step ──▶ reading
///        │                                 └─ no frame shows it in time ──────┘
///        └─ on target in two frames, or no better value ──▶ finished
///
/// While the camera's answer is unknown, the first step is rather too short than too long. The second one uses what the first has taught,
/// and the third removes the rest: three steps of (delay + 1) frames. It takes the frames of its own request, in order; any frame in any
/// state has an answer.
public struct ExposureControl: Equatable, Sendable, Snapshotable {
    /// The answer to a frame.
    public enum Action: Equatable, Sendable {
        /// No change; look at the next frame.
        case wait
        /// Set V4L2_CID_EXPOSURE_ABSOLUTE and V4L2_CID_GAIN. A nil gain leaves the gain as it is.
        case set(time: Int64, gain: Int64?)
        /// The search is over. The values of the report are set already, unless it gave up: then they must be set.
        case finished(ExposureReport)
    }

    public let range: ExposureRange
    public let settings: ExposureSettings
    /// The setting that was written last.
    public internal(set) var setting: ExposureSetting
    /// The setting with which the camera exposed before.
    let start: ExposureSetting
    private var isGainKnown: Bool
    var known: ExposureKnowledge
    var trials = ExposureTrials()
    var frames = ExposureFrames()
    /// The metered brightness of the last frame; 0 before the first one.
    var mean = 0.0
    var target: Double
    var phase = Phase.reading(nil)

    enum Phase: Equatable, Sendable, Snapshotable {
        case reading(ExposureSample?)
        case waiting(ExposureStep)
        case finished(ExposureReport)
    }

    /// Frames from the first that the driver exposes with new values to the first that shows them, for the next control; nil until known.
    public var learnedDelay: Int? { known.delays.time }

    /// The camera's gain scale; nil until a step has shown it.
    var learnedGain: GainScale? { known.gainScale }

    /// - Parameters:
    ///   - start: the setting with which the camera exposes now.
    ///   - learnedDelay: the delay that an earlier control of the same camera has learned.
    ///   - givenDelay: the known delay of time and gain: frames before it do not count, whatever they show, and the first after it does.
    public init(
        range: ExposureRange, settings: ExposureSettings = ExposureSettings(), start: ExposureSetting,
        learnedDelay: Int? = nil, givenDelay: Int? = nil
    ) {
        self.range = range
        self.settings = settings
        known = ExposureKnowledge(delays: ExposureDelays(learned: learnedDelay, given: givenDelay))
        target = settings.compensatedTarget
        isGainKnown = start.gain != nil
        setting = ExposureSetting(time: max(start.time, 1), gain: range.gains.map { start.gain ?? $0.least })
        self.start = setting
    }

    var longestDelay: Int {
        let longest = max(settings.longestDelay, known.delays.isGiven ? learnedDelay ?? 0 : 0)
        return min(max(longest, 0), ExposureDelays.most)
    }
    /// The limit is too low for a delay of more than 8 frames. Of 60 frames it makes 192 for a delay of 30: six steps.
    var mostFrames: Int { min(max(settings.mostFrames, 1), 1_000_000) * max(longestDelay + 2, 10) / 10 }
    var confirmingFrames: Int { min(max(settings.confirmingFrames, 1), 100) }

    var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    /// Takes the next frame of the request.
    ///
    /// A camera that never answers keeps the search for ever: its owner ends it with `giveUp`, when its time is over.
    /// - Parameter isHeeded: true when the camera is known not to have ignored the last setting. Until then no frame is
    ///   judged, and none ends the search.
    public mutating func look(_ frame: FrameStatistics, isHeeded: Bool = true) -> Action {
        if case .finished(let report) = phase { return .finished(report) }
        let (place, weight) = (frame.mean, settings.placeWeight(in: frame))
        var frame = frame
        frame.mean = settings.brightness(of: frame)
        mean = frame.mean
        let passed = frames.take(frame.sequence, isHeeded: isHeeded)
        let sample = ExposureSample(frame, place: place, weight: weight)
        if frames.countOfAnswered >= mostFrames, let end = end(with: sample) { return end }
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

    /// True when the driver exposed the frame with the setting. Another one is believed after `longestDelay` frames in a row.
    private mutating func isFromSetting(_ frame: FrameStatistics) -> Bool {
        if !isGainKnown, range.gains != nil, let gain = frame.gain {
            setting.gain = gain
            isGainKnown = true
        }
        guard let time = frame.exposure, time != setting.time else {
            frames.noStray()
            return true
        }
        guard frames.isStrayBelieved(after: longestDelay) else { return false }
        setting.time = max(time, 1)
        frames.noStray()
        return true
    }

    /// Decides what the frames since the last step mean.
    mutating func judge(_ sample: ExposureSample, isLast: Bool = false) -> Action {
        phase = .reading(sample)
        let miss = abs(sample.mean / target - 1)
        let isConfirmed = sample.frames >= confirmingFrames
        // The average of a few frames still has an error. A mean well inside the tolerance ends the search; one just inside is improved.
        if miss <= settings.usedTolerance * 0.7, setting == range.clamped(setting) {
            return isConfirmed ? settle(sample) : .wait
        }
        // A control that has returned to the best setting stays there.
        return isLast || trials.isReturning ? conclude(sample) : step(from: sample)
    }

    /// Ends the search, or lowers the target when too much of the region is white.
    private mutating func settle(_ sample: ExposureSample) -> Action {
        let lowest = settings.compensatedTarget * (-1 / 2.2).powerOfTwo
        let share = ExposureSettings.between(0, settings.clippedShare, 1, else: 1)
        guard sample.bright > share, target > lowest else { return finishOnTarget(sample) }
        target = max(target * 0.9, lowest)
        trials.forget()
        return judge(sample)
    }

    private mutating func step(from sample: ExposureSample) -> Action {
        let next = planned(from: sample)
        let miss = abs(sample.stops(above: target))
        let isKnown = next == setting || trials.hasTried(next)
        let isHopeless = trials.blindSteps > 1 && !sample.isMostlyWhite && !sample.isBlack
        guard !isKnown, !isHopeless, trials.add(setting, miss: miss) else { return conclude(sample) }
        return set(next, from: sample, isLast: false)
    }

    private func planned(from sample: ExposureSample) -> ExposureSetting {
        var light = known.response.lightMissing(from: sample, to: target)
        // In the dark and in the white the distance is unknown: the first step is short, and each further one longer.
        if sample.isBlack { light = 2 }
        if sample.isBlack || sample.isMostlyWhite { light *= Double(1 << min(trials.blindSteps, 4)) }
        light = min(max(light, -20), 20)
        return ExposurePlan(range: range, response: known.response).setting(changing: light, from: setting)
    }

    /// - Parameter told: the change of luma that is expected, as a power of two; nil: by what is known of the camera.
    mutating func set(
        _ wanted: ExposureSetting, from sample: ExposureSample, isLast: Bool, expected told: Double? = nil
    ) -> Action {
        let next = range.clamped(wanted)
        let time = (Double(next.time) / Double(max(setting.time, 1))).binaryLogarithm
        let units = Double(next.gain ?? 0) - Double(setting.gain ?? 0)
        var expected = known.response.stops(forTime: time, gain: units, in: range.gains)
        // In the white and in the dark frames show less of the change than the step makes.
        if sample.isWhite || sample.isBlack || isLast { expected = -sample.stops(above: target) }
        expected = told ?? expected
        phase = .waiting(ExposureStep(from: setting, to: next, before: sample, expected: expected, isLast: isLast))
        let gain = next.gain == setting.gain && isGainKnown ? nil : next.gain
        setting = next
        isGainKnown = true
        return .set(time: next.time, gain: gain)
    }
}
