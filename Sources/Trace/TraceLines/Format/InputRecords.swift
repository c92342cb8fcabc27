import FocusCore
import JSONLines

// The objects in inputs. Documentation/TraceFormat.md describes them for other programs.

extension TouchContact: LineRecord {
    package static var blank: TouchContact { TouchContact(slot: 0, phase: .move, x: 0, y: 0) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("slot", &slot)
        fields.required("phase", &phase, "a contact's phase: down, move, up or cancelled")
        fields.field("x", &x)
        fields.field("y", &y)
        fields.field("major", &major)
        fields.field("palm", &isPalm)
    }
}

/// A timer that has expired, or that is armed.
struct TimerRecord: DefaultRecord {
    var id = TimerID.forceLock
    /// Nil for one that has expired.
    var deadline: Instant?
    var generation: UInt32 = 0

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("id", &id, "a timer that this version knows")
        fields.field("deadline", &deadline)
        fields.field("generation", &generation)
    }
}

/// A tap at a point of the view, or of the picture.
struct TapRecord: DefaultRecord {
    var at = PointOfInterest(x: 0, y: 0)
    var tap: TapID?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("at", &at, "a point of two numbers")
        fields.field("tap", &tap)
    }
}

extension TapRecord {
    init(x: Double, y: Double, tap: TapID?) { self.init(at: PointOfInterest(x: x, y: y), tap: tap) }

    /// Version 1 has only the point.
    init(_ scanner: inout JSONScanner) throws(JSONFault) {
        self = scanner.isAtArray() ? TapRecord(at: try PointOfInterest(from: &scanner)) : try TapRecord(from: &scanner)
    }
}

/// A wish that a point is kept. Without a point: the one that is held.
struct KeepRecord: DefaultRecord {
    enum Space: LineName {
        case view, picture

        var name: StaticString { self == .view ? "view" : "picture" }
        static var expected: StaticString { "view or picture" }
    }

    var by = Keeper.person
    var at: PointOfInterest?
    var space: Space?
    var tap: TapID?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("by", &by, "a wish with its keeper")
        fields.field("at", &at)
        fields.field("in", &space)
        fields.field("tap", &tap)
    }

    var wish: KeepWish {
        guard let at else { return KeepWish(.held, by: by, tap: tap) }
        return KeepWish(space == .picture ? .picture(x: at.x, y: at.y) : .view(x: at.x, y: at.y), by: by, tap: tap)
    }
}

extension KeepRecord {
    init(_ wish: KeepWish) {
        (by, tap) = (wish.keeper, wish.tap)
        switch wish.place {
        case .view(let x, let y): at = PointOfInterest(x: x, y: y)
        case .picture(let x, let y):
            at = PointOfInterest(x: x, y: y)
            space = .picture
        case .held: break
        }
    }
}

/// A wish for another zoom. Without a target: where it is now.
struct ZoomRecord: DefaultRecord {
    var linear: Double?
    var factor: Double?
    var isOriginal = false
    var rate: Double?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("linear", &linear)
        fields.field("factor", &factor)
        fields.field("original", &isOriginal, unless: false)
        fields.field("rate", &rate)
    }

    var wish: ZoomWish {
        if let linear { return ZoomWish(.linear(linear), rate: rate) }
        if let factor { return ZoomWish(.factor(factor), rate: rate) }
        return ZoomWish(isOriginal ? .original : .here, rate: rate)
    }
}

extension ZoomRecord {
    init(_ wish: ZoomWish) {
        rate = wish.rate
        switch wish.target {
        case .linear(let share): linear = share
        case .factor(let times): factor = times
        case .original: isOriginal = true
        case .here: break
        }
    }
}

/// The fate of a request for frames.
struct FramesRecord: DefaultRecord {
    var request: UInt32?
    var errno: Int32?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("request", &request)
        fields.field("errno", &errno)
    }
}

extension FramesBegan: LineRecord {
    package static var blank: FramesBegan { FramesBegan(request: 0) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("request", &request)
        fields.field("size", &width, &height)
        fields.field("interval", &interval)
        fields.field("measure", &measure, unless: 1)
    }
}

extension FrameHolder: LineRecord {
    package static var blank: FrameHolder { FrameHolder(givesFrames: false) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("measures", &givesFrames)
        fields.field("taps", &sendsTaps)
    }
}

extension FrameStatistics: LineRecord {
    package static var blank: FrameStatistics {
        FrameStatistics(request: 0, sequence: 0, captured: Instant(nanoseconds: 0), sharpness: 0, mean: 0)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("request", &request)
        fields.field("sequence", &sequence)
        fields.field("captured", &captured)
        fields.field("lens", &lens)
        fields.field("exposure", &exposure)
        fields.field("gain", &gain)
        fields.field("sharpness", &sharpness)
        fields.field("mean", &mean)
        fields.field("bright", &bright)
        fields.field("dark", &dark)
        fields.field("grid", &grid)
    }
}

extension ControlResult: LineRecord {
    package static var blank: ControlResult { ControlResult(call: 0, errno: 0) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("call", &call)
        fields.field("errno", &errno)
        fields.field("values", &values)
    }
}

/// The place where an application shows the picture.
extension ViewPlacement: LineRecord {
    package static var blank: ViewPlacement {
        ViewPlacement(screen: ScreenSize(width: 0, height: 0), view: ViewRectangle(x: 0, y: 0, width: 0, height: 0))
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("screen", &screen)
        fields.field("view", &view)
        fields.field("videoGravity", &videoGravity)
        fields.field("rotation", &rotation)
        fields.field("mirrored", &isMirrored)
    }
}
