import FocusCore
import JSONLines

/// A step of a re-run.
public struct RerunStep: Sendable {
    public var input: Input
    public var effects: EffectList
    /// The recorded step that this one is; nil for an input that the recording does not have.
    public var recorded: Int?
    /// True if this input, or one before it, was guessed, because the recording does not tell it.
    public var isGuess: Bool
    /// True for the first step that is not as recorded.
    public var isFirstDifference: Bool
}

/// A change of a recorded input from outside.
public enum RerunEdit: Sendable {
    case keep
    case leaveOut
    case replace(Input)

    func input(_ recorded: Input) -> Input? {
        switch self {
        case .keep: recorded
        case .leaveOut: nil
        case .replace(let input): input
        }
    }
}

extension EffectList {
    /// True if both are written in the same way. Unlike `==`, it holds for a number that is none.
    func isIdentical(to effects: [Effect]) -> Bool {
        guard count == effects.count else { return false }
        var isEqual = true
        for place in 0..<count where self[place] != effects[place] { isEqual = false }
        if isEqual { return true }
        var (mine, theirs) = (JSONLine(), JSONLine())
        forEach { $0.write(to: &mine) }
        for effect in effects { effect.write(to: &theirs) }
        return mine.bytes == theirs.bytes
    }
}

/// A timer that the engine of a re-run has armed.
struct PendingTimer: Sendable {
    var deadline: Instant
    var generation: UInt32
    var armed: Instant
    /// The number of the recorded arming that it repeats; nil: it expires at its deadline.
    var arm: Int?
    /// The moment of its expiry, once it is known.
    var due: RerunMoment?
}

/// A demand of the engine of a re-run that the camera has not answered.
struct PendingDemand: Sendable {
    var effect: Effect
    var asked: Instant
    /// The number of the recorded demand whose answer it gets; nil: the answer is made up.
    var basis: Int?
    /// True if the recording demands the same with the same step, so that its answer is no guess.
    var isRecorded: Bool
    /// The moment of the answer, once it is known.
    var due: RerunMoment?

    /// For a request for frames: the shortest time between two of them.
    var wantedInterval: TimeSpan {
        guard case .requestFrames(_, let request) = effect else { return .zero }
        return request.interval
    }
}

/// The frames that come in a re-run.
struct RunningStream: Sendable {
    /// The engine's number of the request.
    var request: UInt32
    /// Between two frames of the camera; zero where it is unknown.
    var interval: TimeSpan
    /// Between two frames at least, as the engine asked.
    var wanted: TimeSpan
    var began: Instant
    /// The number of the recorded demand whose frames it shows; nil: they are made up.
    var basis: Int?
    var isRecorded: Bool
    /// The step of the recorded frame that was shown last, or of the stream's beginning.
    var shown: Int
    var lastFrame: Instant
    var sequence: UInt32 = 0
    /// The next recorded frame, as far as it was looked for.
    var next: Int?
    var searched: Int
}

/// A moment in a re-run; of those at the same time, the order of the recording decides.
struct RerunMoment: Comparable, Sendable {
    var time: Instant
    /// Twice the index of the recorded step, and 1 more directly after it; below 0: before all of them.
    var rank: Int

    static func < (one: RerunMoment, other: RerunMoment) -> Bool {
        one.time == other.time ? one.rank < other.rank : one.time < other.time
    }
}
