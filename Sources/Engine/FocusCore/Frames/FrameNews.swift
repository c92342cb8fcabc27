/// The engine hears of requested frames by these messages, from the camera's thread or from the program that holds the stream.
public enum FrameNews: Equatable, Sendable {
    /// Frames come as they were requested.
    case began(FramesBegan)
    /// The frames of this request are unavailable. EBUSY: another program streams.
    case unavailable(request: UInt32, errno: Int32)
    /// The frames of this request were released.
    case ended(request: UInt32)
    /// The stream of this request was lost, for the reason in `errno`; ETIMEDOUT: no frame has come for too long.
    case lost(request: UInt32, errno: Int32)
    /// A frame was measured.
    case measured(FrameStatistics)
}

/// The answer to a request for frames: the frames that come from now on.
public struct FramesBegan: Equatable, Sendable, Snapshotable {
    /// The id of the request.
    public var request: UInt32
    /// The width of a frame in pixels; 0 where it is unknown.
    public var width: Int64
    /// The height of a frame in pixels; 0 where it is unknown.
    public var height: Int64
    /// The time between two frames; zero where it is unknown.
    public var interval: TimeSpan
    /// The version of the measure of its frames (`LumaMeasurement.version`). It is 1 where nothing was said.
    public var measure: Int64

    public init(request: UInt32, width: Int64 = 0, height: Int64 = 0, interval: TimeSpan = .zero, measure: Int64 = 1) {
        self.request = request
        self.width = width
        self.height = height
        self.interval = interval
        self.measure = measure
    }

    /// True when size, rate and measure are the same; another format means another stream.
    func hasFormat(of other: FramesBegan) -> Bool {
        width == other.width && height == other.height && interval == other.interval && measure == other.measure
    }
}
