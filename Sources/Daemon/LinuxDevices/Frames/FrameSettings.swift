import FocusCore

/// The limits and preferences of streaming.
package struct FrameSettings: Equatable, Sendable {
    /// Minimum width of a region, in pixels, to tell sharp from blurred: one sixth of 640, less what the image's edge cuts off.
    var regionWidth = 64.0
    /// Minimum height of a region, in pixels: 64 at 16:9 gives 36.
    var regionHeight = 36.0
    /// Tolerance between two aspect ratios, as a share. 1280 × 720 and 424 × 240 count as the same.
    var shapeTolerance = 0.02
    /// Minimum rate, in frames a second, if there is a choice: a search takes too long with fewer.
    var minimumRate = 15.0
    /// Maximum rate, in frames a second: a higher one leaves less time for exposure than the program that shows the picture will
    /// have (30 a second, mostly). 30000/1001 and the like are below it.
    var rateLimit = 30.5
    /// The rate, in frames a second, of a camera that does not report one.
    var assumedRate = 30.0
    /// One buffer that the camera fills, one that is measured, and two in case the thread is late.
    var buffers: UInt32 = 4
    /// Limit of waiting frames; older ones are skipped.
    var waitingLimit = 2
    /// Time limit for the first frame if the request names none; cameras that have to wake up need a second or two.
    package var firstFrame = TimeSpan.milliseconds(4000)
    /// Time limit for any further frame, at least.
    var silence = TimeSpan.milliseconds(2000)
    /// The same limit in frames, for slow cameras; the longer of the two counts.
    var silentFrames: Int64 = 4
    /// A driver's time that differs from the present by more than this is ignored.
    var clockErrorLimit = TimeSpan.milliseconds(5000)
    /// The pixel formats that may be used; nil for all. For tests with drivers that offer more than one.
    var formats: Set<PixelFormat>?

    package init() {}

    /// The longest time without a frame of a stream that has begun.
    /// - Parameter interval: between two frames.
    package func silence(at interval: TimeSpan) -> TimeSpan {
        let (frames, overflow) = interval.nanoseconds.multipliedReportingOverflow(by: silentFrames)
        return max(silence, TimeSpan(nanoseconds: overflow ? .max : frames))
    }
}
