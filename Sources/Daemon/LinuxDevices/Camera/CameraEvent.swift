import FocusCore

/// An event from a camera's worker.
public enum CameraEvent: Equatable, Sendable {
    /// A call was answered.
    case answered(ControlCall, ControlResult)
    /// A request for frames was answered, a frame was measured, or the stream has ended by itself.
    case frames(FrameNews)
    /// Another program has changed a control of focus or exposure.
    case controlsChanged
    /// Another program has set the zoom to this value.
    case zoomChanged(Int64)
    /// The camera's privacy shutter was closed or opened.
    case shutterChanged(isClosed: Bool)
    /// The camera was unplugged. Nothing follows but answers.
    case left
}
