/// The camera's stream as the engine knows it: off, or running and measured in some way.
struct StreamLife: Equatable, Sendable {
    /// A stream that runs.
    struct Running: Equatable, Sendable {
        /// What is measured in its frames.
        fileprivate(set) var request: FrameRequest
        /// The call that asked for that: frames with another number were measured for an earlier request.
        fileprivate(set) var call: UInt32
        /// The size of the frames and their interval, as the camera has answered. Another answer means other frames.
        fileprivate var answer: InlineList<4, ControlValue?>
        /// When it began. A change of what is measured does not begin it anew.
        fileprivate let began: Instant
        /// Whether a frame has come since these frames began.
        fileprivate(set) var hasFrame: Bool
    }

    /// Nil: there is no stream.
    private(set) var running: Running?
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
    func isCurrent(_ frame: FrameStatistics) -> Bool { running.map { $0.call == frame.request } ?? false }

    /// Whether the stream has run for so long that its end is news.
    func isHealthy(at time: Instant) -> Bool {
        running.map { time.since($0.began) >= Self.healthyAge } ?? false
    }

    /// The camera has answered that it streams.
    /// - Returns: whether these frames are others than before, or the first.
    mutating func begin(_ request: FrameRequest, _ result: ControlResult, at time: Instant) -> Bool {
        interval = TimeSpan(nanoseconds: max((result.values[2] ?? nil)?.integer ?? 0, 0))
        let isSame = running?.answer == result.values
        running = Running(
            request: request, call: result.call, answer: result.values, began: running?.began ?? time,
            hasFrame: isSame && hasFrame)
        return !isSame
    }

    mutating func frameArrived() { running?.hasFrame = true }

    mutating func end() { running = nil }
}
