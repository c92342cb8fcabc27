import FocusCore
import TraceLines

/// The stream of another program, as that program declares it.
public struct HeldStream: Equatable, Sendable {
    /// The meaning of a frame's time.
    public enum Stamp: Equatable, Sendable {
        /// The start of its exposure.
        case startOfExposure
        /// The end of its exposure, as most drivers give it.
        case endOfExposure
        /// When the program got it; the frame may be up to `delay` older.
        case received(delay: TimeSpan)
    }

    /// Of a frame, in pixels, 1…65,536.
    public var width: Int
    /// Of a frame, in pixels, 1…65,536.
    public var height: Int
    /// The time between two frames, up to 10 s; zero: unknown.
    public var interval: TimeSpan
    public var stamp: Stamp
    /// The part of the camera's picture that the frames show, in shares of it.
    public var crop = NormalizedRectangle.whole
    /// The version of the measure that the program computes, one of `LumaMeasurement.knownVersions`.
    public var measure = LumaMeasurement.version

    static let sizes = 1...65_536
    static let longestInterval = TimeSpan.milliseconds(10_000)

    /// The longest exposure of a stream that does not tell its interval: that of 10 frames a second.
    private static let assumedExposure = TimeSpan.milliseconds(100)

    /// The longest exposure of these frames.
    package var exposure: TimeSpan { interval > .zero ? interval : Self.assumedExposure }

    /// The least time that a frame must have for its exposure to have begun at `start` or later: the other way round.
    package func time(ofExposureFrom start: Instant) -> Instant {
        switch stamp {
        case .startOfExposure: start
        case .endOfExposure: start.advanced(by: exposure)
        case .received(let delay): start.advanced(by: exposure).advanced(by: delay)
        }
    }

    /// The time of capture, and the earliest time at which the exposure can have begun.
    package func times(of stamped: Instant) -> (captured: Instant, start: Instant) {
        switch stamp {
        case .startOfExposure: return (stamped, stamped)
        case .endOfExposure: return (stamped, stamped.earlier(by: exposure))
        case .received(let delay):
            // The earliest time is safe: a frame that is taken for a newer one would count for the wrong lens position.
            let captured = stamped.earlier(by: delay)
            return (captured, captured.earlier(by: exposure))
        }
    }

    /// A region of the camera's picture in shares of these frames, cut off at their edges; nil if they do not show it.
    package func region(_ region: NormalizedRectangle) -> NormalizedRectangle? {
        let left = max((region.x - crop.x) / crop.width, 0)
        let top = max((region.y - crop.y) / crop.height, 0)
        let right = min((region.x + region.width - crop.x) / crop.width, 1)
        let bottom = min((region.y + region.height - crop.y) / crop.height, 1)
        guard right > left, bottom > top else { return nil }
        return NormalizedRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A program's wish to hold a camera's stream.
public struct HoldWish: Equatable, Sendable {
    /// The camera as the program names it: its path, its name, or its USB vendor and product, vvvv:pppp.
    public var camera: String
    /// The stream that the program measures; nil: it only reserves the camera.
    public var stream: HeldStream?
    /// True if the program sends the taps: contacts of the touchscreen are then not treated as taps.
    public var sendsTaps: Bool
    /// True if the program takes photos, and writes their files.
    public var takesPhotos: Bool
    /// True if they may have the seconds before and after them.
    public var takesLivePhotos: Bool
    /// True if the program records movies.
    public var recordsMovies: Bool

    public init(
        camera: String, stream: HeldStream? = nil, sendsTaps: Bool = false, takesPhotos: Bool = false,
        takesLivePhotos: Bool = false, recordsMovies: Bool = false
    ) {
        self.camera = camera
        self.stream = stream
        self.sendsTaps = sendsTaps
        self.takesPhotos = takesPhotos
        self.takesLivePhotos = takesLivePhotos
        self.recordsMovies = recordsMovies
    }
}

/// One frame that another program has measured, as it says it.
public struct HeldFrame: Equatable, Sendable {
    /// The id of the `measure` event that asked for it.
    public var request: UInt32
    /// The frame's number; a gap means that frames were lost.
    public var sequence: UInt32
    /// The frame's time on CLOCK_MONOTONIC; `HeldStream.Stamp` is its meaning.
    public var time: Instant
    /// The numbers of the sharpness; versions 1 and 2 of the measure have one.
    public var sharpness: [Double]
    public var mean: Double
    public var bright: Double
    public var dark: Double
    /// The luma of the whole picture, cell by cell; nil unless asked for.
    public var grid: [UInt8]?
}

extension HeldFrame {
    static var blank: HeldFrame {
        HeldFrame(
            request: 0, sequence: 0, time: Instant(nanoseconds: 0), sharpness: [], mean: 0, bright: 0, dark: 0)
    }

    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect(
            "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.")
        fields.required("id", &request)
        fields.field("sequence", &sequence)
        var captured = time.nanoseconds / 1000
        fields.required("captured", &captured)
        let (nanoseconds, overflow) = captured.multipliedReportingOverflow(by: 1000)
        time = Instant(nanoseconds: overflow ? .max : nanoseconds)
        fields.required("sharpness", &sharpness)
        fields.required("mean", &mean)
        fields.required("bright", &bright)
        fields.required("dark", &dark)
        fields.field("grid", &grid)
    }
}
