/// The camera's stream as the engine knows it: off, or running and measured in some way.
struct StreamLife: Equatable, Sendable {
    /// A stream that runs.
    struct Running: Equatable, Sendable {
        /// What is measured in its frames.
        fileprivate(set) var request: FrameRequest
        /// The id of that request: frames with another id were measured for an earlier one.
        fileprivate(set) var id: UInt32
        /// The width and height of the frames in pixels, and the time between two. A change of them means another stream.
        fileprivate var format: Format
        /// When it began. A change of what is measured does not begin it anew.
        fileprivate let began: Instant
        /// Whether a frame has come since these frames began.
        fileprivate(set) var hasFrame: Bool
    }

    fileprivate struct Format: Equatable, Sendable {
        var width: Int64
        var height: Int64
        var interval: TimeSpan
    }

    /// Nil: there is no stream.
    private(set) var running: Running?
    /// The id of the latest request, whatever became of it; 0: there was none.
    private(set) var latestRequest: UInt32 = 0
    /// The time between two frames of the latest stream; zero where nobody knows. It stays known when the stream has ended.
    private(set) var interval = TimeSpan.zero

    /// After this long a stream counts as healthy: a camera that begins to stream and does not go on fails twice a minute, for
    /// as long as it is there.
    private static let healthyAge = TimeSpan.milliseconds(60_000)

    /// What is measured now; nil: there is no stream.
    var request: FrameRequest? { running?.request }

    /// Whether a frame has come since these frames began.
    var hasFrame: Bool { running?.hasFrame ?? false }

    /// Whether a frame was measured for the latest request.
    func isCurrent(_ frame: FrameStatistics) -> Bool { running.map { $0.id == frame.request } ?? false }

    /// Whether the stream has run for so long that its end is news.
    func isHealthy(at time: Instant) -> Bool {
        running.map { time.since($0.began) >= Self.healthyAge } ?? false
    }

    /// Frames come as they were requested.
    /// - Returns: whether they are the first, or of another stream than before.
    mutating func begin(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant) -> Bool {
        interval = max(answer.interval, .zero)
        let format = Format(width: answer.width, height: answer.height, interval: answer.interval)
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
