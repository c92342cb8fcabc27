/// Says when frames are watched for a scene that changes and then rests, while focus and exposure are held. Such a change counts as motion.
public enum SceneWatch: UInt8, SettingChoice, Sendable, NamedSnapshotable {
    /// While locked; beside an accelerometer, only from `Configuration.sceneWatchAfter` after the tap, or the last motion that did not
    /// unlock, on: a device that is carried is unlocked by its motion, and its picture sways. Where it is bolted down, the scene has to
    /// unlock, or the first customer's focus would be held for ever.
    case automatic
    /// Whenever focus and exposure are locked.
    case always
    /// Never: only the accelerometer, the idle time-out and the view unlock.
    case never
    /// While locked, unless there is an accelerometer: the stream stays free for other programs.
    case withoutAccelerometer

    /// True when frames are watched while locked; `isStill`: the accelerometer has told of no motion for `Configuration.sceneWatchAfter`.
    public func isWanted(hasAccelerometer: Bool, isStill: Bool) -> Bool {
        switch self {
        case .always: true
        case .automatic: !hasAccelerometer || isStill
        case .withoutAccelerometer: !hasAccelerometer
        case .never: false
        }
    }

    /// The name on the command line and in files.
    public var name: StaticString {
        switch self {
        case .automatic: "auto"
        case .always: "always"
        case .never: "never"
        case .withoutAccelerometer: "without-accelerometer"
        }
    }
}
