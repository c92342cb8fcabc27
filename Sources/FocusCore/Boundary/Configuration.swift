/// Every number that a person may want to change. The defaults are for a kiosk.
public struct Configuration: Equatable, Sendable {
    /// How long a tapped point is held whatever happens. 3 s is what the article and most camera applications use.
    public var forceLockTime: TimeSpan
    /// How long nobody has to touch the screen until that counts as moved, after the force lock; nil: never.
    public var unlockAfter: TimeSpan?
    /// How much brighter (above 0) or darker the picture shall be than the camera or the engine would make it, in EV:
    /// `compensationRange`. `Input.Event.exposureCompensation` changes it later.
    public var exposureCompensation: Double
    /// Whether the scene is a motion sensor too.
    public var sceneWatch: SceneWatch
    public var tap: TapLimits
    public var motion: MotionSettings
    public var view: ViewSettings
    public var regions: RegionSizes
    public var settle: SettleTimes
    /// How the engine searches for focus where the camera cannot do it at a point.
    public var autofocus: FocusSearchSettings
    /// How the engine exposes where the camera cannot do it at a point. Its compensation is `exposureCompensation`.
    public var autoexposure: ExposureSettings
    /// What counts as another scene.
    public var scene: SceneSettings

    /// The smallest and the largest exposure compensation, in EV. Cameras with a control for it offer ±2 to ±4 EV.
    public static let compensationRange: ClosedRange<Double> = -4...4

    /// A compensation that was asked for, in EV, within `compensationRange`; nil for what is no number.
    static func usableCompensation(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return min(max(value, compensationRange.lowerBound), compensationRange.upperBound)
    }

    public init(
        forceLockTime: TimeSpan = .milliseconds(3000), unlockAfter: TimeSpan? = nil, exposureCompensation: Double = 0,
        sceneWatch: SceneWatch = .automatic, tap: TapLimits = TapLimits(), motion: MotionSettings = MotionSettings(),
        view: ViewSettings = ViewSettings(), regions: RegionSizes = RegionSizes(), settle: SettleTimes = SettleTimes(),
        autofocus: FocusSearchSettings = FocusSearchSettings(), autoexposure: ExposureSettings = ExposureSettings(),
        scene: SceneSettings = SceneSettings()
    ) {
        self.forceLockTime = forceLockTime
        self.unlockAfter = unlockAfter
        self.exposureCompensation = exposureCompensation
        self.sceneWatch = sceneWatch
        self.tap = tap
        self.motion = motion
        self.view = view
        self.regions = regions
        self.settle = settle
        self.autofocus = autofocus
        self.autoexposure = autoexposure
        self.scene = scene
    }
}
