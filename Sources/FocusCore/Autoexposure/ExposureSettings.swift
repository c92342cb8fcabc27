/// The target of the exposure search, and its limits.
public struct ExposureSettings: Equatable, Sendable, Snapshotable {
    /// The wanted mean luma of the region, 0…1 as the camera encodes it. Grey that reflects 18 % of the light is 0.46
    /// behind the usual encoding (0.18^(1/2.2)); libcamera's 0.16 of linear light is 0.43. The default lies between the
    /// two.
    public var target: Double
    /// The accepted distance of the mean from the target, as a share of the target.
    public var tolerance: Double
    /// Exposure compensation in EV, −4…4; positive is brighter. At +1 the region is as bright as with twice the light.
    public var compensation: Double
    /// The longest delay that is considered until it is learned: frames from the first one that the driver exposes with
    /// new values to the first one that shows them. Sensors need 1 to 4.
    public var longestDelay: Int
    /// The share of the region's pixels that may be white, 0…1. With more, the target is lowered, by up to 1 EV. At 0.5
    /// that does not happen with the default target, because the mean is then above the target anyway.
    public var clippedShare: Double
    /// The source of the mains frequency.
    public var mains: MainsChoice
    /// The longest exposure, as a share of the time between frames. Above 1, cameras send fewer frames.
    public var longestShare: Double
    /// The number of frames that must agree before the exposure is held. The average of two has 0.7 times the noise of
    /// one.
    public var confirmingFrames: Int
    /// The number of frames after which the search ends, found or not: two seconds at 30 frames a second, which is less
    /// than a tap may take (`SettleTimes.searchDeadline`). Frames that come while the camera has not answered to a setting do not
    /// count: the time of the search ends those. With a delay of more than 8 frames it is multiplied by (delay + 2) / 10.
    public var mostFrames: Int

    public init(
        target: Double = 0.45, tolerance: Double = 0.05, compensation: Double = 0, longestDelay: Int = 4,
        clippedShare: Double = 0.5, mains: MainsChoice = .camera, longestShare: Double = 1,
        confirmingFrames: Int = 2, mostFrames: Int = 60
    ) {
        self.target = target
        self.tolerance = tolerance
        self.compensation = compensation
        self.longestDelay = longestDelay
        self.clippedShare = clippedShare
        self.mains = mains
        self.longestShare = longestShare
        self.confirmingFrames = confirmingFrames
        self.mostFrames = mostFrames
    }

    /// The target, moved by the compensation. Twice the light is 2^(1/2.2) times the luma behind the usual encoding.
    /// The target is limited, because an almost white or almost black region cannot be found.
    public var compensatedTarget: Double {
        let moved = usualTarget * (Self.between(-4, compensation, 4, else: 0) / 2.2).powerOfTwo
        return min(max(moved, 0.02), 0.85)
    }

    /// The target without the compensation.
    var usualTarget: Double { Self.between(0.02, target, 0.85, else: 0.45) }

    /// The tolerance in use: at least 1 %, because frames are noisy, and at most half.
    var usedTolerance: Double { Self.between(0.01, tolerance, 0.5, else: 0.05) }

    /// The number, limited to a range; NaN becomes the usual value.
    static func between(_ least: Double, _ number: Double, _ most: Double, else usual: Double) -> Double {
        number.isNaN ? usual : min(max(number, least), most)
    }
}
