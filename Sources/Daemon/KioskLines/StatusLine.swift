import FocusCore
import TraceLines

/// The present status of a running kiosk: the answer to a status request. What may be nil besides the point, the unlockers, the devices
/// and the trace is nil from an older kiosk, which does not report it.
public struct StatusLine: Equatable, Sendable {
    public var state: String
    public var point: PointOfInterest?
    public var cause: String
    var rule: String?
    /// The reasons that can unlock what is held; nil if nothing is, or for a reason that this version does not know.
    public var unlockers: MovedReasons?
    public var moved: Bool
    /// The keeper of what is held; nil: nobody keeps it.
    public var kept: Keeper?
    /// True while the event `settled` of the last tap is still to come.
    var isSettling: Bool?
    /// True while a light is on that somebody has switched, or told of; nil: none is.
    public var light: Bool?
    /// The path of the movie that is being recorded; nil: none is.
    public var movie: String?
    /// Exposure compensation in EV; positive is brighter.
    public var compensation: Double?
    /// The part of the compensation that the held exposure could not follow, in EV.
    public var missingCompensation: Double?
    public var camera: Device?
    public var touchscreen: Device?
    public var accelerometer: Device?
    /// The file or the folder of the trace that is being written; nil: none is.
    public var trace: String?

    public struct Device: Equatable, Sendable {
        public var name = ""
        public var path = ""
        public var focusLevel: String?
        var focusReason: String?
        public var exposureLevel: String?
        var exposureReason: String?
        /// The source of the camera's frames: camera (its own stream), reserved, or holder.
        public var frames: String?
        public var awake: Bool?
        /// The camera's privacy shutter: open or closed; nil: it tells of none.
        public var shutter: String?
        /// The place of the camera's zoom in its range, 0…1; nil: it has none.
        public var zoom: Double?
        /// The number of times by which the zoom enlarges the picture; nil: unknown.
        public var zoomFactor: Double?
        /// The largest factor; nil: unknown.
        var zoomLargest: Double?

        init() {}

        init?(_ news: DeviceNews?) {
            guard let news else { return nil }
            (name, path) = (news.name, news.path)
        }
    }

    /// The status before its fields are read.
    static var blank: StatusLine { StatusLine(state: "", cause: "", moved: false) }

    mutating func describe(_ fields: inout some LineVisitor) {
        var place = point.map { Place(x: $0.x, y: $0.y) }
        fields.required("state", &state)
        fields.nullable("point", &place)
        fields.required("cause", &cause)
        fields.field("rule", &rule)
        fields.field("until", &unlockers)
        fields.field("kept", &kept)
        fields.required("moved", &moved)
        fields.field("settling", &isSettling)
        fields.field("light", &light)
        fields.field("movie", &movie)
        fields.field("compensation", &compensation)
        fields.field("missingCompensation", &missingCompensation)
        fields.nullable("camera", &camera)
        fields.nullable("touchscreen", &touchscreen)
        fields.nullable("accelerometer", &accelerometer)
        fields.nullable("trace", &trace)
        point = place.map { PointOfInterest(x: $0.x, y: $0.y) }
    }
}

extension StatusLine.Device: LineRecord {
    package static var blank: StatusLine.Device { StatusLine.Device() }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("name", &name, "a device's name and path")
        fields.required("path", &path, "a device's name and path")
        fields.field("focusLevel", &focusLevel)
        fields.field("focusReason", &focusReason)
        fields.field("exposureLevel", &exposureLevel)
        fields.field("exposureReason", &exposureReason)
        fields.field("frames", &frames)
        fields.field("shutter", &shutter)
        fields.field("zoom", &zoom)
        fields.field("zoomFactor", &zoomFactor)
        fields.field("zoomLargest", &zoomLargest)
        fields.field("awake", &awake)
    }
}

/// A point, as an object.
struct Place: DefaultRecord {
    var x = 0.0
    var y = 0.0

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("x", &x, "a point with x and y")
        fields.required("y", &y, "a point with x and y")
    }
}
