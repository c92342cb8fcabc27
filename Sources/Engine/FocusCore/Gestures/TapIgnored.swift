/// The reason why a touch or a tap had no effect on the camera.
public enum TapIgnored: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    case secondFinger, dragged, tooLong, palm, cancelled, outsideView, letterbox, notOnScreen
    /// The tap came before the start or after the stop.
    case notRunning
    /// A newer request (another tap, the view shown again, the stop) came before the camera had accepted this tap.
    case overtaken
    /// A tap in coordinates of the camera's picture that are outside it.
    case outsidePicture
    /// An application keeps what is held.
    case kept

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
        case .outsidePicture: "outside the picture"
        case .kept: "kept by an application"
        }
    }
}
