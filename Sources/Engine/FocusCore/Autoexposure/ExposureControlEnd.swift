extension ExposureControl {
    /// Aborts the search. The caller must set the report's values: the best setting that was tried, or the one before the search.
    public mutating func giveUp() -> ExposureReport {
        if case .finished(let report) = phase { return report }
        return report(.gaveUp, bestSeen, mean)
    }

    /// The setting nearest to the target that frames have shown, else the one before the search. One still waited for does not count.
    private var bestSeen: ExposureSetting {
        var best: ExposureTrials.Trial?
        if case .reading(let sample?) = phase {
            best = ExposureTrials.Trial(setting: setting, miss: abs(sample.stops(above: target)))
        }
        for index in 0..<trials.tried.count {
            if let trial = trials.tried[index], trial.miss < best?.miss ?? .infinity { best = trial }
        }
        return best?.setting ?? start
    }

    /// No setting is nearer to the target: ends at the best one that was seen.
    mutating func conclude(_ sample: ExposureSample) -> Action {
        let isOnTarget = abs(sample.mean / target - 1) <= settings.usedTolerance
        // The setting that is preferred need not be the nearest one.
        if trials.preferred > 0, isOnTarget, !trials.isReturning {
            return sample.frames >= confirmingFrames ? finishOnTarget(sample) : .wait
        }
        var best = ExposureTrials.Trial(setting: setting, miss: abs(sample.stops(above: target)))
        // In the white and in the dark all settings look equally far off, and only noise would choose.
        for index in 0..<trials.tried.count where !sample.isWhite && !sample.isBlack {
            if let trial = trials.tried[index], trial.miss < best.miss - 0.01 { best = trial }
        }
        let ignoresSteps = !trials.hasAnswered && !trials.tried.isEmpty && !sample.isWhite && !sample.isBlack
        if ignoresSteps, let first = trials.tried[0] { best = first }
        if best.setting != setting, case .reading = phase, !trials.isReturning {
            trials.isReturning = true
            return set(best.setting, from: sample, isLast: true)
        }
        guard sample.frames >= confirmingFrames else { return .wait }
        if isOnTarget { return finishOnTarget(sample) }
        return finish(ignoresSteps ? .gaveUp : .limited, sample.mean)
    }

    /// The end of the camera's range at which the setting is; nil: there are higher and lower ones.
    var limit: ExposureLimit? {
        let isFixedGain = range.gains == nil
        if range.times(around: Double(setting.time) + 1).above <= setting.time,
            isFixedGain || setting.gain == range.gains?.most
        {
            return .highest
        }
        let isShortest = range.times(around: Double(setting.time) - 1).below >= setting.time
        return isShortest && (isFixedGain || setting.gain == range.gains?.least) ? .lowest : nil
    }

    /// True when the latest frame shows the setting that the search will end with, unless further frames tell otherwise.
    var isOnTarget: Bool {
        guard case .reading(let sample?) = phase, abs(sample.mean / target - 1) <= settings.usedTolerance * 0.7 else {
            return false
        }
        return setting == range.clamped(setting) && preferredSetting == nil
    }

    /// The light that is missing at the end, in EV; below 0 when it is too bright. 0 unless the search ended as `limited`.
    var missing: Double {
        guard case .finished(let report) = phase, report.outcome == .limited, report.mean > 0 else { return 0 }
        return ((report.target / report.mean).binaryLogarithm / (known.response.slope ?? 1)).clamped(to: -16...16)
    }

    /// Ends the search because it has used its number of frames.
    /// - Returns: nil while the setting that was on target is awaited again: a search that has found it must not fail.
    mutating func end(with sample: ExposureSample?) -> Action? {
        if case .reading(let read) = phase, let sample {
            if abs(sample.mean / target - 1) <= settings.usedTolerance { return finish(.converged, sample.mean) }
            phase = .reading(read ?? sample)
        }
        if trials.isReturning, frames.countOfAnswered < mostFrames + framesOfReturn { return nil }
        let best = bestSeen
        let miss = (1 + settings.usedTolerance).binaryLogarithm
        if let sample, !trials.isReturning, trials.tried.first(where: { $0.setting == best && $0.miss <= miss }) != nil
        {
            trials.isReturning = true
            return set(best, from: sample, isLast: true)
        }
        return .finished(report(.gaveUp, best, sample?.mean ?? mean))
    }

    /// The most frames that the return to a setting takes: until the step counts as done, and to confirm it.
    private var framesOfReturn: Int { 2 * longestDelay + confirmingFrames }

    mutating func finish(_ outcome: ExposureOutcome, _ mean: Double) -> Action {
        .finished(report(outcome, setting, mean))
    }

    private mutating func report(_ outcome: ExposureOutcome, _ end: ExposureSetting, _ mean: Double) -> ExposureReport {
        let report = ExposureReport(
            outcome: outcome, time: end.time, gain: end.gain, mean: mean, target: target, frames: frames.count)
        phase = .finished(report)
        return report
    }
}
