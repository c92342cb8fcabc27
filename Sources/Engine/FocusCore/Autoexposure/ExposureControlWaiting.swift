extension ExposureControl {
    /// Waits until a frame shows the step, or it is too late for that.
    mutating func wait(
        for step: ExposureStep, _ sample: ExposureSample, _ frame: FrameStatistics, passed: Int, _ isHeeded: Bool
    ) -> Action {
        var step = step
        guard step.age != nil || step.isInEffect(in: frame) else { return .wait }
        let age = min(step.age.map { $0 + passed } ?? 0, 1000)
        step.age = age
        phase = .waiting(step)
        guard isHeeded else { return .wait }
        if known.delays.isGiven {
            guard age >= learnedDelay ?? 0 else { return .wait }
            return accept(sample, of: step, in: frame, isSeen: step.isVisible(in: sample, isEarly: false))
        }
        let delay = known.delays.delay(of: step)
        let isVisible = step.isVisible(in: sample, isEarly: age < delay ?? 0)
        // Time and gain may take effect in different frames. The earlier one must not be taken for both.
        if step.changesBoth, age < delay ?? longestDelay { return .wait }
        if isVisible {
            if step.isClear, age >= delay ?? 0 || step.isAsExpected(in: sample) { known.delays.learn(age, of: step) }
            return accept(sample, of: step, in: frame, isSeen: true)
        }
        guard age >= patience(for: step, sample, delay) else { return .wait }
        return accept(sample, of: step, in: frame, isSeen: false)
    }

    /// The number of frames after which a step that no frame shows counts as done.
    private func patience(for step: ExposureStep, _ sample: ExposureSample, _ delay: Int?) -> Int {
        // The step is too small to be seen: it counts as done after the known delay.
        if !step.isClear { return delay ?? longestDelay }
        // In the dark or in the white no frame shows the step. Elsewhere one should, and may only be late.
        return sample.isWhite || sample.isBlack ? delay ?? longestDelay : 2 * longestDelay
    }

    private mutating func accept(
        _ sample: ExposureSample, of step: ExposureStep, in frame: FrameStatistics, isSeen: Bool
    ) -> Action {
        trials.stepEnded(isSeen: isSeen, isClear: step.isClear)
        // A camera that rounds the values reports the rounded ones.
        if let time = frame.exposure, time > 0 { setting.time = time }
        if range.gains != nil, let gain = frame.gain { setting.gain = gain }
        let time = (Double(setting.time) / Double(max(step.from.time, 1))).binaryLogarithm
        let gain = Double(setting.gain ?? 0) - Double(step.from.gain ?? 0)
        let light = known.response.learn(from: step.before, to: sample, time: time, gain: gain)
        if let light, time == 0 || disprovesUsual(light, of: step) { learnGain(light, of: step) }
        return judge(sample, isLast: step.isLast)
    }

    /// True when a step of time and gain together shows that the gain is not the usual one. It is less exact than a step of the gain alone.
    private func disprovesUsual(_ light: Double, of step: ExposureStep) -> Bool {
        guard known.gainScale == nil, let old = step.from.gain, let new = setting.gain else { return false }
        return GainScale.usual.light(from: old, to: new).map { abs($0 - light) > 0.5 } ?? true
    }

    /// Learns the gain scale. A step from which little is expected, and which changes little, is mostly noise.
    private mutating func learnGain(_ light: Double, of step: ExposureStep) {
        guard let old = step.from.gain, let new = setting.gain else { return }
        let least = 0.2
        let usual = GainScale.usual.light(from: old, to: new) ?? 0
        guard abs(light) >= least || abs(usual) >= least else { return }
        known.gainScale = GainScale(from: old, to: new, light: light) ?? known.gainScale
    }

    /// The last setting was ignored and is being written again: frames count from that write on.
    public mutating func writeAgain() {
        switch phase {
        case .reading:
            phase = .reading(nil)
        case .waiting(var step):
            step.age = nil
            phase = .waiting(step)
        case .finished:
            break
        }
    }
}
