import FocusCore
import LinuxDevices

/// The frames that another program measures: its declared stream, and the measurement that is requested from it.
///
/// It checks each frame, marks it with the lens position and exposure that were set when its exposure began,
/// and passes it on. A frame that cannot be true is refused with the reason.
struct HeldFrames {
    enum Verdict: Equatable {
        case measured(FrameStatistics)
        /// It is not needed: measured for an earlier request, or too early.
        case passedOver
        /// It cannot be true, for this reason.
        case unbelievable(String)
    }

    let stream: HeldStream
    private var request: (id: UInt32, request: FrameRequest)?
    /// The time of the last frame that was passed on, and of its arrival.
    private var last: Instant?
    private var lastArrival: Instant?
    /// The time of the last new, believable frame, or of the request; nil: no frames are wanted.
    private var lastSign: Instant?
    /// The time of the frame before, of any request; nil: this is the first frame.
    private var former: Instant?
    /// True once a frame of this stream was believable.
    private var hasBegun = false

    /// The stream counts as lost without a new frame that can be believed for as long as the camera's own.
    private static let settings = FrameSettings()
    /// A frame's time may be this far ahead of ours; some drivers tell the end of an exposure that is not over yet.
    private static let longestLead = TimeSpan.milliseconds(1000)
    /// A frame that is older than this is of no use to anybody.
    private static let longestAge = TimeSpan.milliseconds(5000)
    /// However short a stream's interval is said to be, frames closer than this are passed over.
    private static let shortestInterval = TimeSpan.milliseconds(1)

    /// The length of a frame's list of sharpness, in all known versions of the measure.
    private static let sharpnessCount = 1

    init(_ stream: HeldStream) { self.stream = stream }

    var id: UInt32? { request?.id }

    /// The time at which the stream counts as lost, if no frame comes before; nil while no frames are wanted.
    var deadline: Instant? {
        guard let lastSign, let request = request?.request else { return nil }
        let silence = Self.settings.silence(at: max(stream.interval, request.interval))
        let time = hasBegun ? silence : max(silence, request.firstFrameTime ?? Self.settings.firstFrame)
        return lastSign.advanced(by: time)
    }

    /// Asks for a measurement.
    /// - Returns: the line for the program; nil if its frames do not show the region.
    mutating func ask(_ request: FrameRequest, id: UInt32, at now: Instant = MonotonicClock.now()) -> [UInt8]? {
        self.request = nil
        guard let focus = stream.region(request.focus), let exposure = stream.region(request.exposure) else {
            return nil
        }
        self.request = (id, request)
        last = nil
        lastSign = now
        return HolderLines.measure(id: id, focus: focus, exposure: exposure, request)
    }

    mutating func rest() -> [UInt8] {
        request = nil
        return HolderLines.rest
    }

    mutating func judge(_ frame: HeldFrame, at now: Instant, _ writes: WriteRecord?) -> Verdict {
        guard let (id, request) = request, frame.request == id else { return .passedOver }
        if let reason = reasonAgainst(frame, at: now, for: request) { return .unbelievable(reason) }
        noteSign(of: frame, at: now)
        let (captured, start) = stream.times(of: min(frame.time, now))
        guard isDue(captured, request) else { return .passedOver }
        (last, lastArrival) = (captured, now)
        let values = writes?.values(at: start)
        return .measured(
            FrameStatistics(
                request: id, sequence: frame.sequence, captured: captured, lens: values?.lens,
                exposure: values?.exposure,
                gain: values?.gain, sharpness: frame.sharpness.first ?? 0, mean: frame.mean, bright: frame.bright,
                dark: frame.dark, grid: request.includesGrid ? frame.grid.map(LumaGrid.init(luma:)) : nil))
    }

    /// A frame shows that the stream goes on. One whose time stands still does not: the same picture may be sent again and again. The
    /// frame before counts, and not the newest one: after a clock was set back, frames go on, to the engine as well, but no faster.
    private mutating func noteSign(of frame: HeldFrame, at now: Instant) {
        defer { former = frame.time }
        if let former, frame.time < former, lastArrival.map({ now.since($0) >= leastInterval }) ?? true { last = nil }
        if let former, frame.time <= former { return }
        lastSign = now
        hasBegun = true
    }

    private func reasonAgainst(_ frame: HeldFrame, at now: Instant, for request: FrameRequest) -> String? {
        guard frame.sharpness.count == Self.sharpnessCount else {
            return "measure \(stream.measure) has \(Self.sharpnessCount) number for sharpness, and the frame has "
                + "\(frame.sharpness.count)"
        }
        if frame.time.since(now) > Self.longestLead { return "its time is in the future of CLOCK_MONOTONIC" }
        if now.since(frame.time) > Self.longestAge {
            return "its time is more than \(Self.longestAge.nanoseconds / 1_000_000_000) s past on CLOCK_MONOTONIC"
        }
        if request.includesGrid, frame.grid?.count != LumaGrid.cellCount {
            return "a grid of \(LumaGrid.cellCount) cells was asked for"
        }
        return nil
    }

    /// Two frames of a stream are never closer than half an interval: a flood does not reach the engine.
    private var leastInterval: TimeSpan {
        TimeSpan(nanoseconds: max(stream.interval.nanoseconds / 2, Self.shortestInterval.nanoseconds))
    }

    /// Frames arrive with jitter: one counts as due up to a quarter of the frame interval early.
    private func isDue(_ captured: Instant, _ request: FrameRequest) -> Bool {
        guard let last else { return true }
        let wanted = TimeSpan(nanoseconds: max(request.interval.nanoseconds - stream.interval.nanoseconds / 4, 0))
        return captured.since(last) >= max(wanted, leastInterval)
    }
}

extension LumaGrid {
    /// - Parameter luma: of `cellCount` cells.
    fileprivate init(luma: [UInt8]) {
        self.init()
        for index in cells.indices where index < luma.count { cells[index] = luma[index] }
    }
}
