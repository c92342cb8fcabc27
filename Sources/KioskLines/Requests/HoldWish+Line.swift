import FocusCore
import TraceLines

/// The request `hold-frames`, as it is read and written. Documentation/ControlSocket.md lists its fields.
extension HoldWish {
    /// The fields, before they are checked.
    private struct Fields {
        var camera: String
        var taps: Bool?
        var width: Int?
        var height: Int?
        var interval: Int64?
        var stamp: String?
        var delay: Int64?
        var crop: [Double]?
        var measure: Int?

        init?(_ fields: RequestFields) {
            do throws(RequestFields.WrongKind) {
                guard let camera = try fields.text("camera") else { return nil }
                self.camera = camera
                taps = try fields.boolean("taps")
                width = try fields.integer("width")
                height = try fields.integer("height")
                interval = try fields.integer("interval")
                stamp = try fields.text("stamp")
                delay = try fields.integer("delay")
                crop = try fields.numbers("crop")
                measure = try fields.integer("measure")
            } catch {
                return nil
            }
        }
    }

    init(_ fields: RequestFields) throws(ControlRequest.Refusal) {
        guard let read = Fields(fields) else {
            throw ControlRequest.Refusal(
                message:
                    "hold-frames needs the camera's path, name or vvvv:pppp, and to measure its frames width, height, "
                    + "interval and delay (whole numbers), stamp (start, end or received), crop (four numbers), measure."
            )
        }
        self.init(camera: read.camera, stream: try Self.stream(read), sendsTaps: read.taps ?? false)
    }

    private static func stream(_ read: Fields) throws(ControlRequest.Refusal) -> HeldStream? {
        let version = read.measure ?? 1
        let known = LumaMeasurement.knownVersions
        guard known.contains(version) else {
            throw ControlRequest.Refusal(
                message:
                    "measure \(version) is not known here, only measures \(known.lowerBound) to \(known.upperBound): use a "
                    + "libtapfocus of this tapfocus's version.")
        }
        let hasStream = read.width != nil || read.height != nil || read.interval != nil || read.stamp != nil
        guard hasStream || read.delay != nil || read.crop != nil else { return nil }
        guard let width = read.width, let height = read.height, HeldStream.sizes.contains(width),
            HeldStream.sizes.contains(height)
        else {
            throw ControlRequest.Refusal(
                message: "width and height of the frames are whole numbers, 1…65536, in pixels.")
        }
        return HeldStream(
            width: width, height: height, interval: try span(read.interval ?? 0, "interval"), stamp: try stamp(read),
            crop: try crop(read.crop), measure: version)
    }

    private static func span(_ microseconds: Int64, _ name: String) throws(ControlRequest.Refusal) -> TimeSpan {
        let most = HeldStream.longestInterval.nanoseconds / 1000
        guard (0...most).contains(microseconds) else {
            throw ControlRequest.Refusal(message: "\(name) is a time in microseconds, 0…\(most).")
        }
        return TimeSpan(nanoseconds: microseconds * 1000)
    }

    private static func stamp(_ read: Fields) throws(ControlRequest.Refusal) -> HeldStream.Stamp {
        switch read.stamp {
        case "start": return .startOfExposure
        case "end": return .endOfExposure
        case "received":
            guard let delay = read.delay else {
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

    private static func crop(_ read: [Double]?) throws(ControlRequest.Refusal) -> NormalizedRectangle {
        guard let read else { return .whole }
        guard read.count == 4 else { throw badCrop }
        let crop = NormalizedRectangle(x: read[0], y: read[1], width: read[2], height: read[3])
        guard crop.hasArea else { throw badCrop }
        return crop
    }

    private static let badCrop = ControlRequest.Refusal(
        message: "crop is [x, y, width, height], the part of the camera's picture that the frames show, within 0…1.")
}

extension JSONLine {
    mutating func fields(of wish: HoldWish) {
        text("camera", wish.camera)
        if wish.sendsTaps {
            key("taps")
            boolean(true)
        }
        if let stream = wish.stream { fields(of: stream) }
    }

    private mutating func fields(of stream: HeldStream) {
        key("width")
        integer(stream.width)
        key("height")
        integer(stream.height)
        key("interval")
        integer(stream.interval.nanoseconds / 1000)
        key("stamp")
        switch stream.stamp {
        case .startOfExposure: word("start")
        case .endOfExposure: word("end")
        case .received(let delay):
            word("received")
            key("delay")
            integer(delay.nanoseconds / 1000)
        }
        key("crop")
        numbers(stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height)
        key("measure")
        integer(stream.measure)
    }
}
