import FocusCore

/// Facts of a session that all monitors need, gathered from its inputs and effects.
struct SessionFacts: Sendable {
    /// The number of steps.
    private(set) var step = 0
    /// Whether the session has been started, and not stopped.
    private(set) var isAlive = false
    /// Whether this step has started it.
    private(set) var begins = false
    private(set) var isStopping = false
    private(set) var armed = TimerSet()
    /// The timer that has expired in this step; an expiry of an older generation is none.
    private(set) var expired: TimerID?
    /// The answer to a request for frames, if this step's input is one.
    private(set) var framesAnswer: FramesAnswer?
    /// The call that the camera has not answered yet.
    private var call: (id: UInt32, frames: FramesCall?)?
    private var generations = InlineArray<16, UInt32>(repeating: 0)

    /// The part of a call that concerns the stream.
    private enum FramesCall { case request, release }

    enum FramesAnswer { case began, unavailable, ended }

    /// The input of the next step.
    mutating func note(_ event: Input.Event) {
        step += 1
        begins = false
        expired = nil
        framesAnswer = nil
        switch event {
        case .start:
            begins = !isAlive && !isStopping
            isAlive = !isStopping
        case .stop:
            isAlive = false
            isStopping = true
        case .cameraArrived: if !isStopping { call = nil }
        case .cameraLeft: call = nil
        case .timer(let id, let generation):
            guard armed.contains(TimerSet(id)), generations[Int(id.rawValue)] == generation else { return }
            armed.remove(TimerSet(id))
            expired = id
        case .cameraAnswered(let result):
            guard let call, call.id == result.call else { return }
            self.call = nil
            switch call.frames {
            case .request: framesAnswer = result.errno == 0 ? .began : .unavailable
            case .release: framesAnswer = .ended
            case nil: break
            }
        default: break
        }
    }

    mutating func note(_ effect: Effect) {
        switch effect {
        case .arm(let id, _, let generation):
            armed.insert(TimerSet(id))
            generations[Int(id.rawValue)] = generation
        case .disarm(let id): armed.remove(TimerSet(id))
        case .call(let made):
            switch made.operation {
            case .startFrames: call = (made.id, .request)
            case .stopFrames: call = (made.id, .release)
            case .read, .write: call = (made.id, nil)
            }
        default: break
        }
    }

    /// Whether something is under way that a state waits for.
    func isUnderWay(_ awaited: ChartTable.Awaited) -> Bool {
        !armed.isDisjoint(with: awaited.timers) || awaited.answer && call != nil
    }
}
