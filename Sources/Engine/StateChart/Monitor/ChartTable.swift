import FocusCore

/// A chart as a table: every configuration that can be reached, and where each event leads from it.
///
/// The chart is interpreted once for each entry, and never again: a monitor takes a step in nanoseconds.
struct ChartTable: Sendable {
    /// The answer of a configuration to an event.
    struct Move: Sendable {
        /// The index of the next configuration.
        var next: Int
        var transitions: [String]
        /// The actions that can be seen from outside.
        var performed: [String]
    }

    let events: [String]
    /// The active atomic states of each configuration; the first is where the chart begins.
    private(set) var configurations: [[String]] = []
    /// By configuration, then by event; nil: the configuration does not answer the event.
    private(set) var moves: [Move?] = []
    /// By configuration: the timers that may be armed, and those that must be.
    private(set) var mayBeArmed: [TimerSet] = []
    private(set) var mustBeArmed: [TimerSet] = []
    /// By configuration: each of these is waited for by a state; one of its members has to be under way.
    private(set) var awaited: [[Awaited]] = []
    /// Bit i: configuration i has to be left in the step in which it is entered.
    private(set) var transient: UInt64 = 0
    private(set) var named = TimerSet()

    struct Awaited: Sendable {
        var timers: TimerSet
        var answer: Bool
    }

    /// More configurations than any chart of ours has; a chart with more is cut off there, and its monitor will say so.
    private static let mostConfigurations = 64

    /// - Parameters:
    ///   - events: the names of the events that a monitor sends, by their numbers.
    ///   - sent: the engine's timer for the id of a delayed send.
    init(_ chart: Chart, events: [String], sent: [String: TimerID]) {
        self.events = events
        let interpreter = ChartInterpreter(chart)
        let timers = ChartTimers(chart, sent: sent)
        named = timers.named
        configurations = [interpreter.start().states]
        var index = 0
        while index < configurations.count {
            let active = configurations[index]
            for event in events {
                let step = interpreter.step(from: active, event: event)
                moves.append(step.transitions.isEmpty ? nil : move(step))
            }
            mayBeArmed.append(timers.mayBeArmed(in: active))
            mustBeArmed.append(timers.mustBeArmed(in: active))
            awaited.append(timers.awaited(in: active))
            if timers.isTransient(active) { transient |= 1 << UInt64(index) }
            index += 1
        }
    }

    private mutating func move(_ step: ChartStep) -> Move? {
        let known = configurations.firstIndex(of: step.states)
        if known == nil {
            guard configurations.count < Self.mostConfigurations else { return nil }
            configurations.append(step.states)
        }
        let next = known ?? configurations.count - 1
        return Move(next: next, transitions: step.transitions, performed: step.performed)
    }

    func move(from configuration: Int, on event: Int) -> Move? { moves[configuration * events.count + event] }
}

struct TimerSet: OptionSet, Equatable, Sendable {
    var rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ id: TimerID) { rawValue = 1 << UInt16(id.rawValue) }

    var names: [String] { TimerID.allCases.filter { contains(TimerSet($0)) }.map { "\($0.name)" } }
}
