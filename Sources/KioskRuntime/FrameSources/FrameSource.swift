import FocusCore

/// Gives the session measured frames: the camera's own stream, or frames that another program measures.
///
/// One request waits for its answer at a time. Every request and every release is answered, in order, unless the camera
/// leaves first: `cameraLeft` then ends everything, and no answer is due. Frames come only between `began` and `ended` or
/// `lost`.
protocol FrameSource: AnyObject {
    /// Gets the answers and the frames, on the loop's thread. Set before the first request.
    var frameHandler: (FrameNews) -> Void { get set }

    /// Answered by `began` or `unavailable` with this id. A request while frames come changes only what is measured.
    func request(_ request: FrameRequest, id: UInt32)

    /// Answered by `ended` with this id.
    func release(_ id: UInt32)

    /// Nothing is requested any more, and nothing is answered.
    func cameraLeft()
}
