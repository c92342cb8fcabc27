import FocusCore

/// The deadlines of an engine's timers that run. The engine itself remembers only that they do.
struct TimerDeadlines: Equatable, Sendable {
    private struct Running: Equatable, Sendable {
        var deadline: Instant
        var generation: UInt32
    }

    private var running = InlineArray<16, Running?>(repeating: nil)

    /// The deadline of a timer; nil if it is not known to run.
    subscript(id: TimerID) -> Instant? { running[Int(id.rawValue)]?.deadline }

    mutating func note(_ effect: Effect) {
        switch effect {
        case .arm(let id, let deadline, let generation): set(id, deadline, generation)
        case .disarm(let id): running[Int(id.rawValue)] = nil
        default: break
        }
    }

    mutating func set(_ id: TimerID, _ deadline: Instant, _ generation: UInt32) {
        running[Int(id.rawValue)] = Running(deadline: deadline, generation: generation)
    }

    /// A timer has expired; it still runs if it was armed again meanwhile.
    mutating func expired(_ id: TimerID, _ generation: UInt32) {
        if running[Int(id.rawValue)]?.generation == generation { running[Int(id.rawValue)] = nil }
    }
}

extension JSONLine {
    /// {"forceLock":5022000000}; nothing if no timer runs.
    mutating func deadlines(_ deadlines: TimerDeadlines) {
        guard TimerID.allCases.contains(where: { deadlines[$0] != nil }) else { return }
        key("timers")
        open("{")
        for id in TimerID.allCases {
            guard let deadline = deadlines[id] else { continue }
            key(id.name)
            integer(deadline.nanoseconds)
        }
        close("}")
    }
}

extension JSONScanner {
    /// Timers of a newer version are passed over.
    mutating func deadlines() throws(JSONFault) -> TimerDeadlines {
        var deadlines = TimerDeadlines()
        try object { (scanner, key) throws(JSONFault) in
            let nanoseconds: Int64 = try scanner.integer()
            for id in TimerID.allCases where key == id.name {
                deadlines.set(id, Instant(nanoseconds: nanoseconds), 0)
            }
        }
        return deadlines
    }
}
