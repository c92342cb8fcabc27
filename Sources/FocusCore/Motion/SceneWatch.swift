/// Says when frames are watched for a scene that changes and then rests, while focus and exposure are held. Such a
/// change counts as motion.
public enum SceneWatch: UInt8, CaseIterable, Equatable, Sendable, NamedSnapshotable {
    /// While locked, unless there is an accelerometer. Watching takes the stream from other programs, so it is not done
    /// without need.
    case automatic
    /// Whenever focus and exposure are locked.
    case always
    /// Never: only the accelerometer, the idle time-out and the view unlock.
    case never

    /// True when frames are watched while locked, given the sensors that are there.
    public func isWanted(hasAccelerometer: Bool) -> Bool {
        switch self {
        case .always: true
        case .automatic: !hasAccelerometer
        case .never: false
        }
    }

    /// The name on the command line and in files.
    public var name: StaticString {
        switch self {
        case .automatic: "auto"
        case .always: "always"
        case .never: "never"
        }
    }
}
