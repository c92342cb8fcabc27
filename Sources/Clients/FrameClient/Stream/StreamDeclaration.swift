import CTapFocus
import FocusCore

/// The description of a program's frames, checked.
struct StreamDeclaration: Equatable {
    /// The meaning of a frame's time, with the numbers of `tapfocus_stamp`.
    enum Stamp: UInt32 {
        case start, end, received

        var word: StaticString {
            switch self {
            case .start: "start"
            case .end: "end"
            case .received: "received"
            }
        }
    }

    /// In pixels.
    let width: Int32
    /// In pixels.
    let height: Int32
    /// From one frame to the next, µs; 0: unknown.
    let interval: Int64
    let stamp: Stamp
    /// The greatest age of a frame that is stamped when it is received, µs; else 0.
    let delay: Int64
    /// The part of the camera's picture that the frames show.
    let crop: NormalizedRectangle
    let takesTaps: Bool

    /// The longest interval and delay, µs: 10 s, as in `tapfocus run`.
    static let longestTime: Int64 = 10_000_000

    /// - Throws: bad value.
    init(_ stream: tapfocus_stream) throws(Failure) {
        guard 1...65_536 ~= stream.width, 1...65_536 ~= stream.height, 0...Self.longestTime ~= stream.interval,
            let stamp = Stamp(rawValue: UInt32(bitPattern: stream.stamp)),
            stamp == .received ? 0...Self.longestTime ~= stream.delay : stream.delay == 0
        else { throw Failure(TAPFOCUS_BAD_VALUE) }
        width = stream.width
        height = stream.height
        interval = stream.interval
        self.stamp = stamp
        delay = stream.delay
        crop = try Self.crop(stream.crop)
        takesTaps = stream.takes_taps != 0
    }

    private static func crop(_ crop: tapfocus_rectangle) throws(Failure) -> NormalizedRectangle {
        if crop.x == 0, crop.y == 0, crop.width == 0, crop.height == 0 { return .whole }
        let rectangle = NormalizedRectangle(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        guard rectangle.hasArea else { throw Failure(TAPFOCUS_BAD_VALUE) }
        return rectangle
    }
}
