/// The state of the rest of the camera that a search needs with a frame.
struct FrameCircumstances {
    var time: Instant
    /// The time between two frames of the stream; zero: unknown.
    var interval: TimeSpan
    /// The settings of exposure searches, with the compensation that is wanted.
    var exposure: ExposureSettings
    /// The longest time of an exposure search for which no tap waits.
    var longestSearch: TimeSpan
    /// The components for whose search a tap waits.
    var awaited: ComponentSet = []
    /// The components whose latest write the camera has not answered for good.
    var beingWritten: ComponentSet = []
    /// The components whose latest write is being read back.
    var beingRead: ComponentSet = []
    /// The lens position that is in effect; nil: unknown.
    var lens: Int64?
    /// The exposure time that is in effect; nil: unknown.
    var exposureTime: Int64?
    /// True when frames are needed because the camera has no automatic, and not for a tap.
    var isContinuous = false
    /// True when the engine replaces an automatic focus that the camera lacks.
    var replacesAutofocus = false

    /// The longest time for which frames count as stale, as those of another clock always would.
    private static let longestStaleness = TimeSpan.milliseconds(1000)

    /// True when a frame must not be measured: it was exposed before the latest write and has no mark, or perhaps before an ignored write
    /// was repeated. The mark is the position or exposure that the frame was taken with, according to the driver.
    @inline(__always)
    func isStale(_ frame: FrameStatistics, _ component: Component, after writes: SearchWrites) -> Bool {
        guard !writes.isRepeating else { return true }
        let mark = component == .focus ? frame.lens : frame.exposure
        if mark == nil, let answered = writes.answered, frame.captured < answered,
            time.since(answered) < Self.longestStaleness
        {
            return true
        }
        guard let moment = writes.repeated else { return false }
        // The time of a frame may be the time of its end.
        let isEarlier = frame.captured < moment.advanced(by: interval)
        return isEarlier && time.since(moment) < Self.longestStaleness
    }

    /// The frame with the marks of a driver that rounds replaced by the written values, once the write was answered.
    /// - Parameters:
    ///   - lens: the position that a search has written; nil: none, or another one is to be written.
    ///   - time: the same for the exposure time.
    @inline(__always)
    func asCommanded(_ frame: FrameStatistics, lens: Int64?, time: Int64?) -> FrameStatistics {
        var frame = frame
        if !beingWritten.contains(.focus), let lens, let told = self.lens, frame.lens == told { frame.lens = lens }
        if !beingWritten.contains(.exposure), let time, let told = exposureTime, frame.exposure == told {
            frame.exposure = time
        }
        return frame
    }
}
