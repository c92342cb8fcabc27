/// The time that a lens needs to arrive: the frames from the first one with a new position to the first one that was exposed there.
public enum LensDelay: Equatable, Sendable, Snapshotable {
    /// A quirk gives the delay. It applies to all moves, and is never forgotten.
    case given(frames: Int)
    /// The frames have shown the delay, in moves up to this distance in the driver's units. It is kept for later searches.
    case learned(frames: Int, distance: UInt64)

    public var frames: Int {
        switch self {
        case .given(let frames), .learned(let frames, _): frames
        }
    }

    /// True when the delay is known for a move of this length.
    func applies(to distance: UInt64) -> Bool {
        switch self {
        case .given: true
        case .learned(_, let longest): distance <= longest
        }
    }

    /// The delay after another move has shown its own.
    func learning(frames: Int, distance: UInt64) -> LensDelay {
        switch self {
        case .given: self
        case .learned(let known, let longest): .learned(frames: max(known, frames), distance: max(longest, distance))
        }
    }
}

/// Decides from the frames when the lens has arrived at its target.
///
/// The driver knows the position that was written, not where the lens is: the first frames with a new position were exposed while it
/// moved. A frame counts as settled only after the configured bound, until a move that changes the sharpness beyond noise shows it:
///
///     frame       0     1     2     3     4
///     sharpness   0.4   0.4   0.7   0.7            before the move 0.4: arrived at frame 2, known at frame 3
///
/// After that, frames from frame 2 on count for every move that is no longer. One without a visible change waits for the bound.
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
    /// The delay, learned or given; nil: nothing is known yet.
    public private(set) var learned: LensDelay?

    var isSound: Bool { bound >= 0 }

    private struct Move: Equatable, Snapshotable {
        var target: Int64
        /// The length of the move, in the driver's units.
        var distance: UInt64 = 0
        var first: UInt32?
        /// Frames since the first one, because some drivers do not number them.
        var seen = 0
        /// Frames that may be missing before the first one.
        var lost = 0
        /// False after a position was written twice: it is unknown then which write the lens followed.
        var isTeaching = true
    }

    private struct Run: Equatable, Snapshotable {
        var start = 0
        /// The number of runs since the move, this one included.
        var number = 0
        var length = 0
        var mean = 0.0
        /// The sharpness with which the first run since the move began.
        var firstMean = 0.0

        mutating func begin(at index: Int, _ sharpness: Double) {
            start = index
            length = 1
            mean = sharpness
            if number == 0 { firstMean = sharpness }
            number = min(number, 1 << 20) + 1
        }

        mutating func add(_ sharpness: Double) {
            length += 1
            mean += (sharpness - mean) / Double(length)
        }
    }

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
        let gone = UInt64(
            bitPattern: position > lastMove.target ? position &- lastMove.target : lastMove.target &- position)
        // The position is written again: the length of the first move stays, because the lens may still be where it was before it.
        let distance = gone == 0 ? lastMove.distance : gone
        if let accepted { before = accepted }
        accepted = nil
        lastMove = Move(target: position, distance: distance)
        run = Run()
    }

    /// The lens ignored the last move, and is at the position that the driver reports: it is sent to the same one again.
    public mutating func moveAgain(from position: Int64) {
        let wanted = lastMove.target
        lastMove.target = position
        move(to: wanted)
        lastMove.isTeaching = false
    }

    /// True when the latest frame is the first one with the new position, and a lens that lags has not begun to move.
    var isStillAway: Bool { lastMove.seen == 0 && (learned?.frames ?? 0) > 0 }

    /// Measures again at the same position: the next frame counts.
    public mutating func stay() {
        lastMove.distance = 0
    }

    /// Forgets the learned delay, because the lens turned out to be slower. A given delay stays.
    public mutating func forget() {
        if case .learned = learned { learned = nil }
    }

    public mutating func look(_ frame: FrameStatistics) -> Look {
        defer { previous = frame.sequence }
        guard frame.lens == lastMove.target || (frame.lens == nil && lastMove.distance == 0) else { return .elsewhere }
        let number = elapsed(frame.sequence)
        let sharpness = frame.sharpness.clamped(to: 0...1e100)
        extendRun(sharpness, number: number)
        if let needed = needed { return number >= needed ? arrived(sharpness) : .underway }
        let isSeen = before.map { isDifferent(run.mean, $0, seenRatio) } ?? false
        // A fast lens jumps to the new sharpness: two runs, or one when the first frame shows it already. A further run is a slow lens.
        let jumps = before.map { isDifferent(run.firstMean, $0, alikeRatio) } ?? true ? 1 : 2
        let isClean = run.number <= jumps
        if number >= bound {
            if isSeen { learn(frames: isClean ? since : bound) }
            return arrived(sharpness)
        }
        guard isSeen, run.length > 1, isClean else { return .underway }
        learn(frames: since)
        return arrived(run.mean)
    }

    /// The index of the run's first frame, counted from the first frame that may have had the position.
    private var since: Int { min(min(run.start, bound) + min(lastMove.lost, bound), bound) }

    private mutating func arrived(_ sharpness: Double) -> Look {
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
            run.begin(at: number, sharpness)
        }
    }

    /// The index of the first frame that counts; nil when the delay is not known for a move as long as this one.
    private var needed: Int? {
        if lastMove.distance == 0 { return 0 }
        guard let learned, learned.applies(to: lastMove.distance) else { return nil }
        return learned.frames.clamped(to: 0...bound)
    }

    private mutating func learn(frames: Int) {
        guard lastMove.isTeaching else { return }
        let known = learned ?? .learned(frames: 0, distance: 0)
        learned = known.learning(frames: frames, distance: lastMove.distance)
    }

    private func isDifferent(_ one: Double, _ other: Double, _ ratio: Double) -> Bool {
        min(one, other) < max(one, other) * ratio
    }
}
