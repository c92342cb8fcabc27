import FocusCore

/// What streaming goes by.
struct FrameSettings: Equatable, Sendable {
    /// A region has to be that wide, in pixels, to tell sharp from blurred: one sixth of 640, with 64 or more left where it
    /// is cut off at the image's edge.
    var regionWidth = 64.0
    /// And that high: 64 pixels at 16:9.
    var regionHeight = 36.0
    /// By how much an image's shape (width by height) may differ from what others have chosen, as a share. 1280 × 720 and
    /// 424 × 240 are meant to be the same.
    var shapeTolerance = 0.02
    /// Frames a second below which a search takes too long: less is taken only where there is no choice.
    var leastRate = 15.0
    /// Frames a second above which nothing is gained: more would leave less time for exposure than whoever shows the
    /// picture will have (30 a second, mostly). 30000/1001 and the like are meant to be below.
    var mostRate = 30.5
    /// What is taken for the rate of a camera that does not tell one: frames a second.
    var assumedRate = 30.0
    /// How many buffers are asked for: one that the camera fills, one that is being measured, and two for a thread that comes
    /// late.
    var buffers: UInt32 = 4
    /// More frames than these that wait at once are skipped, the oldest first.
    var mostWaiting = 2
    /// How long the first frame may take where the request does not say; cameras that have to wake up need a second or two.
    var firstFrame = TimeSpan.milliseconds(4000)
    /// How long any further frame may take, at least.
    var silence = TimeSpan.milliseconds(2000)
    /// The same in frames, for slow ones.
    var silentFrames: Int64 = 4
    /// A driver's time that is further from the present than this is not believed.
    var mostClockError = TimeSpan.milliseconds(5000)
    /// The pixel formats that may be used; nil: all. For tests, where a driver offers more than one.
    var formats: Set<PixelFormat>?
}
