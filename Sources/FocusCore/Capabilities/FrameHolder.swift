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

enum FrameSupply: Equatable, Sendable, Snapshotable {
    /// The camera's stream can be opened and read.
    case ownStream
    /// Nothing can be read: the camera's frames are in no known format.
    case nowhere
    /// Another program holds the stream and measures the frames.
    case holder
    /// Another program holds the stream, and does not measure.
    case reserved

    init(_ holder: FrameHolder?, isReadable: Bool) {
        switch holder?.givesFrames {
        case true?: self = .holder
        case false?: self = .reserved
        case nil: self = isReadable ? .ownStream : .nowhere
        }
    }

    var givesFrames: Bool {
        switch self {
        case .ownStream, .holder: true
        case .nowhere, .reserved: false
        }
    }
}
