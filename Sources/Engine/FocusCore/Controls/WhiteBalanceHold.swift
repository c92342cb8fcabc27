/// Says when the automatic white balance is held. Only the automatic is switched: the value of V4L2_CID_WHITE_BALANCE_TEMPERATURE that a
/// camera tells is often its default while the automatic is on, so writing it back would tint the picture.
public enum WhiteBalanceHold: UInt8, SettingChoice, Sendable, NamedSnapshotable {
    /// Never.
    case follow
    /// While somebody keeps what is held.
    case lock
    /// With the exposure of every tap.
    case hold

    public var name: StaticString {
        switch self {
        case .follow: "follow"
        case .lock: "lock"
        case .hold: "hold"
        }
    }
}
