import FocusCore
import JSONLines

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

/// {"forceLock":5022000000}. Timers of a newer version are passed over.
extension TimerDeadlines: LineValue {
    init(from scanner: inout JSONScanner) throws(JSONFault) {
        self.init()
        try scanner.object { (scanner, key) throws(JSONFault) in
            let deadline: Instant = try scanner.read()
            for id in TimerID.allCases where key == id.name { set(id, deadline, 0) }
        }
    }

    func write(to line: inout JSONLine) {
        line.object { for id in TimerID.allCases { if let deadline = self[id] { $0.field(id.name, deadline) } } }
    }

    var isLeftOut: Bool { !TimerID.allCases.contains { self[$0] != nil } }
}
