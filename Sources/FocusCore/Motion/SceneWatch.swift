/// When the frames are watched for a scene that changes and is still then, while focus and exposure are held: it counts as
/// moved.
public enum SceneWatch: UInt8, CaseIterable, Equatable, Sendable {
    /// While locked, when there is no accelerometer: the frames are not taken from others without need.
    case automatic
    /// Whenever it is locked.
    case always
    /// Not at all: only the accelerometer, the idle time-out and the view unlock.
    case never

    /// Whether the frames are watched, as far as that depends on the devices.
    public func isWanted(hasAccelerometer: Bool) -> Bool {
        switch self {
        case .always: true
        case .automatic: !hasAccelerometer
        case .never: false
        }
    }

    /// As on the command line and in files.
    public var name: StaticString {
        switch self {
        case .automatic: "auto"
        case .always: "always"
        case .never: "never"
        }
    }
}
