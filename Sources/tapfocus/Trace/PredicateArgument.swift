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
