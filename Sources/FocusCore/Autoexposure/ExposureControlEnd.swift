/// How it ends, and with which setting.
extension ExposureControl {
    /// The end before the end: a deadline has come, or there are no frames any more. What the report says must be set: the
    /// best that was tried, or what it was before.
    public mutating func giveUp() -> ExposureReport {
        if case .finished(let report) = phase { return report }
        return report(.gaveUp, bestSeen, mean)
    }

    /// Of the settings that frames have shown, the one nearest to the target; what it was before, where none has. A setting
    /// that is still waited for may be anything.
    private var bestSeen: ExposureSetting {
        var best: Trial?
        if case .reading(let sample?) = phase { best = Trial(setting: setting, miss: abs(sample.stops(above: target))) }
        for index in 0..<tried.count {
            if let trial = tried[index], trial.miss < best?.miss ?? .infinity { best = trial }
        }
        return best?.setting ?? start
    }

    /// There is nothing nearer to try: ends at the best that was seen.
    mutating func conclude(_ sample: ExposureSample) -> Action {
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

    /// The EV that the end is too dark, below 0 too bright, where the camera has nothing nearer; 0 of any other end.
    var missing: Double {
        guard case .finished(let report) = phase, report.outcome == .limited, report.mean > 0 else { return 0 }
        return ((report.target / report.mean).binaryLogarithm / (response.slope ?? 1)).clamped(to: -16...16)
    }

    /// Ends because there were enough frames.
    mutating func end(with sample: ExposureSample?) -> Action {
        guard case .reading(let read) = phase, let sample else { return .finished(report(.gaveUp, bestSeen, mean)) }
        if abs(sample.mean / target - 1) <= settings.usedTolerance { return finish(.converged, sample.mean) }
        phase = .reading(read ?? sample)
        return .finished(report(.gaveUp, bestSeen, sample.mean))
    }

    mutating func finish(_ outcome: ExposureOutcome, _ mean: Double) -> Action {
        .finished(report(outcome, setting, mean))
    }

    private mutating func report(_ outcome: ExposureOutcome, _ end: ExposureSetting, _ mean: Double) -> ExposureReport {
        let report = ExposureReport(
            outcome: outcome, time: end.time, gain: end.gain, mean: mean, target: target, frames: frames)
        phase = .finished(report)
        return report
    }
}
