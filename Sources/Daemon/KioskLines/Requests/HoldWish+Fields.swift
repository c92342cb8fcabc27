import FocusCore
import TraceLines

extension HoldWish {
    mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect(
            "hold-frames needs the camera's path, name or vvvv:pppp, and to measure its frames width, height, "
                + "interval and delay (whole numbers), stamp (start, end or received), crop (four numbers), measure.")
        fields.required("camera", &camera)
        fields.field("taps", &sendsTaps, unless: false)
        fields.field("photos", &takesPhotos, unless: false)
        fields.field("live", &takesLivePhotos, unless: false)
        fields.field("movies", &recordsMovies, unless: false)
        var read = StreamFields(stream)
        read.describe(&fields)
        stream = read.stream(&fields)
    }
}

/// The fields of a stream, before they are checked. Times are in microseconds.
private struct StreamFields {
    var width: Int?
    var height: Int?
    var interval: Int64?
    var stamp: String?
    var delay: Int64?
    var crop: [Double]?
    var measure: Int?

    init(_ stream: HeldStream?) {
        guard let stream else { return }
        (width, height, measure) = (stream.width, stream.height, stream.measure)
        interval = stream.interval.nanoseconds / 1000
        switch stream.stamp {
        case .startOfExposure: stamp = "start"
        case .endOfExposure: stamp = "end"
        case .received(let age): (stamp, delay) = ("received", age.nanoseconds / 1000)
        }
        crop = [stream.crop.x, stream.crop.y, stream.crop.width, stream.crop.height]
    }

    mutating func describe(_ fields: inout some LineVisitor) {
        fields.field("width", &width)
        fields.field("height", &height)
        fields.field("interval", &interval)
        fields.field("stamp", &stamp)
        fields.field("delay", &delay)
        fields.field("crop", &crop)
        fields.field("measure", &measure)
    }

    /// The stream; nil: the program measures none. What is wrong with it is refused.
    func stream(_ fields: inout some LineVisitor) -> HeldStream? {
        let version = measure ?? 1
        let known = LumaMeasurement.knownVersions
        if !known.contains(version) {
            fields.refuse(
                "measure \(version) is not known here, only measures \(known.lowerBound) to \(known.upperBound): use a "
                    + "libtapfocus of this tapfocus's version.")
        }
        let hasStream = width != nil || height != nil || interval != nil || stamp != nil
        guard hasStream || delay != nil || crop != nil else { return nil }
        let (columns, rows) = (width ?? 0, height ?? 0)
        if !HeldStream.sizes.contains(columns) || !HeldStream.sizes.contains(rows) {
            fields.refuse("width and height of the frames are whole numbers, 1…65536, in pixels.")
        }
        return HeldStream(
            width: columns, height: rows, interval: Self.span(interval ?? 0, "interval", &fields),
            stamp: meaning(&fields), crop: part(&fields), measure: version)
    }

    private static func span(_ microseconds: Int64, _ name: String, _ fields: inout some LineVisitor) -> TimeSpan {
        let most = HeldStream.longestInterval.nanoseconds / 1000
        guard (0...most).contains(microseconds) else {
            fields.refuse("\(name) is a time in microseconds, 0…\(most).")
            return .zero
        }
        return TimeSpan(nanoseconds: microseconds * 1000)
    }

    private func meaning(_ fields: inout some LineVisitor) -> HeldStream.Stamp {
        switch stamp {
        case "start": return .startOfExposure
        case "end": return .endOfExposure
        case "received":
            if let delay { return .received(delay: Self.span(delay, "delay", &fields)) }
            fields.refuse("stamp \"received\" needs delay: how old a frame may be when you get it, in microseconds.")
        default:
            fields.refuse(
                "stamp tells what the time of a frame is: \"start\" or \"end\" of its exposure, or \"received\".")
        }
        return .endOfExposure
    }

    private func part(_ fields: inout some LineVisitor) -> NormalizedRectangle {
        guard let crop else { return .whole }
        if crop.count == 4 {
            let part = NormalizedRectangle(x: crop[0], y: crop[1], width: crop[2], height: crop[3])
            if part.hasArea { return part }
        }
        fields.refuse(
            "crop is [x, y, width, height], the part of the camera's picture that the frames show, within 0…1.")
        return .whole
    }
}
