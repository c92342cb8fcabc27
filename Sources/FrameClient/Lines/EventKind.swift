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
}
