/// The camera's stream: off, or running with a request for measurements. The chart's other states are kept elsewhere: asked,
/// changing and ending are the demand under way in `CallLine`; unavailable is the timer `framesRetry`, if it is armed.
struct StreamLife: Equatable, Sendable, Snapshotable {
    /// A running stream.
    struct Running: Equatable, Sendable, Snapshotable {
        /// The request for the measurements in its frames.
        fileprivate(set) var request: FrameRequest
        /// The id of that request. Frames with another id were measured for an earlier request.
        fileprivate(set) var id: UInt32
        /// The frames' size, rate and measure. Another format means another stream.
        fileprivate var format: Format
        /// The time at which frames began. A later request or format does not change it.
        fileprivate let began: Instant
        /// True when a frame has come from this stream.
        fileprivate(set) var hasFrame: Bool
    }

    fileprivate struct Format: Equatable, Sendable, Snapshotable {
        /// In pixels.
        var width: Int64
        var height: Int64
        /// The time between two frames.
        var interval: TimeSpan
        /// The version of the measure. Only another program measures in another version.
        var measure: Int64
    }

    /// The running stream; nil: none.
    private(set) var running: Running?
    /// The id of the latest request, answered or not; 0: there was none.
    private(set) var latestRequest: UInt32 = 0
    /// The time between two frames of the latest stream, which may have ended; zero: unknown.
    private(set) var interval = TimeSpan.zero
    /// The version of the measure of the latest stream, which may have ended; nil: there was none.
    private(set) var measure: Int64?

    /// After this long a stream counts as healthy. A camera whose streams start but soon stop fails twice a minute for
    /// as long as it is connected; such streams must not count as healthy.
    private static let healthyAge = TimeSpan.milliseconds(60_000)

    /// The present request; nil: there is no stream.
    var request: FrameRequest? { running?.request }

    /// The answer with which the present request's frames have begun; nil: there is no stream.
    var begun: FramesBegan? {
        running.map {
            FramesBegan(
                request: $0.id, width: $0.format.width, height: $0.format.height, interval: $0.format.interval,
                measure: $0.format.measure)
        }
    }

    /// True when a frame has come from this stream.
    var hasFrame: Bool { running?.hasFrame ?? false }

    /// True when a frame was measured for the present request.
    func isCurrent(_ frame: FrameStatistics) -> Bool { running.map { $0.id == frame.request } ?? false }

    /// True when the stream has run for `healthyAge`. Then its end is reported again.
    func isHealthy(at time: Instant) -> Bool {
        running.map { time.since($0.began) >= Self.healthyAge } ?? false
    }

    /// The frames of a request have begun.
    /// - Returns: true when this is a new stream, or one with another format.
    mutating func begin(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant) -> Bool {
        interval = max(answer.interval, .zero)
        measure = answer.measure
        let format = Format(
            width: answer.width, height: answer.height, interval: answer.interval, measure: answer.measure)
        let isSame = running?.format == format
        running = Running(
            request: request, id: answer.request, format: format, began: running?.began ?? time,
            hasFrame: isSame && hasFrame)
        return !isSame
    }

    mutating func requested(_ id: UInt32) { latestRequest = id }

    mutating func frameArrived() { running?.hasFrame = true }

    mutating func end() { running = nil }
}
