/// Another program that holds the camera's stream: it shows the picture, and can measure the frames for the engine.
public struct FrameHolder: Equatable, Sendable, Snapshotable {
    /// True when it measures frames; false when it has only reserved the stream, which then gives no frames to anybody.
    public var givesFrames: Bool
    /// True when it sends the taps. Contacts of the touchscreen are then no taps, and still count as somebody being there.
    public var sendsTaps: Bool

    public init(givesFrames: Bool, sendsTaps: Bool = false) {
        self.givesFrames = givesFrames
        self.sendsTaps = sendsTaps
    }
}
