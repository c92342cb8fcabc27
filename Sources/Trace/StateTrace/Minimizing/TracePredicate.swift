import FocusCore

/// Something that a step of the engine can show.
public enum TracePredicate: Equatable, Sendable {
    /// The machine enters the state of this name.
    case state(String)
    /// The transition of this name is taken.
    case rule(String)
    /// The fault of this name is reported.
    case fault(String)
    /// The camera answers a call with an error, does not begin to stream, or its stream is lost.
    case error

    /// True if a step shows it.
    public func holds(_ input: Input, _ effects: EffectList) -> Bool {
        if self == .error { return Self.isError(input.event) }
        return (0..<effects.count).contains { index in effects[index].map { holds($0) } ?? false }
    }

    private func holds(_ effect: Effect) -> Bool {
        switch (self, effect) {
        case (.state(let name), .state(let report)): name == report.state.name.description
        case (.rule(let name), .state(let report)): name == report.rule.name.description
        case (.fault(let name), .fault(let fault)): name == fault.name.description
        default: false
        }
    }

    private static func isError(_ event: Input.Event) -> Bool {
        switch event {
        case .cameraAnswered(let result): result.errno != 0
        case .frames(.unavailable), .frames(.lost): true
        default: false
        }
    }
}
