import FocusCore
import JSONLines
import RequestNames
import TraceLines

// The fields of announcements, each described once for all that read or write it.

extension Announcement {
    /// The event's name in lines.
    /// - Parameter request: the request that it answers: a client that taps waits for a state or an error.
    func event(answering request: RequestName?) -> StaticString {
        switch self {
        case .state: "state"
        case .write: "write"
        case .settled: "settled"
        case .searched: "searched"
        case .exposed: "exposed"
        case .compensation: "compensation"
        case .device: "device"
        case .levels: "levels"
        case .lock: "lock"
        case .shutter: "shutter"
        case .relit: "relit"
        case .zoom: "zoom"
        case .tapIgnored: request == nil ? "tap-ignored" : "error"
        case .photo: "photo"
        case .movie: "movie"
        case .code: "code"
        case .face: "face"
        case .traceResumed: "trace-resumed"
        case .tapRefused, .photoFailed, .movieFailed, .fault, .error: "error"
        }
    }

    /// The announcement before its fields are read; nil: this version does not know the event.
    static func blank(_ event: String) -> Announcement? {
        // The indicator is in no line: it follows from the state.
        let state = StateReport(state: .continuousAuto, point: nil, cause: .start, rule: .start, indicator: .unchanged)
        let all: [Announcement] = [
            .state(state), .write(ControlID(rawValue: 0), name: "", .integer(0), errno: 0), .settled(.blank),
            .searched(.blank), .exposed(.blank), .compensation(0), .device(DeviceNews(kind: .camera, change: .arrived)),
            .levels(.blank), .lock(nil), .shutter(isClosed: false), .relit(.blank),
            .zoom(.blank), .tapIgnored(.overtaken), .photo(.blank), .movie(MovieReport(.recording, path: "")),
            .code(SeenCode(text: "", kind: "")), .face(nil), .traceResumed(path: ""), .error(""),
        ]
        return all.first { $0.event(answering: nil).description == event }
    }

    /// - Parameter request: the request that the line answers, and which it then names; nil: it is an event.
    mutating func describe(_ fields: inout some LineVisitor, _ request: inout RequestName?) {
        switch self {
        case .state(var report):
            report.describe(&fields)
            Self.describeAnswer(&fields, &request, &report.tap)
            self = .state(report)
        case .write(var id, var name, var value, var errno):
            Self.describeWrite(&fields, &id, &name, &value, &errno)
            self = .write(id, name: name, value, errno: errno)
        case .settled(var report):
            Self.describeSettled(&fields, &request, &report)
            self = .settled(report)
        case .searched(var report):
            fields.demand("position")
            report.describe(&fields)
            self = .searched(report)
        case .exposed(var report):
            fields.demand("exposureTime")
            report.describe(&fields)
            self = .exposed(report)
        case .compensation(var ev):
            fields.required("ev", &ev)
            self = .compensation(ev)
        case .device(var news):
            news.describe(&fields)
            self = .device(news)
        case .levels(var report):
            report.focus.describe(&fields, "focusLevel", "focusReason")
            report.exposure.describe(&fields, "exposureLevel", "exposureReason")
            self = .levels(report)
        case .lock, .shutter, .relit, .zoom, .code, .face, .movie, .movieFailed: describePhone(&fields, &request)
        case .traceResumed(var path):
            fields.required("path", &path)
            self = .traceResumed(path: path)
        case .tapIgnored(var reason, var tap):
            var message = request.map { _ in "\(AnnouncementWords.words(for: reason))." }
            fields.field("message", &message)
            fields.required("reason", &reason)
            Self.describeAnswer(&fields, &request, &tap)
            self = .tapIgnored(reason, tap: tap)
        case .tapRefused(let reason, var tap):
            var message = AnnouncementWords.words(for: reason)
            fields.required("message", &message)
            Self.describeAnswer(&fields, &request, &tap)
        case .photo(var report):
            report.describe(&fields)
            Self.describeAnswer(&fields, &request, &report.id)
            self = .photo(report)
        case .photoFailed(var reason, var message, var id):
            Self.describeFailure(&fields, &request, &reason, &message, &id)
            self = .photoFailed(reason, message: message, id: id)
        case .fault(let fault):
            var message = AnnouncementWords.words(for: fault)
            fields.required("message", &message)
        case .error(var message, var tap):
            fields.required("message", &message)
            Self.describeAnswer(&fields, &request, &tap)
            self = .error(message, tap: tap)
        }
    }

    /// Of the events about what a phone's camera has beside the tap, codes, faces and movies among it.
    private mutating func describePhone(_ fields: inout some LineVisitor, _ request: inout RequestName?) {
        switch self {
        case .lock(var keeper, var tap):
            fields.nullable("by", &keeper)
            Self.describeAnswer(&fields, &request, &tap)
            self = .lock(keeper, tap: tap)
        case .relit(var report):
            fields.demand("on")
            report.describe(&fields)
            self = .relit(report)
        case .shutter(var isClosed):
            fields.required("closed", &isClosed)
            self = .shutter(isClosed: isClosed)
        case .zoom(var report):
            report.describeEvent(&fields)
            self = .zoom(report)
        case .code, .face: describeSight(&fields)
        default: describeMovie(&fields, &request)
        }
    }

    /// The request that the line answers, and the id that the client has given its tap.
    static func describeAnswer(
        _ fields: inout some LineVisitor, _ request: inout RequestName?, _ tap: inout TapID?
    ) {
        fields.field("request", &request)
        fields.field("id", &tap)
    }

    private static func describeFailure(
        _ fields: inout some LineVisitor, _ request: inout RequestName?, _ reason: inout PhotoFailure,
        _ message: inout String, _ id: inout TapID?
    ) {
        fields.required("message", &message)
        fields.required("reason", &reason)
        describeAnswer(&fields, &request, &id)
    }

    private static func describeSettled(
        _ fields: inout some LineVisitor, _ request: inout RequestName?, _ report: inout SettledReport
    ) {
        // In a trace the tap has another name.
        var tap = report.tap
        report.tap = nil
        fields.demand("focusLevel")
        fields.demand("exposureLevel")
        report.describe(&fields)
        var reason = AnnouncementWords.reason(of: report)
        fields.field("reason", &reason)
        describeAnswer(&fields, &request, &tap)
        report.tap = tap
    }

    private static func describeWrite(
        _ fields: inout some LineVisitor, _ id: inout ControlID, _ name: inout String, _ value: inout ControlValue,
        _ errno: inout Int32
    ) {
        var object = ValueObject(value: value)
        var result = LinuxErrno.name(errno)
        fields.required("control", &id)
        fields.field("name", &name)
        fields.required("value", &object)
        fields.required("result", &result)
        value = object.value
        if result != LinuxErrno.name(errno) { errno = LinuxErrno.number(result) }
    }
}

extension RequestName: LineValue {}
extension DeviceNews.Kind: LineValue {}
extension DeviceNews.Change: LineValue {}

extension DeviceNews {
    fileprivate mutating func describe(_ fields: inout some LineVisitor) {
        fields.required("device", &kind)
        fields.required("change", &change)
        fields.field("name", &name)
        fields.field("path", &path)
    }
}

extension StateReport {
    fileprivate mutating func describe(_ fields: inout some LineVisitor) {
        var name = state.name.description
        var place = point.map { Place(x: $0.x, y: $0.y) }
        fields.required("state", &name)
        fields.nullable("point", &place)
        fields.required("cause", &cause)
        fields.required("rule", &rule)
        fields.field("until", &unlockers)
        fields.field("moved", &moved)
        point = place.map { PointOfInterest(x: $0.x, y: $0.y) }
        switch (name, point) {
        case ("continuousAuto", _): state = .continuousAuto
        case ("autoAndForceLocked", let point?): state = .autoAndForceLocked(point)
        case ("unlockableLocked", _): state = .unlockableLocked
        default: fields.refuse(nil)
        }
    }
}

extension LevelFinding {
    fileprivate mutating func describe(
        _ fields: inout some LineVisitor, _ levelName: StaticString, _ reasonName: StaticString
    ) {
        var explanation = reason.explanation.description
        fields.required(levelName, &level)
        fields.required(reasonName, &explanation)
        let known = LevelReason.allCases.first { $0.explanation.description == explanation }
        if let known { reason = known } else { fields.refuse(nil) }
    }
}

extension ZoomReport {
    /// In a trace the point has another form.
    fileprivate mutating func describeEvent(_ fields: inout some LineVisitor) {
        var place = point.map { Place(x: $0.x, y: $0.y) }
        fields.required("linear", &linear)
        fields.nullable("factor", &factor)
        fields.nullable("largest", &largest)
        fields.field("ramping", &isRamping, unless: false)
        fields.nullable("point", &place)
        point = place.map { PointOfInterest(x: $0.x, y: $0.y) }
    }
}

/// A control's value: a number, or an object.
private struct ValueObject: LineValue {
    var value: ControlValue

    private struct Rectangle: DefaultRecord {
        var pixels = PixelRectangle(left: 0, top: 0, width: 0, height: 0)

        mutating func describe(_ fields: inout some FieldVisitor) {
            fields.required("left", &pixels.left, "left, top, width and height")
            fields.required("top", &pixels.top, "left, top, width and height")
            fields.required("width", &pixels.width, "left, top, width and height")
            fields.required("height", &pixels.height, "left, top, width and height")
        }
    }

    init(value: ControlValue) { self.value = value }

    init(from scanner: inout JSONScanner) throws(JSONFault) {
        value =
            scanner.isAtObject()
            ? .rectangle(try Rectangle(from: &scanner).pixels) : .integer(try scanner.integer())
    }

    func write(to line: inout JSONLine) {
        switch value {
        case .integer(let integer): line.integer(integer)
        case .rectangle(let pixels): Rectangle(pixels: pixels).write(to: &line)
        }
    }
}
