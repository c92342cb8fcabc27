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
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else {
            throw UsageError(
                "--until: expected state:NAME, rule:NAME, fault:NAME or error, not \"\(argument)\"."
                    + Nearest.name(to: parts[0], among: Kind.allCases.map(\.rawValue) + ["error"]))
        }
        let rows = kind.rows
        let names = rows.isEmpty ? Fault.names : rows.map(\.0)
        guard names.contains(parts[1]) else {
            let nearest = Nearest.name(to: parts[1], among: names)
            let beginning = "--until: there is no \(kind.rawValue) \"\(parts[1])\""
            guard !rows.isEmpty else {
                throw UsageError("\(beginning), but \(names.joined(separator: ", ")).\(nearest)")
            }
            throw UsageError("\(beginning).\(nearest)", choices: CommandLineProgram.rows(rows))
        }
        switch kind {
        case .state: self = .state(parts[1])
        case .rule: self = .rule(parts[1])
        case .fault: self = .fault(parts[1])
        }
    }

    private enum Kind: String, CaseIterable {
        case state, rule, fault

        /// The names and what they mean; none where the names say enough.
        var rows: [(String, String)] {
            switch self {
            case .state: PredicateWords.states
            case .rule: PredicateWords.rules
            case .fault: []
            }
        }
    }
}
