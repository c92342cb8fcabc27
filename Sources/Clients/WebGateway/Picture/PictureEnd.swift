import JSONLines

/// The reason why the picture has ended, for pages that show it.
public enum PictureEnd: String, Equatable, Sendable, CaseIterable {
    /// The program that holds the camera has ended, or its stream has.
    case holderGone
    /// It gives no frames.
    case noFrames
    /// What it sends is no picture.
    case noPicture

    /// A whole sentence.
    public var sentence: String {
        switch self {
        case .holderGone: "The picture has ended: the program that holds the camera has ended, or its stream has."
        case .noFrames: "The picture has ended: the program that holds the camera gives no frames."
        case .noPicture: "What answers at the picture socket gives no picture."
        }
    }

    /// The line of the event `picture` that tells pages.
    /// - Parameter time: in nanoseconds of CLOCK_MONOTONIC.
    public func line(at time: Int64) -> [UInt8] {
        var line = JSONLine()
        line.open("{")
        line.key("event")
        line.word("picture")
        line.key("time")
        line.integer(time)
        line.text("reason", rawValue)
        line.text("message", sentence)
        line.close("}")
        return line.bytes
    }
}
