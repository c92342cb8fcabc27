/// The target of the exposure search, and its limits.
public struct ExposureSettings: Equatable, Sendable, Snapshotable {
    /// The wanted brightness of what is metered, 0…1 as the camera encodes it. Behind the usual encoding, grey of 18 % is 0.46
    /// (0.18^(1/2.2)), and libcamera's 0.16 of linear light 0.43; the default lies between.
    public var target = 0.45
    /// The weight of the region in what is metered, 0…1; the rest is the weight of the whole picture. At 1, as in spot metering, a tap on
    /// the sky would turn the picture dull grey. 75 % is that of centre-weighted metering (Nikon's, since the 1980s): a region 4 EV
    /// brighter than the rest is exposed 1 EV above the target, and the rest 3 EV below it.
    public var placeWeight = 0.75
    /// The accepted distance of the mean from the target, as a share of the target.
    public var tolerance = 0.05
    /// Exposure compensation in EV, −4…4; positive is brighter. At +1 the region is as bright as with twice the light.
    public var compensation: Double = 0
    /// The longest delay that is considered until it is learned, in frames from one exposed with new values to one that shows them. 1 to 4.
    public var longestDelay = 4
    /// The share of the region's pixels that may be white, 0…1. With more, the target is lowered, by up to 1 EV. At 0.5
    /// that does not happen with the default target, because the mean is then above the target anyway.
    public var clippedShare = 0.5
    /// The source of the mains frequency.
    public var mains = MainsChoice.camera
    /// The longest exposure, as a share of the time between frames. Above 1, cameras send fewer frames.
    public var longestShare: Double = 1
    /// The longest exposure as long as the gain can do the rest: people who move are sharp up to about 1/50 s. It is shortened to whole
    /// flashes of the lamps. Without a gain, or when it is at its end, `longestShare` alone limits the time. `anyTime`: always.
    public var longestTime = TimeSpan.milliseconds(20)
    /// The number of frames that must agree before the exposure is held. The average of two has 0.7 times the noise of one.
    public var confirmingFrames = 2
    /// The number of frames after which the search ends: two seconds at 30 frames a second, less than a tap may take (`SettleTimes`).
    /// Frames before the camera's answer to a setting do not count. With a delay above 8 frames it is multiplied by (delay + 2) / 10.
    public var mostFrames = 60

    public init() {}

    /// The `longestTime` that is no limit, a day: then a search prefers no time to another one of the same light.
    public static let anyTime = TimeSpan.milliseconds(86_400_000)

    /// The target, moved by the compensation (twice the light is 2^(1/2.2) times the luma), and limited: white and black cannot be found.
    public var compensatedTarget: Double {
        let moved = usualTarget * (Self.between(-4, compensation, 4, else: 0) / 2.2).powerOfTwo
        return min(max(moved, 0.02), 0.85)
    }

    var usualTarget: Double { Self.between(0.02, target, 0.85, else: 0.45) }

    var usedPlaceWeight: Double { Self.between(0, placeWeight, 1, else: 1) }

    /// The weight of the region in the metered brightness of a frame. Without a grid the region alone counts.
    func placeWeight(in frame: FrameStatistics) -> Double { frame.grid == nil ? 1 : usedPlaceWeight }

    /// The metered brightness of a frame: the weighted mean of the region and of the whole picture, geometric because light is: a bright
    /// window counts by its EV. Without a grid the region alone counts.
    func brightness(of frame: FrameStatistics) -> Double {
        let weight = usedPlaceWeight
        guard weight < 1, let grid = frame.grid, !frame.mean.isNaN else { return frame.mean }
        let place = min(max(frame.mean, ExposureSample.floor), 1).binaryLogarithm
        return (weight * place + (1 - weight) * Self.logarithm(of: grid)).powerOfTwo
    }

    /// The mean of the cells' logarithms. Video's black of 16 is the darkest: a cell that shows nothing must not outweigh all the others.
    private static func logarithm(of grid: LumaGrid) -> Double {
        var sum = 0.0
        for index in grid.cells.indices { sum += (Double(max(grid.cells[index], 16)) / 255).binaryLogarithm }
        return sum / Double(LumaGrid.cellCount)
    }

    /// The tolerance in use: at least 1 %, because frames are noisy, and at most half.
    var usedTolerance: Double { Self.between(0.01, tolerance, 0.5, else: 0.05) }

    /// The number, limited to a range; NaN becomes the usual value.
    static func between(_ least: Double, _ number: Double, _ most: Double, else usual: Double) -> Double {
        number.isNaN ? usual : min(max(number, least), most)
    }
}

extension ExposureSettings: SettingGroup {
    /// The compensation is a setting of its own.
    public mutating func describe(_ visitor: inout some SettingVisitor) {
        visitor.field(
            "target", &target, in: 0.02...0.85, unit: "mean luma, 0…1",
            """
            the wanted brightness of what is metered, as the camera encodes it; grey of 18 % is 0.46, libcamera's \
            target 0.43
            """)
        visitor.field(
            "placeWeight", &placeWeight, in: 0...1, unit: "share",
            """
            the weight of the place that was tapped; the rest is that of the whole picture. 1: the place alone. \
            Nikon's centre-weighted metering has 75 %
            """)
        visitor.field(
            "tolerance", &tolerance, in: 0.01...0.5, unit: "share of the target",
            "the accepted distance of the mean from the target")
        visitor.field(
            "longestDelay", &longestDelay, in: 0...32, unit: "frames",
            "the longest delay until a frame shows what was set; sensors need 1 to 4")
        visitor.field(
            "clippedShare", &clippedShare, in: 0...1, unit: "share of the pixels",
            "the share that may be white; with more, the target is lowered, by 1 EV at most")
        visitor.field(
            "longestShare", &longestShare, in: 0.01...1000, unit: "share of the time between frames",
            "the longest exposure; above 1, cameras send fewer frames")
        visitor.field(
            "longestTime", &longestTime, from: 0.0001,
            """
            the longest exposure as long as the gain can do the rest: people who move are sharp up to about 1/50 s; \
            where there is a mains, whole flashes of its lamps; 86400: no limit
            """)
        visitor.field(
            "confirmingFrames", &confirmingFrames, in: 1...100, unit: "frames",
            "the number of frames that must agree before the exposure is held")
        visitor.field(
            "mostFrames", &mostFrames, in: 1...1_000_000, unit: "frames",
            """
            the search ends after this many frames, found or not, not counting those that come while the camera has \
            not answered yet (at most three times as many); for delays above 8 frames the limit rises in proportion, \
            to 192 at 30
            """)
        visitor.field(
            "mains", &mains,
            "the mains whose flicker is avoided; camera: the one that the camera's own control reports")
    }
}
