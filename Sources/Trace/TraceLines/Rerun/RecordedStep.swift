import FocusCore

/// A step of a recording: an input, its effects, and the part that the input plays.
public struct RecordedStep: Sendable {
    public var input: Input
    public var effects: [Effect]
    /// The line of the input in its file, from 1.
    public var line: Int
    var role: Role

    /// The cause of an input.
    enum Role: Equatable, Sendable {
        /// Nothing that the engine has done: contacts, samples, devices, the view.
        case raw
        /// A timer, by the number of its arming.
        case expiry(arm: Int)
        /// The answer to a demand, by its number.
        case answer(demand: Int)
        /// A frame of the stream that a demand has begun.
        case frame(demand: Int)
        /// The loss of that stream.
        case lost(demand: Int)
        /// It stands for something that was under way when a session began in its middle.
        case setup
        /// The expiry of a timer that was replaced, an answer that nobody waits for: the engine drops it.
        case stray
    }

    /// True if the input comes from outside, whatever the engine does.
    public var isRaw: Bool { role == .raw }
}

/// Something that the recorded engine asked the camera for: a call, frames, or the end of frames.
struct RecordedDemand: Sendable {
    /// The step that asked for it.
    var step: Int
    /// `call`, `requestFrames` or `releaseFrames`.
    var effect: Effect
    /// The step of the answer; nil: it has not come.
    var answer: Int?
    /// The step with which the stream ended that was begun by it.
    var end: Int?

    /// True if it waits for this answer.
    func isAnswered(by event: Input.Event) -> Bool { answer == nil && effect.isAnswered(by: event) }

    /// - Parameter exactly: true to compare the measurements of frames, too.
    func asks(_ other: Effect, exactly: Bool) -> Bool {
        switch (effect, other) {
        case (.call(let one), .call(let other)): one.operation == other.operation
        case (.requestFrames(_, let one), .requestFrames(_, let other)): !exactly || one == other
        case (.releaseFrames, .releaseFrames): true
        default: false
        }
    }
}

extension Effect {
    /// True for a demand that an input answers.
    func isAnswered(by event: Input.Event) -> Bool {
        switch (self, event) {
        case (.call(let call), .cameraAnswered(let result)): call.id == result.call
        case (.requestFrames(let id, _), .frames(.began(let began))): id == began.request
        case (.requestFrames(let id, _), .frames(.unavailable(let request, _))): id == request
        case (.releaseFrames(let id), .frames(.ended(let request))): id == request
        default: false
        }
    }
}

/// An arming of a timer.
struct RecordedArm: Sendable {
    var step: Int
    var id: TimerID
    var deadline: Instant
    var generation: UInt32
    /// The step with which it expired, was disarmed or armed anew; nil: it has not ended.
    var end: Int?
    var hasExpired = false
}
