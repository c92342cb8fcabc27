/// What counts as well exposed, and how long the way there may take.
public struct ExposureSettings: Equatable, Sendable {
    /// The mean luma that the region shall have, 0…1 as the camera encodes it. Grey that reflects 18 % of the light is
    /// 0.46 behind the usual encoding (0.18^(1/2.2)); libcamera's 0.16 of linear light is 0.43. Between the two.
    public var target: Double
    /// How far the mean may be from the target, as a share of it.
    public var tolerance: Double
    /// Moves the target, in EV, −4…4: at +1 the region is as bright as if it had twice the light.
    public var compensation: Double
    /// The most frames between the first that the driver exposes with new values and the first that shows them, when it is
    /// not known yet. Sensors take 1 to 4.
    public var longestDelay: Int
    /// The share of the region's pixels that may be as bright as the camera can tell, 0…1. Where there are more, the
    /// target is lowered by up to 1 EV. At 0.5 that never happens by itself, for then the mean is too high anyway.
    public var clippedShare: Double
    /// Whose frequency of the mains counts.
    public var mains: MainsChoice
    /// The longest exposure, as a share of the time between frames. With more than 1, cameras send fewer frames.
    public var longestShare: Double
    /// Frames that must agree before the exposure is held: the average of two has 0.7 times the noise of one.
    public var confirmingFrames: Int
    /// After so many frames it ends, found or not: two seconds at 30 frames a second, which is less than the time that a
    /// tap has (`SettleTimes.deadline`). With a delay of more than 8 frames, (delay + 2) / 10 times as many.
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

    /// The target with its compensation. Twice the light is 2^(1/2.2) times the luma behind the usual encoding; a target
    /// at which much of the region would be white, or nearly all of it black, could not be found.
    public var compensatedTarget: Double {
        let wanted = Self.between(0.02, target, 0.85, else: 0.45)
        let moved = wanted * (Self.between(-4, compensation, 4, else: 0) / 2.2).powerOfTwo
        return min(max(moved, 0.02), 0.85)
    }

    /// The tolerance as it is used: 1 % at least, because frames are noisy, and half at most.
    var usedTolerance: Double { Self.between(0.01, tolerance, 0.5, else: 0.05) }

    /// A number kept between two others; NaN becomes the usual one.
    static func between(_ least: Double, _ number: Double, _ most: Double, else usual: Double) -> Double {
        number.isNaN ? usual : min(max(number, least), most)
    }
}
