/// Decides from the frames when the lens has arrived at its target.
///
/// The driver knows the position that was written, not where the lens is: the first frames with a new position were exposed while it
/// moved. A frame counts as settled only after the configured bound, until a move that changes the sharpness beyond noise shows it:
///
///     frame       0     1     2     3     4
///     sharpness   0.4   0.4   0.7   0.7            before the move 0.4: arrived at frame 2, known at frame 3
///
/// Each such move teaches the lag and the speed of the lens (`LensMotion`). After that, a move waits as long as it needs by what is known.
/// One whose length is new may arrive earlier, if the frames show it; one without a visible change waits for the bound, or as long as the
/// known speed of the lens needs.
public struct LensSettling: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// The answer to a frame.
    public enum Look: Equatable, Sendable {
        /// The frame has another position and says nothing about this one.
        case elsewhere
        /// The lens may still be moving.
        case underway
        /// The lens has arrived; the sharpness there is the mean of all frames that are known to be settled.
        case arrived(sharpness: Double)
    }

    private let bound: Int
    /// Two measurements at one position have at least this ratio, unless noise exceeds two deviations.
    private let alikeRatio: Double
    /// A move after which the ratio is below this one has visibly changed the sharpness.
    private let seenRatio: Double
    private var lastMove: Move
    private var run = Run()
    /// The number of the previous frame, of any position.
    private var previous: UInt32?
    /// The sharpness before the move, and after the arrival; nil: unknown.
    private var before: Double?
    private var accepted: Double?
    private var noise = Noise()
    /// The delays of moves, learned or given; nil: nothing is known yet.
    public private(set) var learned: LensDelay?

    var isSound: Bool { bound >= 0 }

    /// - Parameters:
    ///   - position: the position at which the lens rests.
    ///   - learned: the delay that an earlier search has learned about this lens, or that a quirk gives.
    public init(at position: Int64, settings: FocusSearchSettings, learned: LensDelay? = nil) {
        lastMove = Move(target: position)
        bound = settings.lensDelay.clamped(to: 0...30)
        alikeRatio = 1 - (1 - settings.evidenceRatio) * 2 / 3
        seenRatio = settings.evidenceRatio * settings.evidenceRatio
        self.learned = learned
    }

    /// The lens is sent to a position. The same position again restarts the count.
    public mutating func move(to position: Int64) {
        let gone = distance(to: position)
        // The position is written again: the length of the first move stays, because the lens may still be where it was before it.
        let distance = gone == 0 ? lastMove.distance : gone
        if let accepted { before = accepted }
        accepted = nil
        lastMove = Move(target: position, distance: distance, way: distance)
        lastMove.expected = delay(of: distance)
        lastMove.isSure = learned?.isSure(of: distance) ?? false
        run = Run()
    }

    /// The lens ignored the last move, and is at the position that the driver reports: it is sent to the same one again.
    public mutating func moveAgain(from position: Int64) {
        let wanted = lastMove.target
        lastMove.target = position
        move(to: wanted)
        lastMove.isTeaching = false
    }

    /// True when the lens lags for certain: the first frame with a new position shows the lens at the former one.
    var showsLate: Bool { (learned?.surestLag ?? 0) > 0 }

    /// True when the latest frame is the first one with the new position, and a lens that lags has not begun to move.
    var isStillAway: Bool { lastMove.seen == 0 && lastMove.lost == 0 && showsLate }

    /// The lag, if it is known exactly, and the lens needs no more time for the present move; nil: it is not, or it does.
    var steadyLag: Int? {
        guard let lag = learned?.steadyLag, lastMove.expected == lag else { return nil }
        return lag
    }

    /// True when the lens is known to make a move of this length before the bound is over, or in a few frames after its lag.
    func reaches(_ distance: UInt64) -> Bool {
        guard let frames = learned?.frames(for: distance), let lag = learned?.frames(for: 1) else { return false }
        return frames <= bound || frames - lag <= Self.shortWay
    }

    private static let shortWay = 2

    /// True when a move to a position takes no longer than the lag.
    func isSteady(to position: Int64) -> Bool { delay(to: position) == learned?.steadyLag }

    /// The frames of a move from the present target; nil: unknown.
    func delay(to position: Int64) -> Int? { delay(of: distance(to: position)) }

    private func delay(of distance: UInt64) -> Int? {
        learned?.safeFrames(for: distance)?.clamped(to: 0...max(bound, Self.mostKnown))
    }

    private func distance(to position: Int64) -> UInt64 {
        UInt64(bitPattern: position > lastMove.target ? position &- lastMove.target : lastMove.target &- position)
    }

    /// The lens is sent on before a frame has shown it at its target: the move can teach nothing.
    mutating func runAhead(to position: Int64) {
        move(to: position)
        before = nil
        lastMove.isTeaching = false
    }

    /// A frame is booked elsewhere, while the lens is sent ahead.
    mutating func passes(_ frame: FrameStatistics) { previous = frame.sequence }

    /// The sharpness before cannot be compared with the one that comes: the present move can teach nothing.
    mutating func forgetSharpness() {
        before = nil
        accepted = nil
        run = Run()
        lastMove.isTeaching = false
    }

    /// A frame has shown the lens at rest at its target, after it was sent there ahead.
    mutating func wasShown(_ sharpness: Double) { accepted = sharpness }

    /// Measures again at the same position: the next frame counts.
    public mutating func stay() {
        lastMove.distance = 0
    }

    /// The first frames that were taken for ones at rest, so many, were of a moving lens.
    mutating func wasEarly(by frames: Int) {
        guard lastMove.way > 0 else { return }
        learn(frames: min(min(lastMove.arrival, longest) + frames, longest))
        lastMove.way = 0
    }

    /// Forgets the learned delay, because the lens turned out to be slower. A given delay stays.
    public mutating func forget() {
        guard case .learned = learned else { return }
        learned = nil
        (lastMove.expected, lastMove.isSure) = (nil, false)
    }

    /// The noise, as far as it is known, beside the highest sharpness so far.
    mutating func know(_ noise: SharpnessNoise, summit: Double) {
        let wasNoisy = self.noise.isNoisy
        self.noise = Noise(deviation: noise.knownDeviation, summit: summit, isWellKnown: noise.isWellKnown)
        // The few moves that were seen before the noise was known may have been noise.
        if self.noise.isNoisy, !wasNoisy, learned?.isYoung ?? false { forget() }
    }

    /// True when a frame in which the lens still is where it was shows another sharpness than was measured there: the lens arrived later
    /// than expected, and the measurement was of its way, or the scene has changed since.
    func belies(_ sharpness: Double) -> Bool {
        guard let before, noise.isWellKnown, noise.isQuiet, let deviation = noise.deviation else { return false }
        return min(sharpness, before) < max(sharpness, before) * seenRatio
            && abs(sharpness - before) > Self.certain * deviation
    }

    /// Deviations that no noise explains.
    private static let certain = 5.0

    public mutating func look(_ frame: FrameStatistics) -> Look {
        defer { previous = frame.sequence }
        guard frame.lens == lastMove.target || (frame.lens == nil && lastMove.distance == 0) else { return .elsewhere }
        let number = elapsed(frame.sequence)
        let sharpness = frame.sharpness.clamped(to: 0...1e100)
        extendRun(sharpness, number: number)
        guard lastMove.distance > 0 else { return arrived(sharpness, in: number) }
        let isSeen = before.map { $0 > 0 && isDifferent(run.mean, $0, seenRatio) } ?? false
        // A fast lens jumps to the new sharpness: two runs, or one when the first frame shows it already. A further run is a slow lens.
        let jumps = before.map { isDifferent(run.firstMean, $0, alikeRatio) } ?? true ? 1 : 2
        let isClean = run.number <= jumps
        if number >= lastMove.expected ?? bound {
            if isSeen { learnAtEnd(isClean) }
            return arrived(sharpness, in: number)
        }
        guard !lastMove.isSure, !noise.isNoisy, isSeen, run.length > leastAlike, isClean, isAtRest else {
            return .underway
        }
        learn(frames: since)
        return arrived(run.mean, in: number)
    }

    /// A longer run than this shows the lens at rest. On a way that is longer than all that are known, a lens that passes a summit shows
    /// the same sharpness before and behind it.
    private var leastAlike: Int { lastMove.distance > learned?.longestDistance ?? 0 ? 2 : 1 }

    /// True when the run's frames differ much less than the move has changed the sharpness: a slow lens changes it little by little.
    private var isAtRest: Bool {
        before.map { (run.highest - run.lowest) * Self.still <= abs(run.mean - $0) } ?? false
    }

    /// The change is so much larger than the differences at rest.
    private static let still = 9.0

    /// A move has taken its time, and has changed the sharpness.
    private mutating func learnAtEnd(_ isClean: Bool) {
        guard let expected = lastMove.expected else { return learn(frames: isClean || run.isRest ? since : bound) }
        if run.length == 1 {
            // A jump in the very frame that was waited for is as expected. If others have shown the lens on its way, it may go on; and the
            // first frame alone does not tell a lens at rest from one on its way.
            if isClean, lastMove.lost == 0, run.number > 1 { learn(frames: since) }
        } else if run.isRest, since < expected {
            learn(frames: since)
        }
    }

    /// The index of the run's first frame, counted from the first frame that may have had the position.
    private var since: Int { min(min(run.start, longest) + min(lastMove.lost, longest), longest) }

    /// The longest delay that is learned. A lens whose speed is known may need more than the bound for a long way; noise looks like such a
    /// lens.
    private var longest: Int { noise.isQuiet ? max(bound, Self.mostKnown) : bound }
    private static let mostKnown = 20

    private mutating func arrived(_ sharpness: Double, in number: Int) -> Look {
        if accepted == nil { lastMove.arrival = number }
        accepted = sharpness
        return .arrived(sharpness: sharpness)
    }

    /// The frame's index since the lens was sent; lost frames are included.
    private mutating func elapsed(_ sequence: UInt32) -> Int {
        if let first = lastMove.first {
            lastMove.seen += 1
            // A number that runs backwards means that the stream was restarted.
            let gone = Int(Int32(bitPattern: sequence &- first))
            return min(max(lastMove.seen, gone), 1 << 20)
        }
        lastMove.first = sequence
        lastMove.seen = 0
        // The lens may have arrived in any of the missing frames.
        lastMove.lost = previous.map { max(Int(Int32(bitPattern: sequence &- $0)) - 1, 0) } ?? 0
        return 0
    }

    private mutating func extendRun(_ sharpness: Double, number: Int) {
        if run.length > 0, !isDifferent(sharpness, run.mean, alikeRatio) {
            run.add(sharpness)
        } else {
            run.begin(at: number, sharpness, before: before)
        }
    }

    private mutating func learn(frames: Int) {
        guard lastMove.isTeaching, !noise.isNoisy else { return }
        var known = learned ?? .learned(LensMotion())
        known.learn(frames: frames, over: lastMove.way)
        learned = known
    }

    /// True when two measurements differ by more than a ratio, or by more than the noise that was measured, and a share that matters.
    private func isDifferent(_ one: Double, _ other: Double, _ ratio: Double) -> Bool {
        let (low, high) = (min(one, other), max(one, other))
        if low < high * ratio { return true }
        guard let deviation = noise.deviation else { return false }
        return high - low > max(Self.clear * deviation, (1 - ratio) / 3 * high)
    }

    /// Deviations of a change that noise does not explain.
    private static let clear = 6.0
}
