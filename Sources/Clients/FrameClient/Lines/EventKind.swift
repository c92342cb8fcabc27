/// The kinds of events for the program, with the numbers of `tapfocus_event_kind`.
enum EventKind: UInt8 {
    case connected, disconnected, held, refused, state, settled, tapIgnored, error, other

    /// The field with a sentence, or with a reason; nil if the kind has no such field.
    var messageKey: StaticString? {
        switch self {
        case .error, .refused: "message"
        case .tapIgnored, .settled: "reason"
        case .connected, .disconnected, .held, .state, .other: nil
        }
    }
}
