/// What shall be measured in the camera's frames, for as long as they are needed.
public struct FrameRequest: Equatable, Sendable {
    /// Where sharpness is measured, in shares of the image.
    public var focus: NormalizedRectangle
    /// Where brightness is measured, in shares of the image.
    public var exposure: NormalizedRectangle
    /// Whether the brightness of the whole image is measured, on a coarse grid.
    public var includesGrid: Bool
    /// The shortest time between frames that are measured; those between are given back unread. Zero: every frame.
    public var interval: TimeSpan
    /// How long the first frame of the stream may take; nil: as long as of any camera.
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
