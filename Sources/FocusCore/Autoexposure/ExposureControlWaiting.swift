/// A step that was set is waited for.
extension ExposureControl {
    /// Waits until the step is seen, or it is too late for that.
    mutating func wait(
        for step: ExposureStep, _ sample: ExposureSample, _ frame: FrameStatistics, passed: Int, _ isHeeded: Bool
    ) -> Action {
        var step = step
        guard step.age != nil || step.isInEffect(in: frame) else { return .wait }
        let age = min(step.age.map { $0 + passed } ?? 0, 1000)
        step.age = age
        phase = .waiting(step)
        guard isHeeded else { return .wait }
        if isDelayGiven {
            guard age >= learnedDelay ?? 0 else { return .wait }
            return accept(sample, of: step, in: frame, isSeen: step.isVisible(in: sample, isEarly: false))
        }
        let delay = delay(of: step)
        let isVisible = step.isVisible(in: sample, isEarly: age < delay ?? 0)
        // Of time and gain, the earlier one must not be taken for both.
        if step.changesBoth, age < delay ?? longestDelay { return .wait }
        if isVisible {
            if step.isClear, age >= delay ?? 0 || step.isAsExpected(in: sample) { learnDelay(age, of: step) }
            return accept(sample, of: step, in: frame, isSeen: true)
        }
        guard age >= patience(for: step, sample, delay) else { return .wait }
        return accept(sample, of: step, in: frame, isSeen: false)
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
        _ sample: ExposureSample, of step: ExposureStep, in frame: FrameStatistics, isSeen: Bool
    ) -> Action {
        if isSeen {
            hasAnswered = true
            blindSteps = 0
        } else if step.isClear {
            blindSteps += 1
        }
        // A camera that rounds says so.
        if let time = frame.exposure, time > 0 { setting.time = time }
        if range.gains != nil, let gain = frame.gain { setting.gain = gain }
        let time = (Double(setting.time) / Double(max(step.from.time, 1))).binaryLogarithm
        let gain = Double(setting.gain ?? 0) - Double(step.from.gain ?? 0)
        let light = response.learn(from: step.before, to: sample, time: time, gain: gain)
        if let light { learnGain(light, of: step) }
        return judge(sample, isLast: step.isLast)
    }

    /// A step of which little can be expected, and that gives little, is mostly noise.
    private mutating func learnGain(_ light: Double, of step: ExposureStep) {
        guard let old = step.from.gain, let new = setting.gain else { return }
        let least = 0.2
        let usual = GainScale.usual.light(from: old, to: new) ?? 0
        guard abs(light) >= least || abs(usual) >= least else { return }
        learnedGain = GainScale(from: old, to: new, light: light) ?? learnedGain
    }
}
