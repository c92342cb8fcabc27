/// When a device counts as moved.
public struct MotionSettings: Equatable, Sendable {
    public var rule: MotionRule
    /// Deviation from the slow gravity estimate that is motion, in m/s². Shipped cameras use 0.8 (MIUI) to 1.5 (OnePlus);
    /// 1.0 is a tilt of 5.8°, or a push that a hand cannot avoid when it lifts a device.
    public var deviation: Double
    /// For how long, in sum, it must deviate. The shock of a tap lasts some 40 ms, which at 10 Hz looks like 100 ms.
    public var duration: TimeSpan
    /// The time constant of the gravity estimate: long against lifting a device, so that even a slow tilt of 1.5° a
    /// second stays ahead of it.
    public var gravityTimeConstant: TimeSpan
    /// After the sensor wakes up, or a tap, this long nothing is concluded: the finger is still on its way.
    public var shockTime: TimeSpan
    /// The article's threshold on |x| + |y| + |z|, in g.
    public var articleThreshold: Double
    /// The article's sampling interval.
    public var articleInterval: TimeSpan

    public init(
        rule: MotionRule = .deviation, deviation: Double = 1.0, duration: TimeSpan = .milliseconds(150),
        gravityTimeConstant: TimeSpan = .milliseconds(5000), shockTime: TimeSpan = .milliseconds(100),
        articleThreshold: Double = 1.5, articleInterval: TimeSpan = .milliseconds(100)
    ) {
        self.rule = rule
        self.deviation = deviation
        self.duration = duration
        self.gravityTimeConstant = gravityTimeConstant
        self.shockTime = shockTime
        self.articleThreshold = articleThreshold
        self.articleInterval = articleInterval
    }
}

/// How motion is told from rest.
public enum MotionRule: UInt8, CaseIterable, Equatable, Sendable {
    /// Deviation from a slow gravity estimate: independent of the mounting angle and of the sample rate.
    case deviation
    /// |x| + |y| + |z| > 1.5 g at 10 Hz, as in the article: it calls a motionless device at a tilt "moving".
    case article

    public var name: StaticString {
        switch self {
        case .deviation: "deviation"
        case .article: "article"
        }
    }
}
