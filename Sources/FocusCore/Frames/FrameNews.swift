/// What comes of a request for frames, from the camera's thread, or from a program that holds the stream, to the engine.
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
