/// The thresholds above which a device counts as moved.
public struct MotionSettings: Equatable, Sendable, Snapshotable {
    public var rule = MotionRule.deviation
    /// The deviation from the gravity estimate that counts as motion, in m/s². Shipped cameras use 0.8 (MIUI) to 1.5
    /// (OnePlus). 1.0 is a tilt of 5.8°, or the push of a hand that lifts the device.
    public var deviation = 1.0
    /// The total time of deviation that counts as motion. The shock of a tap lasts some 40 ms, which at 10 Hz looks like 100 ms.
    public var duration = TimeSpan.milliseconds(150)
    /// The time constant of the gravity estimate, long compared with lifting a device: even a tilt of 1.5° a second is not absorbed.
    public var gravityTimeConstant = TimeSpan.milliseconds(5000)
    /// The time after a wake-up of the sensor, or a tap, in which no motion is reported: the finger still pushes the device.
    public var shockTime = TimeSpan.milliseconds(100)
    /// The threshold of the rule `article` for |x| + |y| + |z|, in g.
    public var articleThreshold = 1.5
    /// The sampling interval of the rule `article`.
    public var articleInterval = TimeSpan.milliseconds(100)

    public init() {}
}

extension MotionSettings: SettingGroup {
    /// The limits; the rule has a place of its own in files.
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "deviation", &deviation, in: .positive, unit: "m/s²",
            """
            the deviation from the gravity estimate that is motion; shipped cameras use 0.8 (MIUI) to 1.5 (OnePlus); \
            1 is a tilt of 5.8°
            """)
        visitor.field(
            "duration", &duration, "the total time of deviation that is motion; the shock of a tap lasts some 40 ms")
        visitor.field(
            "gravityTimeConstant", &gravityTimeConstant,
            "the time constant of the gravity estimate; long compared with lifting a device")
        visitor.field(
            "shockTime", &shockTime, "no motion is reported for this long after a tap, or after the sensor wakes up")
        visitor.field(
            "articleThreshold", &articleThreshold, in: .positive, unit: "g", "the threshold of the article's rule")
        visitor.field("articleInterval", &articleInterval, "the sampling interval of the article's rule")
    }
}

/// The rule that tells motion from rest.
public enum MotionRule: UInt8, SettingChoice, Sendable, NamedSnapshotable {
    /// Deviation from a slow gravity estimate: independent of the mounting angle and of the sample rate.
    case deviation
    /// |x| + |y| + |z| > 1.5 g at 10 Hz, as in the article that `FocusMachine` is carried over from. It takes a motionless,
    /// tilted device for a moving one.
    case article

    public var name: StaticString {
        switch self {
        case .deviation: "deviation"
        case .article: "article"
        }
    }
}
