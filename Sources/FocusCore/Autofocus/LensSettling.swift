/// How long a lens takes, learned from its own frames; worth keeping from one search to the next.
public struct LensDelay: Equatable, Sendable {
    /// From the first frame that the driver marks with a new position to the first one that was exposed there.
    public var frames: Int
    /// The longest move that it was learned from, in the driver's units. A longer one may take a slow lens more time. The
    /// largest number there is: it was not learned but told, and it counts for all moves and stays.
    public var distance: UInt64

    public init(frames: Int, distance: UInt64) {
        self.frames = frames
        self.distance = distance
    }
}

/// Decides from the frames when the lens has arrived where it was sent.
///
/// The driver knows what was written, not where the lens is: the first frames with a new position were exposed on the way.
/// Where the lens takes so many frames is not known at first, and a frame is known to be settled only at the configured
/// bound. But when a move changes the sharpness beyond noise, the frames themselves show it:
///
///     frame       0     1     2     3     4
///     sharpness   0.4   0.4   0.7   0.7            before the move 0.4: arrived at frame 2, known at frame 3
///
/// From then on, moves that are no longer than this one count from frame 2 at once. A move that changes too little to be
/// seen waits for the bound.
public struct LensSettling: Equatable, Sendable {
    /// What a frame says about the lens.
    public enum Look: Equatable, Sendable {
        /// The frame belongs to another position; it says nothing about this one.
        case elsewhere
        /// The lens may still be on its way.
        case underway
        /// The lens has arrived; this is the sharpness there, the mean of all frames that are known to be settled.
        case arrived(sharpness: Double)
    }

    private let bound: Int
    /// Two sharpnesses of one position differ by no more than this, but for noise of two deviations.
    private let alikeRatio: Double
    /// A move that changes the sharpness by so much shows a slow lens on its way.
    private let seenRatio: Double
    private var target: Int64
    /// How far the lens is sent.
    private var distance: UInt64 = 0
    /// The frame's number, and how many frames there were since: a driver may count none.
    private var first: UInt32?
    private var seen = 0
    /// The frame before it, whatever its position was; and how many frames may have been lost between them.
    private var previous: UInt32?
    private var lost = 0
    /// The sharpness where the lens comes from, and where it has arrived; nil: unknown.
    private var before: Double?
    private var accepted: Double?
    /// The frames that are alike: from which on, how many, their mean; and how many such runs there were.
    private var alikeSince = 0
    private var runs = 0
    private var alike = 0
    private var mean = 0.0
    private var firstMean = 0.0
    /// Whether this move may teach anything: of one that was written twice nobody knows when it began.
    private var isTeaching = true
    /// What is known about the lens; nil: nothing yet.
    public private(set) var learned: LensDelay?

    /// - Parameters:
    ///   - position: where the lens is, at rest.
    ///   - learned: what an earlier one has learned about this lens.
    public init(at position: Int64, settings: FocusSearchSettings, learned: LensDelay? = nil) {
        target = position
        bound = settings.lensDelay.clamped(to: 0...30)
        alikeRatio = 1 - (1 - settings.evidenceRatio) * 2 / 3
        seenRatio = settings.evidenceRatio * settings.evidenceRatio
        self.learned = learned
    }

    /// The lens is being sent there. The same position again starts the count again.
    public mutating func move(to position: Int64) {
        let gone = UInt64(bitPattern: position > target ? position &- target : target &- position)
        // A position that is written again: the lens may come from where it was before.
        distance = gone == 0 ? distance : gone
        if let accepted { before = accepted }
        accepted = nil
        target = position
        isTeaching = true
        first = nil
        seen = 0
        alike = 0
        runs = 0
    }

    /// The lens was not heeding, and is being sent to the same position once more.
    /// - Parameter position: where it is told to be.
    public mutating func moveAgain(from position: Int64) {
        let wanted = target
        target = position
        move(to: wanted)
        isTeaching = false
    }

    /// The lens, which has arrived, is looked at again: the next frame counts.
    public mutating func stay() {
        distance = 0
    }

    /// Forgets what was learned: the lens turned out to be slower.
    public mutating func forget() {
        if learned?.distance != .max { learned = nil }
    }

    public mutating func look(_ frame: FrameStatistics) -> Look {
        defer { previous = frame.sequence }
        guard frame.lens == target || (frame.lens == nil && distance == 0) else { return .elsewhere }
        let number = elapsed(frame.sequence)
        let sharpness = frame.sharpness.clamped(to: 0...1e100)
        take(sharpness, number: number)
        if let needed = needed { return number >= needed ? arrived(sharpness) : .underway }
        let isSeen = before.map { isDifferent(mean, $0, seenRatio) } ?? false
        // From the old sharpness to the new one at once: at the third one, a slow lens is still moving.
        let jumps = before.map { isDifferent(firstMean, $0, alikeRatio) } ?? true ? 1 : 2
        let isClean = runs <= jumps
        if number >= bound {
            if isSeen { learn(frames: isClean ? since : bound) }
            return arrived(sharpness)
        }
        guard isSeen, alike > 1, isClean else { return .underway }
        learn(frames: since)
        return arrived(mean)
    }

    /// The first frame of the run, counted from the first one that may have had the position.
    private var since: Int { min(min(alikeSince, bound) + min(lost, bound), bound) }

    private mutating func arrived(_ sharpness: Double) -> Look {
        accepted = sharpness
        return .arrived(sharpness: sharpness)
    }

    /// The frame's number since the lens was sent; lost frames are counted.
    private mutating func elapsed(_ sequence: UInt32) -> Int {
        if let first {
            seen += 1
            // Backwards: the stream has begun anew.
            let gone = Int(Int32(bitPattern: sequence &- first))
            return min(max(seen, gone), 1 << 20)
        }
        first = sequence
        seen = 0
        // The position may have been taken in any of the frames that are missing.
        lost = previous.map { max(Int(Int32(bitPattern: sequence &- $0)) - 1, 0) } ?? 0
        return 0
    }

    private mutating func take(_ sharpness: Double, number: Int) {
        if alike > 0, !isDifferent(sharpness, mean, alikeRatio) {
            alike += 1
            mean += (sharpness - mean) / Double(alike)
        } else {
            alikeSince = number
            alike = 1
            mean = sharpness
            if runs == 0 { firstMean = sharpness }
            runs = min(runs, 1 << 20) + 1
        }
    }

    /// From which frame on it counts; nil: not known for a move as long as this.
    private var needed: Int? {
        if distance == 0 { return 0 }
        guard let learned, distance <= learned.distance else { return nil }
        return learned.frames.clamped(to: 0...bound)
    }

    private mutating func learn(frames: Int) {
        guard isTeaching else { return }
        let known = learned ?? LensDelay(frames: 0, distance: 0)
        learned = LensDelay(frames: max(known.frames, frames), distance: max(known.distance, distance))
    }

    private func isDifferent(_ one: Double, _ other: Double, _ ratio: Double) -> Bool {
        min(one, other) < max(one, other) * ratio
    }
}
