import FocusCore
import Glibc

/// A stream that is under way, and what is measured in it.
struct FrameSession {
    let stream: FrameStream
    /// The size of the picture before, which is what others will see again.
    let imageSize: (width: Int32, height: Int32)
    /// The id of the request.
    private(set) var request: UInt32
    /// What is measured in its frames.
    private var measurement: FrameRequest
    private let settings: FrameSettings
    /// The time of the frame that was measured last, for this request.
    private var lastMeasured: Instant?
    /// When the last frame came that could be read; before the first one, when the stream began.
    private var lastReadable: Instant
    private var hasBegun = false
    /// Whether frames came since then that could not be read.
    private var hasUnreadable = false

    init(
        _ stream: FrameStream, imageSize: (width: Int32, height: Int32), _ measurement: FrameRequest,
        id: UInt32, _ settings: FrameSettings, now: Instant
    ) {
        self.stream = stream
        self.imageSize = imageSize
        self.measurement = measurement
        request = id
        self.settings = settings
        lastReadable = now
    }

    /// Measures something else from now on.
    mutating func measure(_ measurement: FrameRequest, id: UInt32) {
        self.measurement = measurement
        request = id
        lastMeasured = nil
    }

    /// When the stream counts as dead if no frame has come.
    var deadline: Instant {
        guard hasBegun else { return lastReadable.advanced(by: measurement.firstFrameTime ?? settings.firstFrame) }
        let (frames, overflow) = stream.interval.nanoseconds.multipliedReportingOverflow(by: settings.silentFrames)
        return lastReadable.advanced(
            by: max(settings.silence, TimeSpan(nanoseconds: overflow ? .max : frames)))
    }

    /// Measures what has come.
    ///
    /// - Parameter hasFailed: the kernel says that there is something wrong with the stream.
    /// - Throws: `SystemError` if the stream has ended. What was measured before is in `measured` then.
    mutating func receive(
        now: Instant, hasFailed: Bool, _ values: EffectiveValues, into measured: inout [FrameStatistics]
    ) throws(SystemError) {
        if stream.hasChanged() { throw SystemError(EPIPE) }
        let frames = try waiting()
        // They have waited for so long that the newest ones tell more.
        for (place, frame) in frames.enumerated() {
            let isLate = frames.count - place > settings.mostWaiting
            if let statistics = take(frame, isLate: isLate, now, values) { measured.append(statistics) }
            try stream.enqueue(frame)
        }
        // A stream that has failed and does not say why would wake us up for ever.
        if hasFailed, frames.isEmpty { throw SystemError(EIO) }
        if now >= deadline { throw SystemError(hasUnreadable ? EIO : ETIMEDOUT) }
    }

    /// All that is there, the oldest first.
    private func waiting() throws(SystemError) -> [FrameStream.Frame] {
        var frames: [FrameStream.Frame] = []
        while frames.count < 32, let frame = try stream.dequeue() { frames.append(frame) }
        return frames
    }

    private mutating func take(
        _ frame: FrameStream.Frame, isLate: Bool, _ now: Instant, _ values: EffectiveValues
    ) -> FrameStatistics? {
        guard frame.bytes != nil else {
            hasUnreadable = true
            return nil
        }
        // Whether frames can be read is seen from the newer ones.
        if isLate { return nil }
        let (captured, start) = times(of: frame, now)
        guard isDue(captured) else {
            // Not decoded, but the one that was measured last was: where one cannot be, the next one is due.
            noteReadable(now)
            return nil
        }
        guard let plane = stream.plane(of: frame) else {
            hasUnreadable = true
            return nil
        }
        noteReadable(now)
        lastMeasured = captured
        let measured = LumaMeasurement(of: plane, for: measurement)
        let (lens, exposure, gain) = values.values(at: start)
        return FrameStatistics(
            request: request, sequence: frame.sequence, captured: captured, lens: lens, exposure: exposure, gain: gain,
            sharpness: measured.sharpness, mean: measured.mean, bright: measured.bright, dark: measured.dark,
            grid: measured.grid)
    }

    private mutating func noteReadable(_ now: Instant) {
        hasBegun = true
        hasUnreadable = false
        lastReadable = now
    }

    /// When the frame was captured, and when its exposure began. A driver that tells no time that can be true gets the
    /// present, when the frame is over.
    private func times(of frame: FrameStream.Frame, _ now: Instant) -> (captured: Instant, start: Instant) {
        let error = settings.mostClockError
        let isTrue = frame.time.map { $0 <= now.advanced(by: error) && now <= $0.advanced(by: error) } ?? false
        guard let time = frame.time, isTrue else { return (now, now.advanced(by: .negative(stream.interval))) }
        // Some drivers tell when the exposure will have ended.
        return (min(time, now), frame.isTimeOfStart ? time : time.advanced(by: .negative(stream.interval)))
    }

    /// Frames do not come like clockwork: one that is a quarter of a frame early is due all the same.
    private func isDue(_ captured: Instant) -> Bool {
        guard let lastMeasured, measurement.interval > .zero else { return true }
        let tolerance = TimeSpan(nanoseconds: stream.interval.nanoseconds / 4)
        return captured.advanced(by: tolerance) >= lastMeasured.advanced(by: measurement.interval)
    }
}

extension TimeSpan {
    fileprivate static func negative(_ span: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: 0 - max(span.nanoseconds, -.max))
    }
}
