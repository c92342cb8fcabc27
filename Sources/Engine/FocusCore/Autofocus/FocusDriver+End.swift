// The end of a search: the summit is confirmed, or the lens goes back.
extension FocusDriver {
    /// The frame at the peak must be about as sharp as the best sample: otherwise the lens was slower, or the scene has changed.
    mutating func confirmed(_ one: Double) -> Action {
        noise.add(one)
        guard noise.isEnough(summit: search.notable, isNear: true, isClear: true) else { return stay() }
        let sharpness = noise.sharpness
        if isConfirmed(sharpness) {
            guard let step = search.resume(sharpness: sharpness, frames: noise.count) else { return finish(.found) }
            evidence.add(sharpness)
            phase = .measuring
            return follow(step)
        }
        guard attempts.searches > 0 else { return restore(.unfinished) }
        attempts.searches -= 1
        // In noise nothing about the lens is learned any more: what is known of it stays.
        if noise.notable(at: search.summit) == nil { settling.forget() }
        search = FocusSearch(range: range, start: target, settings: settings, experience: search.experience)
        phase = .measuring
        evidence.searchesAgain()
        return measured(sharpness)
    }

    /// True when the frames at the summit are as sharp as it should be. In noise the best sample may be the best by chance: what noise
    /// explains is allowed, and the summit must stand out from the lowest sample once more.
    func isConfirmed(_ sharpness: Double) -> Bool {
        let ratio = settings.confirmationRatio.clamped(to: 0...1)
        guard let deviation = noise.notable(at: search.summit) else { return sharpness >= evidence.highest * ratio }
        let allowed = deviation / Double(max(noise.count, 1)).squareRoot()
        let lowest = search.samples[search.samples.lowest].sharpness * settings.evidenceRatio
        return sharpness + allowed >= search.summit * ratio
            && lowest <= sharpness * settings.contrastRatio.clamped(to: 0...1)
    }

    mutating func stay() -> Action {
        settling.stay()
        return .wait
    }

    mutating func restore(_ outcome: FocusSearchReport.Outcome) -> Action {
        phase = .restoring(outcome)
        return target == start ? finish(outcome) : move(to: start)
    }

    mutating func finish(_ outcome: FocusSearchReport.Outcome) -> Action {
        let report = report(outcome, at: target)
        phase = .over(report)
        return .finished(report)
    }

    func report(_ outcome: FocusSearchReport.Outcome, at position: Int64) -> FocusSearchReport {
        FocusSearchReport(
            outcome: outcome, position: position, start: start, evaluations: evidence.evaluations,
            frames: evidence.frames, sharpness: evidence.highest,
            lowest: evidence.evaluations > 0 ? evidence.lowest : 0)
    }
}
