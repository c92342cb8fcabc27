struct LiveStream: Equatable, Sendable, Snapshotable {
    /// The request for the measurements in its frames.
    let request: FrameRequest
    /// The id of that request. Frames with another id were measured for an earlier request.
    let id: UInt32
    /// The frames' size, rate and measure. Another format means another stream.
    private let format: Format
    /// The time at which frames began. A later request or format does not change it.
    private let began: Instant
    private(set) var hasFrame: Bool

    private struct Format: Equatable, Sendable, Snapshotable {
        /// In pixels.
        var width: Int64
        var height: Int64
        var interval: TimeSpan
        /// The version of the measure. Only another program measures in another version.
        var measure: Int64
    }

    /// After this long a stream counts as healthy: one that starts but soon stops, which fails twice a minute, must not.
    private static let healthyAge = TimeSpan.milliseconds(60_000)

    /// - Parameter earlier: the stream that ran until now; nil: none.
    init(_ request: FrameRequest, _ answer: FramesBegan, at time: Instant, after earlier: LiveStream?) {
        self.request = request
        id = answer.request
        format = Format(width: answer.width, height: answer.height, interval: answer.interval, measure: answer.measure)
        began = earlier?.began ?? time
        hasFrame = earlier?.format == format && earlier?.hasFrame == true
    }

    /// The answer with which its frames have begun.
    var begun: FramesBegan {
        FramesBegan(
            request: id, width: format.width, height: format.height, interval: format.interval, measure: format.measure)
    }

    func hasFormat(of other: LiveStream) -> Bool { format == other.format }

    var withFrame: LiveStream {
        var stream = self
        stream.hasFrame = true
        return stream
    }

    func isHealthy(at time: Instant) -> Bool { time.since(began) >= Self.healthyAge }
}
