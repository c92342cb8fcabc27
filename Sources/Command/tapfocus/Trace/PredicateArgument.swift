import CommandLineWords
import FocusCore
import StateTrace

extension TracePredicate {
    /// Reads "state:NAME", "rule:NAME", "fault:NAME" or "error".
    /// - Throws: `UsageError` with the names that there are.
    init(argument: String) throws {
        if argument == "error" {
            self = .error
            return
        }
        let kinds: [(name: String, rows: [(String, String)], predicate: (String) -> TracePredicate)] = [
            ("state", PredicateWords.states, TracePredicate.state), ("rule", PredicateWords.rules, TracePredicate.rule),
            // The names of faults say enough.
            ("fault", [], TracePredicate.fault),
        ]
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = kinds.first(where: { $0.name == parts[0] }) else {
            throw UsageError(
                "--until: expected state:NAME, rule:NAME, fault:NAME or error, not \"\(argument)\"."
                    + Nearest.name(to: parts[0], among: kinds.map { $0.name } + ["error"]))
        }
        let rows = kind.rows
        let names = rows.isEmpty ? Fault.names : rows.map(\.0)
        guard names.contains(parts[1]) else {
            let nearest = Nearest.name(to: parts[1], among: names)
            let beginning = "--until: there is no \(kind.name) \"\(parts[1])\""
            guard !rows.isEmpty else {
                throw UsageError("\(beginning), but \(names.joined(separator: ", ")).\(nearest)")
            }
            throw UsageError("\(beginning).\(nearest)", choices: CommandLineProgram.rows(rows))
        }
        self = kind.predicate(parts[1])
    }
}

/// The states and the rules of the machine in words, for people who have to name one.
enum PredicateWords {
    /// Each state, and what it means.
    static var states: [(String, String)] {
        [FocusState.continuousAuto, .autoAndForceLocked(PointOfInterest(x: 0, y: 0)), .unlockableLocked]
            .map { ($0.name.description, words(for: $0)) }
    }

    /// Each rule, and when the machine takes it.
    static var rules: [(String, String)] { FocusRule.allCases.map { ($0.name.description, words(for: $0)) } }

    private static func words(for state: FocusState) -> String {
        switch state {
        case .continuousAuto: "focus and exposure follow the scene"
        case .autoAndForceLocked: "after a tap: focus and exposure are set there, and held for the force lock's time"
        case .unlockableLocked: "still held, until something moves"
        }
    }

    private static func words(for rule: FocusRule) -> String {
        switch rule {
        case .start: "the beginning, in continuousAuto"
        case .viewShown: "the view is shown again: back to continuousAuto"
        case .tapped: "a tap, in any state: to autoAndForceLocked"
        case .lockElapsedStill: "the force lock ends, and nothing has moved: to unlockableLocked"
        case .lockElapsedMoved: "the force lock ends after a movement: back to continuousAuto"
        case .movedUnlocks: "something moves in unlockableLocked: back to continuousAuto"
        case .motionRemembered: "something has moved in another state"
        case .lockElapsedIgnored: "the force lock's time ends where there is no force lock: nothing happens"
        }
    }
}
