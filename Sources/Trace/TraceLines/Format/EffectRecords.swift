import FocusCore

// The objects in effects. Replay compares their bytes.

/// A call to the camera. In version 1 the calls that begin and end a stream are among them.
struct CallRecord: DefaultRecord {
    var id: UInt32 = 0
    var write: InlineList<4, ControlSetting>?
    var read: InlineList<4, ControlID>?
    var startFrames: FrameRequest?
    var stopFrames: EmptyObject?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("write", &write)
        fields.field("read", &read)
        fields.field("startFrames", &startFrames)
        fields.field("stopFrames", &stopFrames)
    }

    /// Nil for a call that this version does not know.
    var effect: Effect? {
        if let write { return .call(ControlCall(id: id, operation: .write(write))) }
        if let read { return .call(ControlCall(id: id, operation: .read(read))) }
        if let startFrames { return .requestFrames(id: id, startFrames) }
        return stopFrames.map { _ in .releaseFrames(id: id) }
    }
}

extension CallRecord {
    init(_ call: ControlCall) {
        id = call.id
        switch call.operation {
        case .write(let settings): write = settings
        case .read(let ids): read = ids
        }
    }
}

/// A request for frames, or the end of one.
struct FramesDemandRecord: DefaultRecord {
    var id: UInt32 = 0
    /// Nil for the end.
    var measure: FrameRequest?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("measure", &measure)
    }
}

extension FrameRequest: LineRecord {
    package static var blank: FrameRequest { FrameRequest(focus: .whole, exposure: .whole) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("focus", &focus)
        fields.field("exposure", &exposure)
        fields.field("grid", &includesGrid)
        fields.field("interval", &interval)
        fields.field("firstFrameTime", &firstFrameTime)
    }
}

/// An effect that is written as its name, with its details beside it.
struct NamedEffect: DefaultRecord {
    var ignored: TapIgnored?
    var refused: TapRefused?
    var fault: FaultName?
    var tap: TapID?
    var control: ControlID?
    var errno: Int32?
    /// In EV.
    var missing: Double?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.field("tapIgnored", &ignored)
        fields.field("tapRefused", &refused)
        fields.field("fault", &fault)
        fields.field("tap", &tap)
        fields.field("control", &control)
        fields.field("errno", &errno)
        fields.field("missing", &missing)
    }

    /// Nil where no name is given.
    var effect: Effect? {
        if let ignored { return .tapIgnored(ignored, tap: tap) }
        if let refused { return .tapRefused(refused, tap: tap) }
        guard let name = fault?.name.description else { return nil }
        return Fault.all(control ?? ControlID(rawValue: 0), errno: errno ?? 0, missing: missing ?? 0)
            .first { $0.name.description == name }.map { .fault($0) }
    }
}

extension NamedEffect {
    init(_ fault: Fault) {
        self.init(fault: FaultName(fault: fault), control: fault.control, errno: fault.errno)
        if case .compensationLimited(let missing) = fault { self.missing = missing }
    }
}

/// The end of the engine's work.
struct StoppedRecord: DefaultRecord {
    var isComplete = false

    mutating func describe(_ fields: inout some FieldVisitor) { fields.field("complete", &isComplete) }
}

extension SettledReport: LineRecord {
    package static var blank: SettledReport {
        SettledReport(focus: nil, focusLevel: .none, exposure: nil, exposureLevel: .none)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.nullable("focus", &focus)
        fields.field("focusLevel", &focusLevel)
        fields.nullable("exposure", &exposure)
        fields.field("exposureLevel", &exposureLevel)
        fields.field("verified", &verified)
        fields.field("focusReason", &focusReason)
        fields.field("exposureReason", &exposureReason)
        fields.field("tap", &tap)
    }
}

extension FocusSearchReport: LineRecord {
    package static var blank: FocusSearchReport {
        FocusSearchReport(
            outcome: .unfinished, position: 0, start: 0, evaluations: 0, frames: 0, sharpness: 0, lowest: 0)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("outcome", &outcome, "a search with its outcome")
        fields.field("start", &start)
        fields.field("position", &position)
        fields.field("evaluations", &evaluations)
        fields.field("frames", &frames)
        fields.field("sharpness", &sharpness)
        fields.field("lowest", &lowest)
    }
}

extension ExposureReport: LineRecord {
    package static var blank: ExposureReport {
        ExposureReport(outcome: .gaveUp, time: 0, gain: nil, mean: 0, target: 0, frames: 0)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("outcome", &outcome, "a search with its outcome")
        fields.field("exposureTime", &time)
        fields.field("gain", &gain)
        fields.field("mean", &mean)
        fields.field("target", &target)
        fields.field("frames", &frames)
    }
}

extension LevelReport: LineRecord {
    package static var blank: LevelReport {
        let none = LevelFinding(level: .none, reason: .noAutomatic)
        return LevelReport(focus: none, exposure: none)
    }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("focus", &focus.level, "two levels with their reasons")
        fields.required("focusReason", &focus.reason, "two levels with their reasons")
        fields.required("exposure", &exposure.level, "two levels with their reasons")
        fields.required("exposureReason", &exposure.reason, "two levels with their reasons")
    }
}

extension ZoomReport: LineRecord {
    package static var blank: ZoomReport { ZoomReport(linear: 0, factor: nil, largest: nil, point: nil) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("linear", &linear, "a zoom with its place in the range")
        fields.field("factor", &factor)
        fields.field("largest", &largest)
        fields.field("ramping", &isRamping, unless: false)
        fields.field("point", &point)
    }
}

/// The keeper of what is held; null: nobody keeps it.
struct KeptRecord: DefaultRecord {
    var by: Keeper?
    var tap: TapID?

    mutating func describe(_ fields: inout some FieldVisitor) {
        fields.nullable("by", &by)
        fields.field("tap", &tap)
    }
}

extension LightReport: LineRecord {
    package static var blank: LightReport { LightReport(isOn: false, exposure: nil) }

    package mutating func describe(_ fields: inout some FieldVisitor) {
        fields.required("on", &isOn, "a light that is on or off")
        fields.nullable("exposure", &exposure)
    }
}
