/// The measurements of one frame. The image itself is not passed on: a search is replayed from these numbers.
public struct FrameStatistics: Equatable, Sendable {
    /// The id of the request for the measurement. After a new request, frames measured for the previous one may still arrive.
    public var request: UInt32
    /// The driver's frame number; a gap means that frames were lost.
    public var sequence: UInt32
    /// The driver's timestamp of the capture.
    public var captured: Instant
    /// The lens position (V4L2_CID_FOCUS_ABSOLUTE) of the last write that had returned; the lens may still have moved. Nil: never written.
    public var lens: Int64?
    /// The exposure time (V4L2_CID_EXPOSURE_ABSOLUTE) that the driver had at the capture, in units of 100 µs; nil: never written.
    public var exposure: Int64?
    /// The gain (V4L2_CID_GAIN) that the driver had at the capture; nil: never written.
    public var gain: Int64?
    /// Sharpness of the focus region; 0 or more, comparable only within one request. `FramesBegan.measure` is the version of the measure.
    public var sharpness: Double
    /// Mean luma of the exposure region, 0 (black) … 1 (white), as the camera encodes it.
    public var mean: Double
    /// The share of the exposure region's pixels at white or above, 0…1.
    public var bright: Double
    /// The share of the exposure region's pixels at black or below, 0…1.
    public var dark: Double
    /// The luma of the whole image on a coarse grid; nil unless requested.
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

    /// True when every measurement is a number within its range. Input from outside is not trusted.
    var isUsable: Bool {
        sharpness.isFinite && sharpness >= 0 && mean >= 0 && mean <= 1 && bright >= 0 && bright <= 1 && dark >= 0
            && dark <= 1
    }
}
