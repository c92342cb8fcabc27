/// The measurements that are wanted from the camera's frames, until the next request or the end.
public struct FrameRequest: Equatable, Sendable, Snapshotable {
    /// The region in which sharpness is measured, in shares of the image.
    public var focus: NormalizedRectangle
    /// The region in which brightness is measured, in shares of the image.
    public var exposure: NormalizedRectangle
    /// True when the brightness of the whole image is measured as well, on a coarse grid.
    public var includesGrid: Bool
    /// The shortest time between measured frames; frames in between are returned unread. Zero: every frame is measured.
    public var interval: TimeSpan
    /// The time within which the stream's first frame must arrive; nil: the time that applies to any camera.
    public var firstFrameTime: TimeSpan?

    public init(
        focus: NormalizedRectangle, exposure: NormalizedRectangle, includesGrid: Bool = false,
        interval: TimeSpan = .zero, firstFrameTime: TimeSpan? = nil
    ) {
        self.focus = focus
        self.exposure = exposure
        self.includesGrid = includesGrid
        self.interval = interval
        self.firstFrameTime = firstFrameTime
    }
}
