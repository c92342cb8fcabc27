import FocusCore
import JSONLines
import StateTrace

/// Writes events of Chrome's trace format, a line for each. A session is a process, and a lane is a thread.
struct PerfettoEvents {
    typealias Details = (inout JSONLine) -> Void

    /// The session's number, from 1.
    private(set) var process = 0
    /// The time of the next events, since the trace's first input.
    var time = TimeSpan.zero
    /// The events since the last `removeBytes`.
    private var bytes: [UInt8] = []
    private var isFirst = true
    private var line = JSONLine()
    /// The ids of the session's spans that have begun and not ended.
    private var open: [PerfettoSpan: String] = [:]
    private var ids = 0

    static let beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
    static let ending = "\n]}\n"
    /// No screen has more contacts (`TouchFrameTranslator`).
    private static let mostTouches = 64

    mutating func removeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Begins a process, and names it and its lanes.
    mutating func beginSession(_ title: String) {
        process += 1
        open = [:]
        ids = 0
        metadata("process_name", nil) { $0.text("name", title) }
        metadata("process_sort_index", nil) { [process] in $0.field("sort_index", process) }
        for lane in PerfettoLane.allCases {
            metadata("thread_name", lane) { $0.text("name", lane.title) }
            metadata("thread_sort_index", lane) { $0.field("sort_index", lane.number) }
        }
    }

    /// A stretch from a time until now.
    mutating func span(_ name: String, _ lane: PerfettoLane, since start: TimeSpan, _ details: Details) {
        let duration = Instant(nanoseconds: time.nanoseconds).since(Instant(nanoseconds: start.nanoseconds))
        event("X", name, lane, at: start, details) { json in
            json.key("dur")
            json.append(contentsOf: max(duration, .zero).decimal(digits: 3).utf8)
        }
    }

    /// The beginning of a stretch that may overlap others of its lane.
    mutating func begin(_ span: PerfettoSpan, _ details: Details = { _ in }) {
        guard !span.isTouch || open.keys.count(where: { $0.isTouch }) < Self.mostTouches else { return }
        ids += 1
        let id = "\(process).\(ids)"
        open[span] = id
        event("b", span.name, span.lane, at: time, details) { $0.text("id", id) }
    }

    mutating func end(_ span: PerfettoSpan, _ details: Details = { _ in }) {
        guard let id = open.removeValue(forKey: span) else { return }
        event("e", span.name, span.lane, at: time, details) { $0.text("id", id) }
    }

    mutating func end(_ span: PerfettoSpan, because reason: String) { end(span) { $0.text("end", reason) } }

    mutating func endTouches() { for slot in open.keys.compactMap({ $0.slot }).sorted() { end(.touch(slot)) } }

    mutating func endAll(because reason: String) {
        for timer in TimerID.allCases { end(.timer(timer), because: reason) }
        endTouches()
        end(.stream, because: reason)
        end(.settling, because: reason)
    }

    /// - Parameter isWide: true to draw it through all lanes of the session.
    mutating func instant(_ name: String, _ lane: PerfettoLane, isWide: Bool = false) {
        event("i", name, lane, at: time, { _ in }, { $0.text("s", isWide ? "p" : "t") })
    }

    /// The values of a curve. Numbers that JSON does not have are left out.
    mutating func counter(_ name: String, _ lane: PerfettoLane, _ values: KeyValuePairs<StaticString, Double>) {
        guard values.allSatisfy({ $0.value.isFinite }) else { return }
        event("C", name, lane, at: time, { json in for (name, value) in values { json.field(name, value) } }, { _ in })
    }

    private mutating func metadata(_ name: StaticString, _ lane: PerfettoLane?, _ details: Details) {
        beginLine()
        line.text("name", name.description)
        line.text("ph", "M")
        line.field("pid", process)
        if let lane { line.field("tid", Self.thread(process, lane)) }
        endLine(details)
    }

    private mutating func event(
        _ phase: String, _ name: String, _ lane: PerfettoLane, at time: TimeSpan, _ details: Details, _ more: Details
    ) {
        beginLine()
        line.text("name", name)
        line.text("cat", lane.title)
        line.text("ph", phase)
        line.key("ts")
        line.append(contentsOf: time.decimal(digits: 3).utf8)
        line.field("pid", process)
        line.field("tid", Self.thread(process, lane))
        more(&line)
        endLine(details)
    }

    /// Perfetto takes a thread's number as unique among all processes.
    static func thread(_ process: Int, _ lane: PerfettoLane) -> Int { process * 100 + lane.number }

    private mutating func beginLine() {
        line.removeAll()
        line.open("{")
    }

    private mutating func endLine(_ details: Details) {
        line.key("args")
        line.object(details)
        line.close("}")
        if !isFirst { bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")] }
        isFirst = false
        bytes += line.bytes
    }
}

/// The lanes of a time line in Perfetto, in their order from the top, by their titles. Each session has its own.
enum PerfettoLane: String, CaseIterable {
    case states = "state"
    case taps
    case touches = "touch"
    case motion, timers, focus, exposure
    case calls = "calls to the camera"
    case frames, devices, faults

    var title: String { rawValue }
    /// From 1.
    var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
}

/// A stretch of time that may overlap others of its lane: an armed timer, a contact, the stream, a tap that settles.
enum PerfettoSpan: Hashable {
    case timer(TimerID)
    /// By the slot of the contact.
    case touch(Int32)
    case stream, settling

    var name: String { place.name }
    var lane: PerfettoLane { place.lane }

    private var place: (name: String, lane: PerfettoLane) {
        switch self {
        case .timer(let id): (id.name.description, .timers)
        case .touch(let slot): ("finger \(slot)", .touches)
        case .stream: ("frames", .frames)
        case .settling: ("settling", .taps)
        }
    }

    var slot: Int32? { if case .touch(let slot) = self { slot } else { nil } }
    var isTouch: Bool { slot != nil }
}
