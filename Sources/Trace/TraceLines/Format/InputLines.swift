import FocusCore
import JSONLines

/// Inputs in lines. Missing fields keep their defaults when they are read, unknown fields are skipped. Documentation/TraceFormat.md
/// describes the format for other programs.
extension Input.Event: LineValue {
    package init(from scanner: inout JSONScanner) throws(JSONFault) {
        var event: Input.Event?
        try scanner.object { (scanner, key) throws(JSONFault) in
            if let known = try Self.event(named: key, &scanner) { event = known } else { try scanner.skip() }
        }
        guard let event else { throw scanner.fault("an input that this version knows") }
        self = event
    }

    private static func event(
        named key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) -> Input.Event? {
        if key == "acceleration" { return .acceleration(try scanner.read()) }
        if key == "touch" { return .touch(try scanner.read()) }
        if key == "timer" {
            let timer: TimerRecord = try scanner.read()
            return .timer(timer.id, generation: timer.generation)
        }
        if key == "cameraAnswered" { return .cameraAnswered(try scanner.read()) }
        if key == "viewTapped" {
            let tap = try TapRecord(&scanner)
            return .viewTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "pictureTapped" {
            let tap = try TapRecord(&scanner)
            return .pictureTapped(x: tap.at.x, y: tap.at.y, tap: tap.tap)
        }
        if key == "cameraImage" {
            let size: Pair<Int32> = try scanner.read()
            return .cameraImage(width: size.first, height: size.second)
        }
        if key == "frame" { return .frames(.measured(try scanner.read())) }
        if let news = try framesNews(key, &scanner) { return .frames(news) }
        // Null: no program holds the stream.
        if key == "framesHeld" { return .framesHeld(try scanner.read()) }
        if key == "exposureCompensation" { return .exposureCompensation(try scanner.read()) }
        if key == "temporaryCompensation" { return .temporaryCompensation(try scanner.read()) }
        if key == "lensOffset" { return .lensOffset(try scanner.read()) }
        if key == "lightChanged" { return .lightChanged(isOn: try scanner.read()) }
        if key == "shutterChanged" { return .shutterChanged(isClosed: try scanner.read()) }
        if key == "keep" {
            let keep: KeepRecord = try scanner.read()
            return .keep(keep.wish)
        }
        if key == "zoom" {
            let zoom: ZoomRecord = try scanner.read()
            return .zoom(zoom.wish)
        }
        if key == "zoomChanged" { return .zoomChanged(try scanner.read()) }
        if key == "tapsSent" { return .tapsSent(try scanner.read()) }
        if key == "viewPlaced" { return .viewPlaced(try scanner.read()) }
        if key == "cameraArrived" { return .cameraArrived(try scanner.read()) }
        if key == "touchscreenArrived" { return .touchscreenArrived(try scanner.read()) }
        guard let plain = plainEvents.first(where: { key == $0.name })?.event else { return nil }
        try scanner.skip()
        return plain
    }

    /// The events that are nothing but a name.
    static let plainEvents: [(name: StaticString, event: Input.Event)] = [
        ("start", .start), ("stop", .stop), ("cameraLeft", .cameraLeft), ("touchscreenLeft", .touchscreenLeft),
        ("accelerometerArrived", .accelerometerArrived), ("accelerometerLeft", .accelerometerLeft),
        ("touchesLost", .touchesLost), ("viewShown", .viewShown), ("controlsChanged", .controlsChanged),
        ("releaseCamera", .releaseCamera), ("keepEnded", .keepEnded),
    ]

    private static func framesNews(
        _ key: JSONScanner.Key, _ scanner: inout JSONScanner
    ) throws(JSONFault) -> FrameNews? {
        if key == "framesBegan" { return .began(try scanner.read()) }
        let isUnavailable = key == "framesUnavailable"
        let isLost = key == "framesLost"
        guard isUnavailable || isLost || key == "framesEnded" else { return nil }
        let frames: FramesRecord = try scanner.read()
        let (request, errno) = (frames.request ?? 0, frames.errno ?? 0)
        if isUnavailable { return .unavailable(request: request, errno: errno) }
        // In version 1 framesEnded is the end of a stream by itself, without the id of a request.
        return isLost || frames.request == nil ? .lost(request: request, errno: errno) : .ended(request: request)
    }

    /// Its name in a line.
    package var name: String {
        var line = JSONLine()
        write(to: &line)
        let name = line.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: name, as: UTF8.self)
    }

    package func write(to line: inout JSONLine) { write(to: &line, camera: nil) }

    /// - Parameter camera: the camera of a `cameraArrived`, for people and queries.
    func write(to line: inout JSONLine, camera: TraceCamera?) {
        line.open("{")
        switch self {
        case .start: line.emptyObject("start")
        case .stop: line.emptyObject("stop")
        case .cameraLeft: line.emptyObject("cameraLeft")
        case .touchscreenLeft: line.emptyObject("touchscreenLeft")
        case .accelerometerArrived: line.emptyObject("accelerometerArrived")
        case .accelerometerLeft: line.emptyObject("accelerometerLeft")
        case .touchesLost: line.emptyObject("touchesLost")
        case .viewShown: line.emptyObject("viewShown")
        case .controlsChanged: line.emptyObject("controlsChanged")
        case .cameraArrived(let description):
            line.key("cameraArrived")
            line.open("{")
            if let camera { line.identity(camera) }
            description.writeFields(to: &line)
            line.close("}")
        case .cameraImage(let width, let height): line.field("cameraImage", Pair(width, height))
        case .touchscreenArrived(let description): line.field("touchscreenArrived", description)
        case .touch(let contact): line.field("touch", contact)
        case .acceleration(let sample): line.field("acceleration", sample)
        case .timer(let id, let generation): line.field("timer", TimerRecord(id: id, generation: generation))
        case .viewTapped(let x, let y, let tap): line.field("viewTapped", TapRecord(x: x, y: y, tap: tap))
        case .pictureTapped(let x, let y, let tap): line.field("pictureTapped", TapRecord(x: x, y: y, tap: tap))
        case .releaseCamera: line.emptyObject("releaseCamera")
        case .lightChanged(let isOn): line.field("lightChanged", isOn)
        case .shutterChanged(let isClosed): line.field("shutterChanged", isClosed)
        case .keep(let wish): line.field("keep", KeepRecord(wish))
        case .keepEnded: line.emptyObject("keepEnded")
        case .zoom(let wish): line.field("zoom", ZoomRecord(wish))
        case .zoomChanged(let value): line.field("zoomChanged", value)
        case .cameraAnswered(let result): line.field("cameraAnswered", result)
        case .frames(.measured(let statistics)): line.field("frame", statistics)
        case .frames(.began(let began)): line.field("framesBegan", began)
        case .frames(.unavailable(let request, let errno)):
            line.field("framesUnavailable", FramesRecord(request: request, errno: errno))
        case .frames(.ended(let request)): line.field("framesEnded", FramesRecord(request: request))
        case .frames(.lost(let request, let errno)):
            line.field("framesLost", FramesRecord(request: request, errno: errno))
        case .framesHeld(let holder): line.field("framesHeld", holder)
        case .exposureCompensation(let value): line.field("exposureCompensation", value)
        case .temporaryCompensation(let value): line.field("temporaryCompensation", value)
        case .lensOffset(let share): line.field("lensOffset", share)
        case .viewPlaced(let placement): line.field("viewPlaced", placement)
        case .tapsSent(let isSent): line.field("tapsSent", isSent)
        }
        line.close("}")
    }
}

extension JSONScanner {
    mutating func read<Value: LineValue>() throws(JSONFault) -> Value { try Value(from: &self) }
}

extension JSONLine {
    package mutating func emptyObject(_ name: StaticString) { field(name, EmptyObject()) }
}
