/// The kinds of events that the program is told, with the numbers of `tapfocus_event_kind`.
enum EventKind: UInt8 {
    case connected
    case disconnected
    case held
    case refused
    case state
    case settled
    case tapIgnored
    case error
    case other

    /// The field with a sentence, or with a reason; nil where there is none.
    var messageKey: StaticString? {
        switch self {
        case .error, .refused: "message"
        case .tapIgnored, .settled: "reason"
        case .connected, .disconnected, .held, .state, .other: nil
        }
    }
}
