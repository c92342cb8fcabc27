/// Why a tap did nothing that the camera could have noticed.
public enum TapIgnored: UInt8, CaseIterable, Equatable, Sendable {
    case secondFinger, dragged, tooLong, palm, cancelled, outsideView, letterbox, notOnScreen
    /// It came before the start, or after the stop.
    case notRunning
    /// A newer wish (another tap, the view shown, the end) came before the camera had taken it.
    case overtaken

    public var name: StaticString {
        switch self {
        case .secondFinger: "second finger"
        case .dragged: "dragged"
        case .tooLong: "held too long"
        case .palm: "palm"
        case .cancelled: "cancelled"
        case .outsideView: "outside the view"
        case .letterbox: "on a letterbox bar"
        case .notOnScreen: "not on the screen"
        case .notRunning: "not running"
        case .overtaken: "overtaken"
        }
    }
}
