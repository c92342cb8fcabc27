import FocusCore
import StateChart

extension Chart {
    /// Everything in the chart that has a meaning, one item per line, in document order:
    ///
    ///     chart focus-exposure
    ///     state camera in focusExposure
    ///     initial start to continuousAuto
    ///     transition tapped on tapped internal to autoAndForceLocked
    ///     entry send lockElapsed as forceLock after 3000000000 ns
    ///
    /// Each line ends with a line feed. A part that an item does not have is omitted together with its word.
    public var canonicalText: String {
        var lines = ["chart \(name)"]
        for state in states {
            let parent = state.parent.map { states[$0].id } ?? ""
            lines.append("\(state.kind.rawValue) \(state.id)" + (parent.isEmpty ? "" : " in \(parent)"))
            if let initial = state.initial { lines += initial.canonicalLines(word: "initial") }
            lines += state.onEntry.map { "entry \($0.canonicalText)" }
            lines += state.onExit.map { "exit \($0.canonicalText)" }
            for transition in state.transitions { lines += transition.canonicalLines(word: "transition") }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension ChartTransition {
    fileprivate func canonicalLines(word: String) -> [String] {
        var words = [word]
        if let id { words.append(id) }
        if !events.isEmpty { words += ["on"] + events }
        if let guardCondition { words += ["if", guardCondition.state] }
        if isInternal { words.append("internal") }
        if !targets.isEmpty { words += ["to"] + targets }
        return [words.joined(separator: " ")] + actions.map { "do \($0.canonicalText)" }
    }
}

extension ChartAction {
    fileprivate var canonicalText: String {
        switch self {
        case .perform(let name): name
        case .send(let event, let id, let delay): "send \(event) as \(id) after \(delay.nanoseconds) ns"
        case .cancel(let id): "cancel \(id)"
        }
    }
}
