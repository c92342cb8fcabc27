import FocusCore

/// A program's wish to hold a camera's stream.
public struct HoldWish: Equatable, Sendable {
    /// The camera as the program names it: its path, its name, or its USB vendor and product, vvvv:pppp.
    public var camera: String
    /// The stream that the program measures; nil: it only reserves the camera.
    public var stream: HeldStream?
    /// True if the program sends the taps: contacts of the touchscreen are then not treated as taps.
    public var sendsTaps: Bool

    public init(camera: String, stream: HeldStream? = nil, sendsTaps: Bool = false) {
        self.camera = camera
        self.stream = stream
        self.sendsTaps = sendsTaps
    }
}
