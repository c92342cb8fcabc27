import FocusCore

/// Facts of a session that all monitors need, gathered from its inputs and effects.
struct SessionFacts: Sendable {
    private(set) var step = 0
    /// True if the session has been started, and not stopped.
    private(set) var isAlive = false
    /// True if this step has started it.
    private(set) var begins = false
    private(set) var isStopping = false
    private(set) var armed = TimerSet()
    /// The timer that has expired in this step. An expiry of an older generation does not count.
    private(set) var expired: TimerID?
    /// The news of the frames in this step's input; nil: none, or of a request that nobody waits for.
    private(set) var framesNews: FrameNews?
    /// The demand that has not been answered yet.
    private var demand: Demand?
    /// The request whose frames come.
    private var running: UInt32?
    private var generations = InlineArray<16, UInt32>(repeating: 0)

    private enum Demand: Equatable {
        case call(UInt32)
        case frames(UInt32)
        case release(UInt32)
    }

    /// The input of the next step.
    mutating func follow(_ event: Input.Event) {
        step += 1
        begins = false
        expired = nil
        framesNews = nil
        switch event {
        case .start:
            begins = !isAlive && !isStopping
            isAlive = !isStopping
        case .stop:
            isAlive = false
            isStopping = true
        case .cameraArrived: if !isStopping { cameraChanged() }
        case .cameraLeft: cameraChanged()
        case .timer(let id, let generation):
            guard armed.contains(TimerSet(id)), generations[Int(id.rawValue)] == generation else { return }
            armed.remove(TimerSet(id))
            expired = id
        case .cameraAnswered(let result): _ = answers(.call(result.call))
        case .frames(let news): if isAwaited(news) { framesNews = news }
        default: break
        }
    }

    private mutating func cameraChanged() {
        demand = nil
        running = nil
    }

    /// An answer to the demand under way ends it; others are for nobody.
    private mutating func answers(_ answered: Demand) -> Bool {
        guard demand == answered else { return false }
        demand = nil
        return true
    }

    /// True for an answer to the demand under way, and for the end of the stream whose frames come.
    private mutating func isAwaited(_ news: FrameNews) -> Bool {
        let isAwaited =
            switch news {
            case .began(let began): answers(.frames(began.request))
            case .unavailable(let request, _): answers(.frames(request))
            case .ended(let request): answers(.release(request))
            case .lost(let request, _): running == request
            case .measured: false
            }
        guard isAwaited else { return false }
        running = if case .began(let began) = news { began.request } else { nil }
        return true
    }

    mutating func follow(_ effect: Effect) {
        switch effect {
        case .arm(let id, _, let generation):
            armed.insert(TimerSet(id))
            generations[Int(id.rawValue)] = generation
        case .disarm(let id): armed.remove(TimerSet(id))
        case .call(let call): demand = .call(call.id)
        case .requestFrames(let id, _): demand = .frames(id)
        case .releaseFrames(let id): demand = .release(id)
        default: break
        }
    }

    /// True if something is under way that a state waits for.
    func isUnderWay(_ awaited: ChartTable.Awaited) -> Bool {
        !armed.isDisjoint(with: awaited.timers) || awaited.answer && demand != nil
    }
}
