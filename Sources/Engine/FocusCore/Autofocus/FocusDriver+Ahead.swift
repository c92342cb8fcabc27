// The coarse part with a lens that is known: a new position with each frame, so that n positions cost n + lag frames.
extension FocusDriver {
    /// Sends the lens on before a frame has shown it where it is going to, if the search will go on there in any case.
    /// - Returns: nil: the search has to wait for the frame.
    mutating func runAhead() -> Action? {
        guard case .measuring = phase, !pipeline.isStopped, noise.isQuiet(at: search.summit),
            let lag = settling.steadyLag, LensPipeline.canBook(delay: lag)
        else { return nil }
        let isEnclosed = search.isEnclosed
        guard let next = isEnclosed ? otherSide() : farther(), settling.isSteady(to: next) else { return nil }
        if pipeline.isEmpty { pipeline.send(to: target, delay: lag, isMarked: true) }
        pipeline.send(to: next, delay: lag, isTurn: isEnclosed)
        return send(to: next)
    }

    /// Books a frame to the position that it shows, while positions are sent ahead.
    mutating func lookAhead(_ frame: FrameStatistics, _ isHeeded: Bool) -> Action {
        settling.passes(frame)
        if isHeeded, let shown = pipeline.shown() {
            let sharpness = frame.sharpness.clamped(to: 0...1e100)
            evidence.add(sharpness)
            search.note(sharpness, at: shown, noise: noise.notable(at: search.summit))
            if pipeline.isEmpty {
                attempts.writes = settings.attempts.clamped(to: 0...5)
                settling.wasShown(sharpness)
                limitSteps()
                // The next late frame shows the noise here.
                noise.add(sharpness)
                return follow(search.decide(), isAhead: true)
            }
        }
        guard frame.lens == target else { return isHeeded ? missed() : .wait }
        guard isHeeded, !pipeline.hasTurned, !pipeline.isFull else { return .wait }
        if let action = turn() { return action }
        return runAhead() ?? .wait
    }

    /// Sends the lens to the summit, or to the other side, as soon as the frames show that it has been sent too far. The frames on the way
    /// still show what was sent before: the far flank of the summit.
    private mutating func turn() -> Action? {
        guard let next = search.turned else { return nil }
        let position = range.position(at: next)
        guard !pipeline.waits(for: position), let delay = settling.delay(to: position),
            LensPipeline.canBook(delay: delay)
        else { return nil }
        pipeline.send(to: position, delay: delay, isTurn: true)
        return send(to: position)
    }

    /// The position after the present one where the summit is near, most often its other flank, if the present one shows what the curve
    /// says. Two positions are under way at most, and only where a frame of each is enough.
    private func otherSide() -> Int64? {
        guard pipeline.isEmpty, noise.isQuiet(at: search.summit / 2) else { return nil }
        var guess = search
        guess.suppose(at: target)
        return guess.another.map { range.position(at: $0) }
    }

    /// The next position on the same side, as far as the curve is known until now.
    private func farther() -> Int64? {
        var guess = search
        if pipeline.isEmpty {
            guess.suppose(at: target)
        } else {
            pipeline.forEach { guess.suppose(at: $0) }
        }
        return guess.farther.map { range.position(at: $0) }
    }

    private mutating func send(to position: Int64) -> Action {
        target = position
        attempts.patience = settings.writePatience.clamped(to: 1...300)
        settling.runAhead(to: position)
        search.goes(to: position)
        return .move(to: position)
    }
}
