import FocusCore
import StateTrace

/// Writes events of Chrome's trace format, a line for each. A session is a process, and a lane is a thread.
struct PerfettoEvents {
    /// The events since the last `take`.
    private var bytes: [UInt8] = []
    private var isFirst = true
    private var line = JSONLine()

    static let beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
    static let ending = "\n]}\n"

    /// The place of an event.
    struct Place {
        /// The session's number, from 1.
        var process: Int
        var lane: PerfettoLane
        /// Since the trace's first input.
        var time: TimeSpan
    }

    mutating func removeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// The names of a process and of its lanes.
    mutating func introduce(_ process: Int, _ title: String) {
        metadata("process_name", process, nil) { $0.text("name", title) }
        metadata("process_sort_index", process, nil) { $0.field("sort_index", process) }
        for lane in PerfettoLane.allCases {
            metadata("thread_name", process, lane) { $0.text("name", lane.title) }
            metadata("thread_sort_index", process, lane) { $0.field("sort_index", lane.number) }
        }
    }

    /// A stretch of time whose end is known.
    mutating func span(
        _ name: String, _ place: Place, for duration: TimeSpan, _ details: (inout JSONLine) -> Void = { _ in }
    ) {
        event("X", name, place, details) { json in
            json.key("dur")
            json.append(contentsOf: Self.microseconds(max(duration, .zero)).utf8)
        }
    }

    /// The beginning of a stretch that may overlap others of its lane.
    /// - Parameter id: is the same at its end.
    mutating func begin(_ name: String, id: String, _ place: Place, _ details: (inout JSONLine) -> Void = { _ in }) {
        event("b", name, place, details) { $0.text("id", id) }
    }

    mutating func end(_ name: String, id: String, _ place: Place, _ details: (inout JSONLine) -> Void = { _ in }) {
        event("e", name, place, details) { $0.text("id", id) }
    }

    /// - Parameter isWide: true to draw it through all lanes of the session.
    mutating func instant(
        _ name: String, _ place: Place, isWide: Bool = false, _ details: (inout JSONLine) -> Void = { _ in }
    ) {
        event("i", name, place, details) { $0.text("s", isWide ? "p" : "t") }
    }

    /// The values of a curve. Numbers that JSON does not have are left out.
    mutating func counter(_ name: String, _ place: Place, _ values: KeyValuePairs<StaticString, Double>) {
        guard values.allSatisfy({ $0.value.isFinite }) else { return }
        event(
            "C", name, place,
            { json in
                for (name, value) in values { json.field(name, value) }
            }, { _ in })
    }

    private mutating func metadata(
        _ name: StaticString, _ process: Int, _ lane: PerfettoLane?, _ details: (inout JSONLine) -> Void
    ) {
        beginLine()
        line.text("name", name.description)
        line.text("ph", "M")
        line.field("pid", process)
        if let lane {
            line.field("tid", Self.thread(process, lane))
        }
        endLine(details)
    }

    private mutating func event(
        _ phase: String, _ name: String, _ place: Place, _ details: (inout JSONLine) -> Void,
        _ more: (inout JSONLine) -> Void
    ) {
        beginLine()
        line.text("name", name)
        line.text("cat", place.lane.title)
        line.text("ph", phase)
        line.key("ts")
        line.append(contentsOf: Self.microseconds(place.time).utf8)
        line.field("pid", place.process)
        line.field("tid", Self.thread(place.process, place.lane))
        more(&line)
        endLine(details)
    }

    /// Perfetto takes a thread's number as unique among all processes.
    static func thread(_ process: Int, _ lane: PerfettoLane) -> Int { process * 100 + lane.number }

    private mutating func beginLine() {
        line.removeAll()
        line.open("{")
    }

    private mutating func endLine(_ details: (inout JSONLine) -> Void) {
        line.key("args")
        line.open("{")
        details(&line)
        line.close("}")
        line.close("}")
        if !isFirst { bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")] }
        isFirst = false
        bytes += line.bytes
    }

    /// Microseconds with three decimals: exact.
    private static func microseconds(_ span: TimeSpan) -> String {
        let (whole, rest) = span.nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = String(rest)
        return "\(span.nanoseconds < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
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
