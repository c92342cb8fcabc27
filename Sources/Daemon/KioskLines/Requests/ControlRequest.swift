import FocusCore
import RequestNames
import TraceLines

/// A request of the socket's client: one JSON object a line.
public enum ControlRequest: Equatable, Sendable {
    /// A tap. Its answer and all events about it repeat the id.
    case tap(x: Double, y: Double, in: TapSpace = .view, id: TapID? = nil)
    /// Focus and exposure stay as they are, or as they are found at a point: neither motion nor the scene lets go of them.
    case lock(LockWish)
    /// The lock is over. What is held is let go by the next motion.
    case unlock
    /// Another camera takes the place of the present one, by its path or its name.
    case camera(String)
    /// The cameras that are connected.
    case cameras
    /// The application has switched its own light on or off; on until its connection ends, or (`stays`) until it says otherwise.
    case light(isOn: Bool, stays: Bool = false)
    /// The lamp of `tapfocus run` is as bright as that, 0…1 of the most; 0 is off. It ends as a light of the application's own.
    case lamp(level: Double, stays: Bool = false)
    /// Another zoom of the camera, until the connection ends.
    case zoom(ZoomRequest)
    /// The view is shown again.
    case showView
    /// A new exposure compensation, in EV; until the next tap, the return to continuous, or the end of the connection, or
    /// else until another one.
    case compensate(ev: Double, untilContinuous: Bool = false)
    /// The client shows the picture there, until its connection ends.
    case view(ViewPlacement)
    /// The client recognises touches and sends the taps, until its connection ends: contacts of the touchscreen are not treated as taps.
    case sendTaps
    /// Asks for the present status.
    case status
    /// Asks for all announcements from now on.
    case watch
    /// Holds a camera's stream from now on: the client shows the picture, and measures the frames.
    case holdFrames(HoldWish)
    /// A frame that the client has measured. It is not answered.
    case frame(HeldFrame)
    /// The client's stream has ended. It is not answered.
    case framesEnded
    /// A photo, when nothing settles, or now. The answer comes when the file is there, or cannot be.
    case photo(PhotoRequest)
    /// The client, which holds the frames, has taken one for a photo. It is not answered.
    case photoTaken(TakenPhoto)
    /// It has written the photo. It is not answered.
    case photoKept(KeptPhoto)
    /// It could not. It is not answered.
    case photoFailed(FailedPhoto)
    /// A movie. The answer comes when it is being recorded, or cannot be.
    case movie(MovieRequest)
    /// The end of the movie, whoever has asked for it. The answer comes when its file is complete.
    case endMovie(id: TapID? = nil)
    /// The client, which holds the frames, records a movie. It is not answered.
    case movieBegun(BegunMovie)
    /// Its movie has ended, or could not begin. It is not answered.
    case movieEnded(EndedMovie)
    /// The client has looked for a code in a frame: one that it has read; nil: none. Where it steers, focus is searched when nothing is
    /// read. It is not answered.
    case codeRead(SeenCode?, steers: Bool = true)
    /// The client has looked for faces in a frame: the largest, in shares of the camera's picture; nil: there is none. It is not answered.
    case faceSeen(NormalizedRectangle?)
    /// Puts a person's words into the trace, at this moment.
    case markTrace(String)
    /// Begins a new file of the trace.
    case nextTrace

    /// The coordinate systems of a tap; both go from (0, 0) at the top left to (1, 1).
    public enum TapSpace: String, Equatable, Sendable {
        /// The view that the kiosk shows, as it is configured.
        case view
        /// The camera's whole picture.
        case picture
    }

    /// The longest words of a mark, in bytes.
    public static let longestMark = 1000
    /// The largest id. Every JSON reader keeps whole numbers up to this one exact (RFC 8259, section 6).
    public static let largestID: UInt64 = (1 << 53) - 1

    /// The reason why a line is not a request: a sentence for the client.
    public struct Refusal: Error, Equatable, Sendable {
        public var message: String
        /// The request that the line was meant as; nil if it names none that is known.
        public var request: RequestName?
        /// The id of the tap that was asked for, if it has one.
        public var tap: TapID?
    }

    /// The request's name.
    public var name: RequestName {
        switch self {
        case .tap: .tap
        case .lock: .lock
        case .unlock: .unlock
        case .zoom: .zoom
        case .light: .light
        case .lamp: .lamp
        case .camera: .camera
        case .cameras: .cameras
        case .showView: .showView
        case .compensate: .compensate
        case .view: .view
        case .sendTaps: .sendTaps
        case .status: .status
        case .watch: .watch
        case .holdFrames: .holdFrames
        case .frame: .frame
        case .framesEnded: .framesEnded
        case .photo: .photo
        case .photoTaken: .photoTaken
        case .photoKept: .photoKept
        case .photoFailed: .photoFailed
        case .movie: .movie
        case .endMovie: .endMovie
        case .movieBegun: .movieBegun
        case .movieEnded: .movieEnded
        case .codeRead: .codeRead
        case .faceSeen: .faceSeen
        case .markTrace: .markTrace
        case .nextTrace: .nextTrace
        }
    }

    /// The id of a tap, a lock, a photo or a movie; nil for other requests, and for one without an id.
    package var tap: TapID? {
        switch self {
        case .tap(_, _, _, let id): id
        case .lock(let wish): wish.id
        case .photo(let photo): photo.id
        case .movie(let movie): movie.id
        case .endMovie(let id): id
        default: nil
        }
    }

    /// The input that it leads to, for any client at any time; nil: none, or `Conversation` decides.
    package var input: Input.Event? {
        switch self {
        case .showView: .viewShown
        case .tap, .lock, .unlock, .zoom, .light, .lamp, .camera, .compensate, .view, .sendTaps, .status, .watch,
            .cameras, .holdFrames, .frame, .framesEnded, .photo, .photoTaken, .photoKept, .photoFailed, .movie,
            .endMovie, .movieBegun, .movieEnded, .codeRead, .faceSeen, .markTrace, .nextTrace:
            nil
        }
    }

    /// The reason why the engine's camera cannot fulfil it; nil: it can, as far as is known.
    package func reason(against engine: Engine) -> String? {
        if case .zoom(let request) = self { request.reason(against: engine) } else { nil }
    }

    /// True if the client gets an answer.
    package var isAnswered: Bool {
        switch name {
        case .frame, .framesEnded, .photoTaken, .photoKept, .photoFailed, .movieBegun, .movieEnded, .codeRead,
            .faceSeen:
            false
        default: true
        }
    }
}

// The fields of requests, each described once for all that read, write or check it.

extension ControlRequest {
    /// The request before its fields are read: a field that is left out keeps this value.
    static func blank(_ name: RequestName) -> ControlRequest {
        switch name {
        case .tap: .tap(x: 0, y: 0)
        case .lock: .lock(LockWish())
        case .unlock: .unlock
        case .zoom: .zoom(.blank)
        case .light: .light(isOn: false)
        case .lamp: .lamp(level: 0)
        case .camera: .camera("")
        case .cameras: .cameras
        case .showView: .showView
        case .compensate: .compensate(ev: 0)
        case .view: .view(.blank)
        case .sendTaps: .sendTaps
        case .status: .status
        case .watch: .watch
        case .holdFrames: .holdFrames(HoldWish(camera: ""))
        case .frame: .frame(.blank)
        case .framesEnded: .framesEnded
        case .photo: .photo(PhotoRequest(path: ""))
        case .photoTaken: .photoTaken(TakenPhoto(photo: 0, sequence: 0, time: Instant(nanoseconds: 0)))
        case .photoKept: .photoKept(KeptPhoto(photo: 0, path: "", bytes: 0))
        case .photoFailed: .photoFailed(FailedPhoto(photo: 0, reason: .failed, message: ""))
        case .movie: .movie(MovieRequest(path: ""))
        case .endMovie: .endMovie()
        case .movieBegun: .movieBegun(BegunMovie(movie: 0, path: ""))
        case .movieEnded: .movieEnded(EndedMovie(movie: 0, reason: .failed))
        case .codeRead: .codeRead(nil)
        case .faceSeen: .faceSeen(nil)
        case .markTrace: .markTrace("")
        case .nextTrace: .nextTrace
        }
    }

    mutating func describe(_ fields: inout some LineVisitor) {
        switch self {
        case .tap(var x, var y, var space, var id):
            // The id goes before all else: every other refusal repeats it.
            fields.expect("the id of a tap is a whole number, 0…\(Self.largestID).")
            fields.required("x", &x, "a tap needs numbers x and y, 0…1.")
            fields.required("y", &y, "a tap needs numbers x and y, 0…1.")
            fields.field("in", &space, "a tap is in \"view\" coordinates, or in those of the camera's \"picture\".")
            fields.field("id", &id)
            if let number = id?.number, number > Self.largestID {
                id = nil
                fields.refuse(nil)
            }
            self = .tap(x: x, y: y, in: space, id: id)
        case .lock(var wish):
            wish.describe(&fields)
            self = .lock(wish)
        case .camera(var name):
            fields.expect("a camera needs its path in /dev, or its name, in camera.")
            fields.required("camera", &name)
            if name.isEmpty || name == "auto" || name == "none" { fields.refuse(nil) }
            self = .camera(name)
        case .light, .lamp: describeLight(&fields)
        case .zoom(var zoom):
            zoom.describe(&fields)
            self = .zoom(zoom)
        case .compensate(var ev, let untilContinuous):
            var end: CompensationEnd? = untilContinuous ? .continuous : nil
            fields.expect("a compensation needs a number ev, -4…4.")
            fields.required("ev", &ev)
            if !Configuration.compensationRange.contains(ev) { fields.refuse(nil) }
            fields.field("until", &end, "a compensation holds until another one, or until \"continuous\".")
            self = .compensate(ev: ev, untilContinuous: end != nil)
        case .view(var placement):
            placement.describeRequest(&fields)
            self = .view(placement)
        case .holdFrames(var wish):
            wish.describe(&fields)
            self = .holdFrames(wish)
        case .frame(var frame):
            frame.describe(&fields)
            self = .frame(frame)
        case .photo, .photoTaken, .photoKept, .photoFailed: describePhoto(&fields)
        case .movie, .endMovie, .movieBegun, .movieEnded: describeMovie(&fields)
        case .codeRead, .faceSeen: describeSight(&fields)
        case .markTrace(var text):
            fields.expect("a mark needs a text of 1 to \(Self.longestMark) bytes.")
            fields.required("text", &text)
            if !(1...Self.longestMark ~= text.utf8.count) { fields.refuse(nil) }
            self = .markTrace(text)
        case .unlock, .cameras, .sendTaps, .showView, .status, .watch, .framesEnded, .nextTrace: break
        }
    }

    private mutating func describeLight(_ fields: inout some LineVisitor) {
        switch self {
        case .light(var isOn, var stays):
            fields.expect("a light needs on, true or false: your application has switched its lamp, and tells of it.")
            fields.required("on", &isOn)
            fields.field("stays", &stays, unless: false)
            self = .light(isOn: isOn, stays: stays)
        case .lamp(var level, var stays):
            fields.expect("a lamp needs a number level, 0…1: 1 is as bright as it can be, and 0 is off.")
            fields.required("level", &level)
            if !(0...1).contains(level) { fields.refuse(nil) }
            fields.field("stays", &stays, unless: false)
            self = .lamp(level: level, stays: stays)
        default: break
        }
    }
}

extension ControlRequest.TapSpace: LineValue {
    package var isLeftOut: Bool { self == .view }
}

/// The end of a compensation that the engine takes back by itself.
private enum CompensationEnd: String, LineValue {
    case continuous
}
