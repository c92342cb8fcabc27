/// Drives a lens through a search: it takes frames and answers with moves.
///
///     measuring ──▶ confirming ──▶ found
///         │ ▲           │
///         │ └── again ──┤ not as sharp as it should be
///         └─────────────┴──▶ restoring ──▶ flat, noisy, unfinished
///
/// Each frame counts for one position. A position is measured in the first frame that is known to have been exposed there. Far from the
/// summit, a lens whose lag is known is sent on before that frame has come (`LensPipeline`). Every search ends the same way: the lens is
/// where the report says, and a frame has shown it there. (`giveUp` is the exception.)
public struct FocusDriver: Equatable, Sendable, Snapshotable {
    /// The answer to a frame.
    public enum Action: Equatable, Sendable {
        /// No move; more frames are needed.
        case wait
        /// Write this position to the driver.
        case move(to: Int64)
        /// The search is over.
        case finished(FocusSearchReport)
    }

    enum Phase: Equatable, Sendable, Snapshotable {
        /// The lens is at no position of the grid and must be moved before the first measurement.
        case offGrid
        case measuring
        case confirming
        case restoring(FocusSearchReport.Outcome)
        case over(FocusSearchReport)
    }

    let range: LensRange
    let settings: FocusSearchSettings
    let start: Int64
    /// The request of the first frame: others are not looked at.
    private var request: UInt32?
    var search: FocusSearch
    var settling: LensSettling
    var phase: Phase
    var target: Int64
    var attempts: Attempts
    var evidence = Evidence()
    var noise = SharpnessNoise()
    var pipeline = LensPipeline()

    struct Attempts: Equatable, Sendable, Snapshotable {
        /// Frames with another position that are still accepted before the position is written again.
        var patience = 0
        var writes: Int
        var searches: Int
    }

    struct Evidence: Equatable, Sendable, Snapshotable {
        var frames = 0
        var evaluations = 0
        var highest = 0.0
        var lowest = Double.greatestFiniteMagnitude

        mutating func add(_ sharpness: Double) {
            evaluations += 1
            highest = max(highest, sharpness)
            lowest = min(lowest, sharpness)
        }

        mutating func searchesAgain() {
            highest = 0
            lowest = Double.greatestFiniteMagnitude
        }
    }

    /// - Parameters:
    ///   - start: the position at which the lens rests. If the range does not contain it, the nearest position is used.
    ///   - learned: the lens delay that an earlier search has learned.
    ///   - experience: the other findings of earlier searches.
    public init(
        range: LensRange, start: Int64, settings: FocusSearchSettings = FocusSearchSettings(),
        learned: LensDelay? = nil, experience: FocusExperience = FocusExperience()
    ) {
        self.range = range
        self.settings = settings
        self.start = range.nearest(to: start)
        phase = self.start != start ? .offGrid : .measuring
        target = self.start
        search = FocusSearch(range: range, start: self.start, settings: settings, experience: experience)
        settling = LensSettling(at: start, settings: settings, learned: learned)
        let most = settings.attempts.clamped(to: 0...5)
        attempts = Attempts(writes: most, searches: most)
    }

    /// The learned lens delay, for the next search.
    public var learnedDelay: LensDelay? { settling.learned }

    /// The findings of this search and those before it, for the next one.
    public var experience: FocusExperience {
        var experience = search.experience
        guard case .over(let report) = phase, report.outcome == .found else { return experience }
        experience.found(at: report.position, width: search.isNoiseKnown ? nil : search.fit.width)
        return experience
    }

    /// The measurements so far, and the frames that count for the present one.
    var progress: (evaluations: Int, frames: Int) { (evidence.evaluations, noise.count) }

    /// True when a frame's sharpness differs from an earlier one by more than noise.
    func isVisible(from sharpness: Double, to frame: FrameStatistics) -> Bool {
        let (one, other) = (sharpness.clamped(to: 0...1e100), frame.sharpness.clamped(to: 0...1e100))
        return min(one, other) < max(one, other) * settings.evidenceRatio * settings.evidenceRatio
    }

    /// Takes a frame. Frames of another request are ignored; after the end, the report is returned again.
    /// - Parameter isHeeded: true when the camera has not ignored the last move. Until then no frame is measured.
    public mutating func look(_ frame: FrameStatistics, isHeeded: Bool = true) -> Action {
        if case .over(let report) = phase { return .finished(report) }
        guard frame.request == request ?? frame.request else { return .wait }
        request = frame.request
        evidence.frames = min(evidence.frames, Int.max - 1) + 1
        pipeline.note(frame)
        // A camera that has not answered to a move when the next frame comes is too slow to be sent on with each frame.
        if !isHeeded, evidence.evaluations > 0 { pipeline.stop() }
        if case .offGrid = phase {
            phase = .measuring
            return move(to: start)
        }
        if !pipeline.isEmpty { return lookAhead(frame, isHeeded) }
        settling.know(noise, summit: search.notable)
        switch settling.look(frame) {
        case .elsewhere:
            if evidence.frames == 1 { return move(to: start) }
            // While the camera has not answered, a frame without the new position is not held against it.
            return isHeeded ? missed() : .wait
        case .underway:
            if settling.isStillAway {
                if settling.belies(frame.sharpness), attempts.searches > 0 { return doubted() }
                noise.addLate(frame.sharpness)
            }
            return isHeeded ? runAhead() ?? .wait : .wait
        case .arrived(let sharpness): return isHeeded ? arrived(sharpness) : .wait
        }
    }

    /// The last move was ignored and is written again: frames count from then on. The driver reports this position.
    public mutating func writeAgain(from position: Int64) {
        attempts.patience = settings.writePatience.clamped(to: 1...300)
        pipeline.abandon()
        settling.moveAgain(from: position)
    }

    /// The search begins again at the position of the lens: the samples until now cannot be compared with those that come.
    mutating func beginAgain() {
        guard case .measuring = phase, evidence.evaluations > 0 || noise.count > 0 else { return }
        noise.leave()
        let wasStopped = pipeline.isStopped
        pipeline = LensPipeline()
        if wasStopped { pipeline.stop() }
        settling.forgetSharpness()
        search = FocusSearch(range: range, start: target, settings: settings, experience: search.experience)
        evidence.searchesAgain()
    }

    /// The samples until now may be of a moving lens: the search begins again, with a lens of which nothing is known.
    private mutating func doubted() -> Action {
        switch phase {
        case .measuring, .offGrid: break
        case .confirming: phase = .measuring
        case .restoring, .over: return .wait
        }
        attempts.searches -= 1
        settling.forget()
        beginAgain()
        return .wait
    }

    /// Aborts the search, because a deadline has passed or the region has changed. The caller must put the lens where the report says.
    public mutating func giveUp() -> FocusSearchReport {
        if case .over(let report) = phase { return report }
        let report = report(.unfinished, at: start)
        phase = .over(report)
        return report
    }

    mutating func move(to position: Int64) -> Action {
        target = position
        noise.leave()
        attempts.patience = settings.writePatience.clamped(to: 1...300)
        settling.move(to: position)
        return .move(to: position)
    }

    /// The frame has another position: the write has not been made yet, or was lost.
    mutating func missed() -> Action {
        attempts.patience -= 1
        if attempts.patience > 0 { return .wait }
        if attempts.writes > 0 {
            attempts.writes -= 1
            return move(to: target)
        }
        return .finished(giveUp())
    }

    /// The lens has arrived at the target, and a frame shows this sharpness there.
    private mutating func arrived(_ sharpness: Double) -> Action {
        attempts.writes = settings.attempts.clamped(to: 0...5)
        switch phase {
        case .measuring, .offGrid: return measured(sharpness)
        case .confirming: return confirmed(sharpness)
        case .restoring(let outcome): return finish(outcome)
        case .over(let report): return .finished(report)
        }
    }

    mutating func measured(_ sharpness: Double) -> Action {
        noise.add(sharpness)
        let isFollowed = settling.showsLate
        let isEnough = noise.isEnough(
            summit: search.notable, isNear: search.isEnclosed, isClear: search.isClear(noise.sharpness),
            isFollowed: isFollowed)
        guard isEnough else { return stay() }
        if noise.leftOut > 0 { settling.wasEarly(by: noise.leftOut) }
        evidence.add(noise.sharpness)
        noise.learn()
        limitSteps()
        return follow(
            search.take(sharpness: noise.sharpness, frames: noise.count, noise: noise.notable(at: search.summit)))
    }

    /// A lens that may need longer than it is given for the longest step makes shorter ones.
    mutating func limitSteps() {
        let longest = range.position(at: settings.steps(settings.longestStep, of: range)) &- range.minimum
        search.mayGoFar = settling.reaches(UInt64(bitPattern: longest))
    }

    /// Goes on with the next step of the search.
    /// - Parameter isAhead: true when the lens was sent ahead until now. If a move came late, the frames were booked too early: another
    ///   one has to confirm the summit in any case.
    mutating func follow(_ step: FocusSearch.Step, isAhead: Bool = false) -> Action {
        switch step {
        case .measure(let position):
            guard position == target else { return move(to: position) }
            noise.leave()
            return stay()
        case .finished(let outcome, let position):
            guard outcome == .found else { return restore(outcome) }
            phase = .confirming
            guard position == target else { return move(to: position) }
            if search.isProven, !isAhead { return finish(.found) }
            // The best sample cannot confirm itself: even in pure noise, one sample is the best. The next frame confirms.
            noise.leave()
            return stay()
        }
    }
}
