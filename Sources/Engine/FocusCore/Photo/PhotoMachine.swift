/// When a photo is taken, which frame counts, and how it ends. One photo at a time.
///
///              pressed; something settles                  elapsed, rested
///     idle ───────────────────────────────▶ waiting ◀──────────────────────▶ asked ──▶ writing ──▶ idle
///       └──────────────────────────────────────────────────────────────────────▲   taken        kept
///              pressed; nothing settles, or a photo of now         stirred
///
/// The table is in Documentation/Photos.md. The machine is total: each event has one answer in each state. It is no part of the engine's
/// trace, because it never changes what the engine does.
public struct PhotoMachine: Equatable, Sendable {
    public enum State: Equatable, Sendable {
        case idle
        /// Something settles.
        case waiting(PhotoPress)
        /// The holder was asked for a frame.
        case asked(PhotoPress, deadline: Instant)
        /// The holder writes the frame.
        case writing(deadline: Instant)
    }

    public enum Event: Equatable, Sendable {
        /// A photo is wanted.
        /// - Parameters:
        ///   - count: the number of frames of which the sharpest is taken.
        ///   - calmSince: the time from which frames show focus and exposure as they are; nil: something settles.
        case pressed(wait: TimeSpan, isNow: Bool, interval: TimeSpan, count: Int, calmSince: Instant?)
        /// Nothing settles any more: frames show focus and exposure as they are from this time on, which may be a coming one.
        case rested(since: Instant)
        /// Something settles.
        case stirred
        /// The holder has taken a frame that was exposed between these times.
        case taken(start: Instant, end: Instant)
        /// The file is complete.
        case kept
        /// The photo cannot go on.
        case ended(PhotoFailure)
        /// The time has come to `deadline`.
        case elapsed
    }

    public enum Action: Equatable, Sendable {
        case none
        /// Another photo is being taken: this one is refused.
        case refuse
        /// The holder takes the first frame whose exposure began at this time or later.
        case take(earliest: Instant)
        /// The holder writes the frame.
        /// - Parameters:
        ///   - isCalm: true if nothing settled while it was exposed.
        ///   - lag: from the earliest time that counted to its exposure.
        case keep(isCalm: Bool, lag: TimeSpan)
        case done
        case fail(PhotoFailure)
    }

    /// The times that a photo may take.
    public struct Patience: Equatable, Sendable {
        /// Beyond the time in which the frames that are wanted can come.
        public var frame = TimeSpan.milliseconds(5000)
        /// From the word to write it to the file: a slow card takes seconds for a large photo.
        public var file = TimeSpan.milliseconds(10_000)

        public init() {}
    }

    public private(set) var state = State.idle
    private let patience: Patience

    public init(patience: Patience = Patience()) {
        self.patience = patience
    }

    public var isBusy: Bool { state != .idle }

    /// The time at which `elapsed` is due; nil: never.
    public var deadline: Instant? {
        switch state {
        case .idle: nil
        case .waiting(let press): press.waitEnd
        case .asked(_, let deadline), .writing(let deadline): deadline
        }
    }

    /// Takes an event, at a time, and returns what has to be done.
    public mutating func handle(_ event: Event, at time: Instant) -> Action {
        switch event {
        case .pressed(let wait, let isNow, let interval, let count, let calmSince):
            guard !isBusy else { return .refuse }
            let press = PhotoPress(at: time, wait: wait, isNow: isNow, interval: interval, count: count)
            return begin(press, calmSince, at: time)
        case .rested(let since): return rested(since, at: time)
        case .stirred: return stirred(at: time)
        case .taken(let start, let end): return taken(start, end, at: time)
        case .kept:
            guard case .writing = state else { return .none }
            return finish(.done)
        case .ended(let reason): return isBusy ? finish(.fail(reason)) : .none
        case .elapsed: return elapsed(at: time)
        }
    }

    private mutating func finish(_ action: Action) -> Action {
        state = .idle
        return action
    }

    private mutating func begin(_ press: PhotoPress, _ calmSince: Instant?, at time: Instant) -> Action {
        var press = press
        if let calmSince { press.rested(calmSince) }
        guard press.isNow || calmSince != nil else {
            state = .waiting(press)
            return .none
        }
        return ask(press, at: time)
    }

    private mutating func ask(_ press: PhotoPress, at time: Instant) -> Action {
        let end = max(time, press.earliest).advanced(by: press.framesTime)
        state = .asked(press, deadline: end.advanced(by: patience.frame))
        return .take(earliest: press.earliest)
    }

    private mutating func rested(_ since: Instant, at time: Instant) -> Action {
        switch state {
        case .waiting(var press):
            press.rested(since)
            return ask(press, at: time)
        case .asked(var press, let deadline):
            // Where the wait is over, or the photo is of now, the holder has been asked already.
            if !press.isCalmNow { press.rested(since, keepingEarliest: true) }
            state = .asked(press, deadline: deadline)
            return .none
        case .idle, .writing:
            return .none
        }
    }

    private mutating func stirred(at time: Instant) -> Action {
        switch state {
        case .waiting(var press):
            press.stirred(at: time)
            state = .waiting(press)
        case .asked(var press, let deadline):
            press.stirred(at: time)
            state = press.mayWait(at: time) ? .waiting(press) : .asked(press, deadline: deadline)
        case .idle, .writing:
            break
        }
        return .none
    }

    private mutating func taken(_ start: Instant, _ end: Instant, at time: Instant) -> Action {
        let press: PhotoPress
        let isAsked: Bool
        switch state {
        case .idle, .writing: return .none
        case .waiting(let waiting): (press, isAsked) = (waiting, false)
        case .asked(let asked, _): (press, isAsked) = (asked, true)
        }
        let isCalm = press.isCalm(from: start, to: end)
        // While it waits, a frame from before the disturbance is as good as one after it.
        guard start >= press.earliest, isAsked || isCalm else {
            return isAsked ? .take(earliest: press.earliest) : .none
        }
        state = .writing(deadline: time.advanced(by: patience.file))
        return .keep(isCalm: isCalm, lag: start.since(press.earliest))
    }

    private mutating func elapsed(at time: Instant) -> Action {
        guard let deadline, time >= deadline else { return .none }
        switch state {
        case .idle: return .none
        case .waiting(var press):
            press.waitIsOver()
            return ask(press, at: time)
        case .asked: return finish(.fail(.noFrame))
        case .writing: return finish(.fail(.noAnswer))
        }
    }
}
