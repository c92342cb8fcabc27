/// The kinds of events for the program, with the numbers of `tapfocus_event_kind`.
enum EventKind: UInt8 {
    case connected, disconnected, held, refused, state, settled, tapIgnored, error, other
    case takePhoto, keepPhoto, dropPhoto, photo
    case startMovie, stopMovie, movie
    case code

    /// The field with a sentence, a reason or a name; nil if the kind has no such field.
    var messageKey: StaticString? {
        switch self {
        case .error, .refused: "message"
        case .tapIgnored, .settled: "reason"
        case .takePhoto, .photo, .startMovie, .movie: "path"
        case .keepPhoto: "camera"
        case .code: "text"
        case .connected, .disconnected, .held, .state, .other, .dropPhoto, .stopMovie: nil
        }
    }

    /// True if the event says how focus and exposure stand.
    var hasOutcomes: Bool {
        switch self {
        case .settled, .keepPhoto, .photo: true
        case .connected, .disconnected, .held, .refused, .state, .tapIgnored, .error, .other, .takePhoto, .dropPhoto,
            .startMovie, .stopMovie, .movie, .code:
            false
        }
    }
}
