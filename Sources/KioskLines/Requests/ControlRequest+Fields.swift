import FocusCore
import TraceLines

// The fields of requests, each described once for all that read, write or check it.

extension ControlRequest {
    /// The request before its fields are read: a field that is left out keeps this value.
    static func blank(_ name: Name) -> ControlRequest {
        switch name {
        case .tap: .tap(x: 0, y: 0)
        case .lock: .lock(LockWish())
        case .unlock: .unlock
        case .zoom: .zoom(.blank)
        case .light: .light(isOn: false)
        case .camera: .camera("")
        case .showView: .showView
        case .compensate: .compensate(ev: 0)
        case .view: .view(.blank)
        case .sendTaps: .sendTaps
        case .status: .status
        case .watch: .watch
        case .holdFrames: .holdFrames(HoldWish(camera: ""))
        case .frame: .frame(.blank)
        case .framesEnded: .framesEnded
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
        case .light(var isOn, var stays):
            fields.expect("a light needs on, true or false: your application has switched its lamp, and tells of it.")
            fields.required("on", &isOn)
            fields.field("stays", &stays, unless: false)
            self = .light(isOn: isOn, stays: stays)
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
        case .markTrace(var text):
            fields.expect("a mark needs a text of 1 to \(Self.longestMark) bytes.")
            fields.required("text", &text)
            if !(1...Self.longestMark ~= text.utf8.count) { fields.refuse(nil) }
            self = .markTrace(text)
        case .unlock, .sendTaps, .showView, .status, .watch, .framesEnded, .nextTrace: break
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

extension ViewPlacement {
    /// In a trace the fields have other forms.
    fileprivate mutating func describeRequest(_ fields: inout some LineVisitor) {
        fields.expect(
            "a view needs numbers x, y, width and height, and screen: [width, height], in one unit; besides it may "
                + "have videoGravity, rotation and mirrored (true or false).")
        fields.required("x", &view.x)
        fields.required("y", &view.y)
        fields.required("width", &view.width)
        fields.required("height", &view.height)
        fields.required("screen", &screen)
        fields.field("videoGravity", &videoGravity, "videoGravity is \"fill\", \"fit\" or \"stretch\".")
        fields.field("rotation", &rotation, "rotation is 0, 90, 180 or 270.")
        fields.field("mirrored", &isMirrored)
        guard !isUsable else { return }
        fields.refuse(
            "a view and its screen have a width and a height above 0, up to \(Int(Self.limit)), and a part of the view "
                + "is on the screen.")
    }
}

extension HeldFrame {
    fileprivate static var blank: HeldFrame {
        HeldFrame(
            request: 0, sequence: 0, time: Instant(nanoseconds: 0), sharpness: [], mean: 0, bright: 0, dark: 0)
    }

    fileprivate mutating func describe(_ fields: inout some LineVisitor) {
        fields.expect(
            "a frame needs id, sequence and captured (whole numbers), sharpness (a list), mean, bright and dark, and "
                + "if it was asked for a grid of 48 numbers, 0…255. It is ignored, and so are others like it.")
        fields.required("id", &request)
        fields.field("sequence", &sequence)
        var captured = time.nanoseconds / 1000
        fields.required("captured", &captured)
        let (nanoseconds, overflow) = captured.multipliedReportingOverflow(by: 1000)
        time = Instant(nanoseconds: overflow ? .max : nanoseconds)
        fields.required("sharpness", &sharpness)
        fields.required("mean", &mean)
        fields.required("bright", &bright)
        fields.required("dark", &dark)
        fields.field("grid", &grid)
    }
}
