import FocusCore
import Foundation

/// Reads the lines of the socket's clients.
extension ControlRequest {
    private struct Question: Decodable {
        var request: String
    }

    private struct Tap: Decodable {
        var x: Double
        var y: Double
    }

    private struct Space: Decodable {
        var `in`: String?
    }

    private struct Identity: Decodable {
        var id: UInt64?
    }

    private struct Compensation: Decodable {
        var ev: Double
    }

    /// - Parameter line: without its line feed.
    public init(line: Data) throws(Refusal) {
        guard let question = try? JSONDecoder().decode(Question.self, from: line) else {
            throw Refusal(
                message: "expected a JSON object with a field \"request\", for example {\"request\":\"status\"}.")
        }
        switch question.request {
        case "tap": self = try Self.tap(line)
        case "compensate":
            guard let compensation = try? JSONDecoder().decode(Compensation.self, from: line),
                Configuration.compensationRange.contains(compensation.ev)
            else {
                throw Refusal(message: "a compensation needs a number ev, -4…4.")
            }
            self = .compensate(ev: compensation.ev)
        case "show-view": self = .showView
        case "status": self = .status
        case "watch": self = .watch
        case "hold-frames": self = .holdFrames(try HoldWish(line: line))
        case "frame": self = .frame(try HeldFrame(line: line))
        case "frames-ended": self = .framesEnded
        default:
            throw Refusal(
                message:
                    "unknown request \"\(question.request)\"; known are tap, show-view, compensate, status, watch, "
                    + "hold-frames, frame and frames-ended.")
        }
    }

    private static func tap(_ line: Data) throws(Refusal) -> ControlRequest {
        guard let identity = try? JSONDecoder().decode(Identity.self, from: line), identity.id ?? 0 <= largestID else {
            throw Refusal(message: "the id of a tap is a whole number, 0…\(largestID).")
        }
        let id = identity.id.map(TapID.init)
        guard let point = try? JSONDecoder().decode(Tap.self, from: line), point.x.isFinite, point.y.isFinite else {
            throw Refusal(message: "a tap needs numbers x and y, 0…1.", tap: id)
        }
        guard let named = try? JSONDecoder().decode(Space.self, from: line),
            let space = TapSpace(rawValue: named.in ?? TapSpace.view.rawValue)
        else {
            throw Refusal(
                message: "a tap is in \"view\" coordinates, or in those of the camera's \"picture\".", tap: id)
        }
        return .tap(x: point.x, y: point.y, in: space, id: id)
    }
}

extension HoldWish {
    private struct Line: Decodable {
        var camera: String
        var taps: Bool?
        var width: Int?
        var height: Int?
        var interval: Int64?
        var stamp: String?
        var delay: Int64?
        var crop: [Double]?
        var measure: Int?
    }

    fileprivate init(line: Data) throws(ControlRequest.Refusal) {
        guard let told = try? JSONDecoder().decode(Line.self, from: line) else {
            throw ControlRequest.Refusal(
                message:
                    "hold-frames needs the camera's path, name or vvvv:pppp, and to measure its frames width, height, "
                    + "interval and delay (whole numbers), stamp (start, end or received), crop (four numbers), measure."
            )
        }
        self.init(camera: told.camera, stream: try Self.stream(told), sendsTaps: told.taps ?? false)
    }

    private static func stream(_ told: Line) throws(ControlRequest.Refusal) -> HeldStream? {
        let version = told.measure ?? 1
        guard MeasureVersion.known.contains(version) else {
            throw ControlRequest.Refusal(
                message:
                    "measure \(version) is not known here, only measure 1: use a libtapfocus of this tapfocus's version."
            )
        }
        let hasStream = told.width != nil || told.height != nil || told.interval != nil || told.stamp != nil
        guard hasStream || told.delay != nil || told.crop != nil else { return nil }
        guard let width = told.width, let height = told.height, HeldStream.sizes.contains(width),
            HeldStream.sizes.contains(height)
        else {
            throw ControlRequest.Refusal(
                message: "width and height of the frames are whole numbers, 1…65536, in pixels.")
        }
        return HeldStream(
            width: width, height: height, interval: try span(told.interval ?? 0, "interval"), stamp: try stamp(told),
            crop: try crop(told.crop))
    }

    private static func span(_ microseconds: Int64, _ name: String) throws(ControlRequest.Refusal) -> TimeSpan {
        let most = HeldStream.longestInterval.nanoseconds / 1000
        guard (0...most).contains(microseconds) else {
            throw ControlRequest.Refusal(message: "\(name) is a time in microseconds, 0…\(most).")
        }
        return TimeSpan(nanoseconds: microseconds * 1000)
    }

    private static func stamp(_ told: Line) throws(ControlRequest.Refusal) -> HeldStream.Stamp {
        switch told.stamp {
        case "start": return .startOfExposure
        case "end": return .endOfExposure
        case "received":
            guard let delay = told.delay else {
                throw ControlRequest.Refusal(
                    message: "stamp \"received\" needs delay: how old a frame may be when you get it, in microseconds.")
            }
            return .received(delay: try span(delay, "delay"))
        default:
            throw ControlRequest.Refusal(
                message:
                    "stamp tells what the time of a frame is: \"start\" or \"end\" of its exposure, or \"received\".")
        }
    }

    private static func crop(_ told: [Double]?) throws(ControlRequest.Refusal) -> NormalizedRectangle {
        guard let told else { return NormalizedRectangle(x: 0, y: 0, width: 1, height: 1) }
        guard told.count == 4 else { throw badCrop }
        let crop = NormalizedRectangle(x: told[0], y: told[1], width: told[2], height: told[3])
        guard crop.hasArea else { throw badCrop }
        return crop
    }

    private static let badCrop = ControlRequest.Refusal(
        message: "crop is [x, y, width, height], the part of the camera's picture that the frames show, within 0…1.")
}

extension HeldFrame {
    private struct Line: Decodable {
        var id: UInt32
        var sequence: UInt32?
        var captured: Int64
        var sharpness: [Double]
        var mean: Double
        var bright: Double
        var dark: Double
        var grid: [UInt8]?
    }

    fileprivate init(line: Data) throws(ControlRequest.Refusal) {
        guard let told = try? JSONDecoder().decode(Line.self, from: line) else {
            throw ControlRequest.Refusal(
                message:
                    "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                    + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.",
                isOfFrame: true)
        }
        let (nanoseconds, overflow) = told.captured.multipliedReportingOverflow(by: 1000)
        self.init(
            request: told.id, sequence: told.sequence ?? 0,
            time: Instant(nanoseconds: overflow ? .max : nanoseconds), sharpness: told.sharpness, mean: told.mean,
            bright: told.bright, dark: told.dark, grid: told.grid)
    }
}
