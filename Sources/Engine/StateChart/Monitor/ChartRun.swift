import FocusCore

/// Where a chart may be, as far as inputs and effects say.
///
/// Some of a chart's events cannot be seen from outside: that a detector has spoken of motion, or that a lens has come to rest.
/// So this is a set of configurations; what is emitted later decides between them. The engine has left the chart when none
/// is possible any more.
struct ChartRun<Event: RawRepresentable & CaseIterable & Sendable>: Sendable where Event.RawValue == Int {
    let table: ChartTable
    /// Bit i: the chart may be in configuration i.
    private(set) var possible: UInt64 = 1

    init(_ chart: Chart, sent: [String: TimerID] = [:]) {
        table = ChartTable(chart, events: Event.allCases.map { "\($0)" }, sent: sent)
    }

    /// The event has happened. False: the chart does not answer it wherever it may be.
    mutating func move(on event: Event, where fits: (ChartTable.Move, [String]) -> Bool = { _, _ in true }) -> Bool {
        let next = after(event, fits)
        guard next != 0 else { return false }
        possible = next
        return true
    }

    /// The event may have happened.
    mutating func mayTake(_ event: Event, where fits: (ChartTable.Move, [String]) -> Bool = { _, _ in true }) {
        possible |= after(event, fits)
    }

    /// One of these states is active. False: none can be.
    mutating func isIn(_ states: [String]) -> Bool {
        let fitting = filter { configuration in states.contains { table.configurations[configuration].contains($0) } }
        guard fitting != 0 else { return false }
        possible = fitting
        return true
    }

    /// It may be where another run of the chart may be, too.
    mutating func join(_ other: Self) { possible |= other.possible }

    func allows(_ timers: TimerSet) -> Bool { filter { table.mayBeArmed[$0].isSuperset(of: timers) } != 0 }

    /// A step has ended with these timers armed, of which this run judges some.
    /// - Throws: the chart's demand that is not met.
    mutating func endStep(_ facts: SessionFacts, judging judged: TimerSet) throws(ChartProblem) {
        let armed = facts.armed.intersection(judged)
        let settled = filter { table.transient & (1 << UInt64($0)) == 0 }
        guard settled != 0 else { throw ChartProblem(expected: "that this state is left in the same step") }
        let allowed = settled & filter { table.mayBeArmed[$0].isSuperset(of: armed) }
        guard allowed != 0 else {
            let names = possibleTimers.intersection(judged).names.joined(separator: ", ")
            throw ChartProblem(expected: "no timer armed but \(names.isEmpty ? "those of other charts" : names)")
        }
        let due = allowed & filter { armed.isSuperset(of: table.mustBeArmed[$0].intersection(judged)) }
        guard due != 0 else { throw ChartProblem(expected: "the timer of this state to be armed") }
        let awaited = due & filter { table.awaited[$0].allSatisfy { facts.isUnderWay($0) } }
        guard awaited != 0 else {
            throw ChartProblem(expected: "something under way that leads out of this state")
        }
        possible = awaited
    }

    var words: String { words(of: possible) }

    func words(of configurations: UInt64) -> String {
        table.configurations.indices.filter { configurations & (1 << UInt64($0)) != 0 }
            .map { table.configurations[$0].joined(separator: " with ") }.joined(separator: " or ")
    }

    /// The events that are answered, in words.
    var answered: String {
        let events = Event.allCases.filter { after($0) { _, _ in true } != 0 }
        return events.isEmpty ? "nothing" : "one of " + events.map { "\($0)" }.joined(separator: ", ")
    }

    private var possibleTimers: TimerSet {
        var timers = TimerSet()
        eachPossible { timers.formUnion(table.mayBeArmed[$0]) }
        return timers.intersection(table.named)
    }

    private func after(_ event: Event, _ fits: (ChartTable.Move, [String]) -> Bool) -> UInt64 {
        var next: UInt64 = 0
        eachPossible { configuration in
            guard let move = table.move(from: configuration, on: event.rawValue),
                fits(move, table.configurations[move.next])
            else { return }
            next |= 1 << UInt64(move.next)
        }
        return next
    }

    private func filter(_ fits: (Int) -> Bool) -> UInt64 {
        var fitting: UInt64 = 0
        eachPossible { if fits($0) { fitting |= 1 << UInt64($0) } }
        return fitting
    }

    private func eachPossible(_ body: (Int) -> Void) {
        var rest = possible
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
}
