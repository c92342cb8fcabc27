/// Every number that a person may want to change. The defaults are for a kiosk.
public struct Configuration: Equatable, Sendable {
    /// How long a tapped point is held whatever happens. 3 s is what the article and most camera applications use.
    public var forceLockTime: TimeSpan
    public var tap: TapLimits
    public var motion: MotionSettings
    public var view: ViewSettings
    public var regions: RegionSizes
    public var settle: SettleTimes

    public init(
        forceLockTime: TimeSpan = .milliseconds(3000), tap: TapLimits = TapLimits(),
        motion: MotionSettings = MotionSettings(), view: ViewSettings = ViewSettings(),
        regions: RegionSizes = RegionSizes(), settle: SettleTimes = SettleTimes()
    ) {
        self.forceLockTime = forceLockTime
        self.tap = tap
        self.motion = motion
        self.view = view
        self.regions = regions
        self.settle = settle
    }
}
