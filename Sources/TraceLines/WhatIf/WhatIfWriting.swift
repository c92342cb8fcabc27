/// Writes the answer to a "what if?":
/// {"run":[{"line":…,"t":…,"session":…,"guess":…,"state":…,"rule":…,"cause":…}],"changes":[{"gone":…,…}]}, or {"fault":…}.
extension JSONLine {
    public mutating func whatIf(_ whatIf: WhatIf) {
        open("{")
        if let fault = whatIf.fault {
            key("fault")
            // The words of a fault are the program's own, and their quotation marks are the only letters that JSON escapes.
            quote(fault.description.utf8.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 })
        } else {
            key("run")
            open("[")
            for transition in whatIf.comparison.run { self.transition(transition, isGone: nil) }
            close("]")
            key("changes")
            open("[")
            for change in whatIf.comparison.changes { transition(change.transition, isGone: change.isGone) }
            close("]")
        }
        close("}")
    }

    private mutating func transition(_ transition: TransitionComparison.Transition, isGone: Bool?) {
        open("{")
        if let isGone {
            key("gone")
            boolean(isGone)
        }
        key("line")
        integer(transition.line)
        key("t")
        integer(transition.time.nanoseconds)
        key("session")
        integer(transition.session)
        key("guess")
        boolean(transition.isGuess)
        key("state")
        word(transition.report.state.name)
        key("rule")
        word(transition.report.rule.name)
        key("cause")
        word(transition.report.cause.name)
        close("}")
    }
}
