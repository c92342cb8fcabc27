/// What was measured in one frame. The image itself goes no further: a search is replayed from these numbers.
public struct FrameStatistics: Equatable, Sendable {
    /// The id of the request that asked for what was measured: after a new request, frames may still come that were measured for the
    /// one before.
    public var request: UInt32
    /// The driver's number of the frame; a gap means that frames were lost.
    public var sequence: UInt32
    /// When the driver says that the frame was captured.
    public var captured: Instant
    /// The lens position (V4L2_CID_FOCUS_ABSOLUTE) that was in effect for the driver when the frame was captured: of the
    /// last write that was over by then. The lens itself may still have been on its way. Nil: never written.
    public var lens: Int64?
    /// Likewise the exposure time (V4L2_CID_EXPOSURE_ABSOLUTE), in units of 100 µs.
    public var exposure: Int64?
    /// Likewise the gain (V4L2_CID_GAIN).
    public var gain: Int64?
    /// Of the focus region; 0 or more, comparable only within one request.
    public var sharpness: Double
    /// Mean luma of the exposure region, 0 (black) … 1 (white), as the camera encodes it.
    public var mean: Double
    /// The share of the exposure region's pixels that are as bright as the camera can tell, 0…1.
    public var bright: Double
    /// The share of the exposure region's pixels that are black, 0…1.
    public var dark: Double
    /// The whole image on a coarse grid, where it was asked for.
    public var grid: LumaGrid?

    public init(
        request: UInt32, sequence: UInt32, captured: Instant, lens: Int64? = nil, exposure: Int64? = nil,
        gain: Int64? = nil, sharpness: Double, mean: Double, bright: Double = 0, dark: Double = 0,
        grid: LumaGrid? = nil
    ) {
        self.request = request
        self.sequence = sequence
        self.captured = captured
        self.lens = lens
        self.exposure = exposure
        self.gain = gain
        self.sharpness = sharpness
        self.mean = mean
        self.bright = bright
        self.dark = dark
        self.grid = grid
    }
}

extension FrameStatistics {
    /// Whether all that was measured is a number in its range. What comes from outside is not believed.
    var isUsable: Bool {
        sharpness.isFinite && sharpness >= 0 && mean >= 0 && mean <= 1 && bright >= 0 && bright <= 1 && dark >= 0
            && dark <= 1
    }
}
