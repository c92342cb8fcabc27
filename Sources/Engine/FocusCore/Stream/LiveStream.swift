struct LiveStream: Equatable, Sendable, Snapshotable {
    /// The request for the measurements in its frames.
    let request: FrameRequest
    /// The answer with which its frames have begun. Frames with another id were measured for an earlier request.
    let begun: FramesBegan
    /// The time at which frames began. A later request or format does not change it.
    private let began: Instant
    private(set) var hasFrame: Bool

    var id: UInt32 { begun.request }

    /// After this long a stream counts as healthy: one that starts but soon stops, which fails twice a minute, must not.
    private static let healthyAge = TimeSpan.milliseconds(60_000)

    /// - Parameter earlier: the stream that ran until now; nil: none.
    init(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant, after earlier: LiveStream?) {
        self.request = request
        begun = answer
        began = earlier?.began ?? time
        hasFrame = earlier.map { $0.hasFrame && $0.begun.hasFormat(of: answer) } ?? false
    }

    var withFrame: LiveStream {
        var stream = self
        stream.hasFrame = true
        return stream
    }

    func isHealthy(at time: Instant) -> Bool { time.since(began) >= Self.healthyAge }
}
