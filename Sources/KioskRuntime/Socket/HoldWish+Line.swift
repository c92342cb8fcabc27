import FocusCore
import Foundation

/// The request `hold-frames`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension HoldWish {
    private struct Line: Codable {
        var request = ControlRequest.Name.holdFrames
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

    /// - Parameter line: of the request `hold-frames`.
    init(line: Data) throws(ControlRequest.Refusal) {
        guard let told = try? JSONDecoder().decode(Line.self, from: line) else {
            throw ControlRequest.Refusal(
                message:
                    "hold-frames needs the camera's path, name or vvvv:pppp, and to measure its frames width, height, "
                    + "interval and delay (whole numbers), stamp (start, end or received), crop (four numbers), measure."
            )
        }
        self.init(camera: told.camera, stream: try Self.stream(told), sendsTaps: told.taps ?? false)
    }

    /// As a request, for JSON.
    var line: some Encodable {
        var line = Line(camera: camera, taps: sendsTaps ? true : nil)
        guard let stream else { return line }
        (line.width, line.height, line.interval) = (stream.width, stream.height, stream.interval.nanoseconds / 1000)
        switch stream.stamp {
        case .startOfExposure: line.stamp = "start"
        case .endOfExposure: line.stamp = "end"
        case .received(let delay): (line.stamp, line.delay) = ("received", delay.nanoseconds / 1000)
        }
        line.crop = [stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height]
        line.measure = stream.measure
        return line
    }

    private static func stream(_ told: Line) throws(ControlRequest.Refusal) -> HeldStream? {
        let version = told.measure ?? 1
        let known = LumaMeasurement.knownVersions
        guard known.contains(version) else {
            throw ControlRequest.Refusal(
                message:
                    "measure \(version) is not known here, only measures \(known.lowerBound) to \(known.upperBound): use a "
                    + "libtapfocus of this tapfocus's version.")
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
            crop: try crop(told.crop), measure: version)
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
        guard let told else { return .whole }
        guard told.count == 4 else { throw badCrop }
        let crop = NormalizedRectangle(x: told[0], y: told[1], width: told[2], height: told[3])
        guard crop.hasArea else { throw badCrop }
        return crop
    }

    private static let badCrop = ControlRequest.Refusal(
        message: "crop is [x, y, width, height], the part of the camera's picture that the frames show, within 0…1.")
}
