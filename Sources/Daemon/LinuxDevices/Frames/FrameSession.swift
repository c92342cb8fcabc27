import FocusCore
import Glibc

struct FrameSession {
    let stream: FrameStream
    /// The size of the picture before the stream, which others will see again afterwards.
    let imageSize: (width: Int32, height: Int32)
    private(set) var request: UInt32
    private var measurement: FrameRequest
    private let settings: FrameSettings
    /// The capture time of the last frame measured for this request.
    private var lastMeasured: Instant?
    /// The arrival of the last readable frame; the start of the stream before the first one.
    private var lastReadable: Instant
    private var hasBegun = false
    /// True if unreadable frames have arrived since then.
    private var hasUnreadable = false

    init(
        _ stream: FrameStream, imageSize: (width: Int32, height: Int32), _ measurement: FrameRequest,
        id: UInt32, _ settings: FrameSettings, now: Instant
    ) {
        (self.stream, self.imageSize, self.measurement) = (stream, imageSize, measurement)
        request = id
        self.settings = settings
        lastReadable = now
    }

    mutating func measure(_ measurement: FrameRequest, id: UInt32) {
        self.measurement = measurement
        request = id
        lastMeasured = nil
    }

    /// The time at which the stream counts as dead if no frame has come.
    var deadline: Instant {
        guard hasBegun else { return lastReadable.advanced(by: measurement.firstFrameTime ?? settings.firstFrame) }
        return lastReadable.advanced(by: settings.silence(at: stream.interval))
    }

    /// Measures the frames that have arrived.
    /// - Parameter hasFailed: true if the kernel reports an error of the stream's descriptor.
    /// - Throws: `SystemError` if the stream has ended. The frames measured before that are in `measured`.
    mutating func receive(
        now: Instant, hasFailed: Bool, _ writes: WriteRecord, into measured: inout [FrameStatistics]
    ) throws(SystemError) {
        if stream.hasChanged() { throw SystemError(EPIPE) }
        var frames: [FrameStream.Frame] = []
        while frames.count < 32, let frame = try stream.dequeue() { frames.append(frame) }
        // All waiting frames are fetched first: the newest ones are the most useful, so older ones are skipped.
        for (place, frame) in frames.enumerated() {
            let isLate = frames.count - place > settings.waitingLimit
            if let statistics = evaluate(frame, isLate: isLate, now, writes) { measured.append(statistics) }
            try stream.enqueue(frame)
        }
        // A stream that fails without a reason would wake the thread for ever.
        if hasFailed, frames.isEmpty { throw SystemError(EIO) }
        if now >= deadline { throw SystemError(hasUnreadable ? EIO : ETIMEDOUT) }
    }

    private mutating func evaluate(
        _ frame: FrameStream.Frame, isLate: Bool, _ now: Instant, _ writes: WriteRecord
    ) -> FrameStatistics? {
        guard frame.bytes != nil else {
            hasUnreadable = true
            return nil
        }
        // The newer frames show whether frames are readable.
        if isLate { return nil }
        let (captured, start) = times(of: frame, now)
        guard isDue(captured) else {
            // It is not decoded, and counts as readable like the one before. If frames cannot be decoded, the next due one shows it.
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
        let (lens, exposure, gain) = writes.values(at: start)
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

    /// The times of the capture and of the exposure's start. If the driver's time is implausible, the frame was captured now.
    private func times(of frame: FrameStream.Frame, _ now: Instant) -> (captured: Instant, start: Instant) {
        let error = settings.clockErrorLimit
        let isTrue = frame.time.map { $0 <= now.advanced(by: error) && now <= $0.advanced(by: error) } ?? false
        guard let time = frame.time, isTrue else { return (now, now.earlier(by: stream.interval)) }
        // Some drivers report a time shortly in the future, when the exposure will have ended.
        return (min(time, now), frame.isTimeOfStart ? time : time.earlier(by: stream.interval))
    }

    /// Frames arrive with jitter: a frame counts as due up to a quarter of the frame interval early.
    private func isDue(_ captured: Instant) -> Bool {
        guard let lastMeasured, measurement.interval > .zero else { return true }
        let tolerance = TimeSpan(nanoseconds: stream.interval.nanoseconds / 4)
        return captured.advanced(by: tolerance) >= lastMeasured.advanced(by: measurement.interval)
    }
}
