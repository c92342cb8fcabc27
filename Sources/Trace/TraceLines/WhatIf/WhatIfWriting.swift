import FocusCore
import JSONLines

/// Writes the answer to a "what if?":
/// {"run":[{"line":…,"t":…,"session":…,"guess":…,"state":…,"rule":…,"cause":…}],"changes":[{"change":"gone",…}]},
/// or {"fault":…}. A change is gone, new or shifted; the last has "by", in nanoseconds. If sessions were not run, because they
/// begin in their middle, "notRun" lists their numbers, from 1.
extension JSONLine {
    public mutating func whatIf(_ whatIf: WhatIf) {
        open("{")
        if let fault = whatIf.fault {
            key("fault")
            // The words of a fault are the program's own, and their quotation marks are the only letters that JSON escapes.
            quote(fault.description.utf8.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 })
        } else {
            key("run")
            list { for transition in whatIf.comparison.run { $0.transition(transition) } }
            key("changes")
            list { for change in whatIf.comparison.changes { $0.change(change) } }
            if !whatIf.notRun.isEmpty { field("notRun", whatIf.notRun) }
        }
        close("}")
    }

    private mutating func change(_ change: TransitionComparison.Change) {
        switch change {
        case .gone(let transition): self.transition(transition, change: "gone")
        case .new(let transition): self.transition(transition, change: "new")
        case .shifted(let transition, let shift): self.transition(transition, change: "shifted", by: shift)
        }
    }

    private mutating func transition(
        _ transition: TransitionComparison.Transition, change: StaticString? = nil, by shift: TimeSpan? = nil
    ) {
        open("{")
        if let change {
            key("change")
            word(change)
        }
        if let shift { field("by", shift) }
        field("line", transition.line)
        field("t", transition.time)
        field("session", transition.session)
        field("guess", transition.isGuess)
        key("state")
        word(transition.report.state.name)
        field("rule", transition.report.rule)
        field("cause", transition.report.cause)
        close("}")
    }
}
