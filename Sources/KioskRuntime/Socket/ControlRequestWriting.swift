import FocusCore
import Foundation

/// Writes requests, for clients.
extension ControlRequest {
    private struct Line: Encodable {
        var request: String
        var x: Double?
        var y: Double?
        var `in`: String?
        var ev: Double?
        var id: UInt64?
        var camera: String?
        var taps: Bool?
        var width: Int?
        var height: Int?
        var interval: Int64?
        var stamp: String?
        var delay: Int64?
        var crop: [Double]?
        var measure: Int?
        var sequence: UInt32?
        var captured: Int64?
        var sharpness: [Double]?
        var mean: Double?
        var bright: Double?
        var dark: Double?
        var grid: [UInt8]?

        init(_ request: String) { self.request = request }
    }

    /// The request as a line with its line feed.
    public var line: Data {
        // A Double that is not a number cannot be encoded; the line is then an empty object, which the server refuses.
        return ((try? JSONEncoder().encode(record)) ?? Data("{}".utf8)) + Data("\n".utf8)
    }

    private var record: Line {
        switch self {
        case .tap(let x, let y, let space, let id):
            var line = Line("tap")
            (line.x, line.y, line.id) = (x, y, id?.number)
            if space != .view { line.in = space.rawValue }
            return line
        case .compensate(let ev):
            var line = Line("compensate")
            line.ev = ev
            return line
        case .showView: return Line("show-view")
        case .status: return Line("status")
        case .watch: return Line("watch")
        case .holdFrames(let wish): return Self.record(wish)
        case .frame(let frame): return Self.record(frame)
        case .framesEnded: return Line("frames-ended")
        }
    }

    private static func record(_ wish: HoldWish) -> Line {
        var line = Line("hold-frames")
        line.camera = wish.camera
        if wish.sendsTaps { line.taps = true }
        guard let stream = wish.stream else { return line }
        (line.width, line.height, line.interval) = (stream.width, stream.height, stream.interval.nanoseconds / 1000)
        switch stream.stamp {
        case .startOfExposure: line.stamp = "start"
        case .endOfExposure: line.stamp = "end"
        case .received(let delay): (line.stamp, line.delay) = ("received", delay.nanoseconds / 1000)
        }
        line.crop = [stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height]
        line.measure = 1
        return line
    }

    private static func record(_ frame: HeldFrame) -> Line {
        var line = Line("frame")
        (line.id, line.sequence, line.captured) = (UInt64(frame.request), frame.sequence, frame.time.nanoseconds / 1000)
        (line.sharpness, line.mean, line.bright, line.dark) = (frame.sharpness, frame.mean, frame.bright, frame.dark)
        line.grid = frame.grid
        return line
    }
}
