/// Every number that a person may want to change. The defaults are for a kiosk.
public struct Configuration: Equatable, Sendable, Snapshotable {
    /// The time for which a tapped point is held in any case. The article and most camera applications use 3 s.
    public var forceLockTime = TimeSpan.milliseconds(3000)
    /// The time without a touch that counts as moved, after the force lock; nil: never.
    public var unlockAfter: TimeSpan?
    /// Exposure compensation in EV, in `compensationRange`; positive is brighter. `Input.Event.exposureCompensation` changes it later.
    public var exposureCompensation: Double = 0
    /// Decides when frames are watched for a change of the scene, which counts as motion.
    public var sceneWatch = SceneWatch.automatic
    /// The time without motion in a hold after which `SceneWatch.automatic` watches the scene beside an accelerometer. By
    /// 5 s after the tap, `MotionSettings` has seen every device that is being turned by 2.5° a second or more, as one in
    /// somebody's hands is: what has not moved by then stands. And no customer leaves and makes room for the next in 5 s.
    public var sceneWatchAfter = TimeSpan.milliseconds(5000)
    /// Decides when the automatic white balance is held with the exposure.
    public var whiteBalance = WhiteBalanceHold.follow
    public var tap = TapLimits()
    public var motion = MotionSettings()
    public var view = ViewSettings()
    public var regions = RegionSizes()
    public var settle = SettleTimes()
    /// The engine's search for focus, for cameras that cannot focus at a point.
    public var autofocus = FocusSearchSettings()
    /// The engine's search for exposure, for cameras that cannot expose at a point. Its compensation is `exposureCompensation`.
    public var autoexposure = ExposureSettings()
    /// The thresholds above which the scene counts as changed.
    public var scene = SceneSettings()

    /// The smallest and the largest exposure compensation, in EV. Cameras with a control for it offer ±2 to ±4 EV.
    public static let compensationRange: ClosedRange<Double> = -4...4

    /// A requested compensation in EV, clamped to `compensationRange`; nil when it is not a finite number.
    static func usableCompensation(_ value: Double) -> Double? {
        value.isFinite ? value.clamped(to: compensationRange) : nil
    }

    public init() {}
}
