/// The frames that a lens needs to arrive, from the first one with a new position to the first one that was exposed there.
public enum LensDelay: Equatable, Sendable, Snapshotable {
    /// A quirk gives the delay. It applies to all moves, and is never forgotten.
    case given(frames: Int)
    /// The frames of earlier moves have shown it. It is kept for later searches.
    case learned(LensMotion)

    /// The frames that a move of this length needs, in the driver's units; nil: no move has shown it.
    public func frames(for distance: UInt64) -> Int? {
        switch self {
        case .given(let frames): frames
        case .learned(let motion): motion.frames(for: distance)
        }
    }

    /// The frames that a move of this length is given, in the driver's units; nil: no move has shown it.
    func safeFrames(for distance: UInt64) -> Int? {
        switch self {
        case .given(let frames): frames
        case .learned(let motion): motion.safeFrames(for: distance)
        }
    }

    /// The frames of the longest move that is known; nil: no move is.
    var longest: Int? {
        switch self {
        case .given(let frames): frames
        case .learned(let motion): motion.frames(for: motion.longestDistance)
        }
    }

    /// True when two moves at most have shown it.
    var isYoung: Bool {
        switch self {
        case .given: false
        case .learned(let motion): motion.isYoung
        }
    }

    /// The longest move that has shown its delay, in the driver's units; a given delay applies to all.
    var longestDistance: UInt64 {
        switch self {
        case .given: .max
        case .learned(let motion): motion.longestDistance
        }
    }

    /// True when moves about as long as this one have shown their delay.
    func isSure(of distance: UInt64) -> Bool {
        switch self {
        case .given: true
        case .learned(let motion): motion.isSure(of: distance)
        }
    }

    /// The frames, from the first one with a new position, that certainly show the lens at the former one. A given delay does not tell
    /// how much of it is travel.
    var surestLag: Int {
        switch self {
        case .given: 0
        case .learned(let motion): motion.surestLag
        }
    }

    /// The lag, if a move of no length has needed the same number of frames each time, 1 or more; nil: unknown, or given.
    var steadyLag: Int? {
        guard case .learned(let motion) = self, let lag = motion.steadyLag, lag > 0 else { return nil }
        return lag
    }

    /// Another move has shown its own delay. It changes no given one.
    mutating func learn(frames: Int, over distance: UInt64) {
        guard case .learned(var motion) = self else { return }
        motion.learn(frames: frames, over: distance)
        self = .learned(motion)
    }
}
