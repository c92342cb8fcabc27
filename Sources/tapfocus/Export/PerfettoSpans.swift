import FocusCore
import StateTrace

/// The stretches of time of a session that have begun and not ended: the state, timers, contacts, a call, the stream, a tap
/// that settles.
struct PerfettoSpans {
    private let process: Int
    /// The report is nil if the state was entered before the recording begins.
    private var state: (name: String, report: StateReport?, start: TimeSpan)?
    /// The id of each armed timer's span.
    private var timers: [TimerID: String] = [:]
    /// The id of each contact's span, by slot.
    private var touches: [Int32: String] = [:]
    private var call: (id: UInt32, words: String, start: TimeSpan)?
    private var stream: String?
    private var settling: String?
    /// The number of ids given.
    private var ids = 0

    /// No screen has more contacts (`TouchFrameTranslator`).
    private static let mostTouches = 64

    init(process: Int = 0) {
        self.process = process
    }

    private mutating func nextID() -> String {
        ids += 1
        return "\(process).\(ids)"
    }

    private func place(_ lane: PerfettoLane, _ time: TimeSpan) -> PerfettoEvents.Place {
        PerfettoEvents.Place(process: process, lane: lane, time: time)
    }

    mutating func enter(_ report: StateReport, at time: TimeSpan, _ events: inout PerfettoEvents) {
        endState(at: time, &events)
        state = (report.state.name.description, report, time)
        guard report.rule == .tapped else { return }
        endSettling("overtaken", at: time, &events)
        let id = nextID()
        settling = id
        events.begin("settling", id: id, place(.taps, time))
    }

    /// The session goes on in the state of a snapshot.
    mutating func resume(_ snapshot: TraceSnapshot, at time: TimeSpan, _ events: inout PerfettoEvents) {
        endState(at: time, &events)
        state = snapshot.state.map { (InputWords.plain($0), nil, time) }
    }

    /// The accepted tap has come to rest.
    mutating func settle(_ words: String, at time: TimeSpan, _ events: inout PerfettoEvents) {
        endSettling(words, at: time, &events)
    }

    mutating func beginTimer(_ id: TimerID, due: TimeSpan, at time: TimeSpan, _ events: inout PerfettoEvents) {
        endTimer(id, "armed again", at: time, &events)
        let span = nextID()
        timers[id] = span
        events.begin(id.name.description, id: span, place(.timers, time)) { $0.text("due", TableRow.seconds(due)) }
    }

    mutating func endTimer(_ id: TimerID, _ reason: String, at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let span = timers.removeValue(forKey: id) else { return }
        events.end(id.name.description, id: span, place(.timers, time)) { $0.text("end", reason) }
    }

    mutating func add(_ contact: TouchContact, at time: TimeSpan, _ events: inout PerfettoEvents) {
        let name = "finger \(contact.slot)"
        switch contact.phase {
        case .move: return
        case .down:
            endTouch(contact.slot, at: time, &events)
            guard touches.count < Self.mostTouches else { return }
            let id = nextID()
            touches[contact.slot] = id
            events.begin(name, id: id, place(.touches, time)) { Self.write(contact, to: &$0) }
        case .up, .cancelled:
            guard let id = touches.removeValue(forKey: contact.slot) else { return }
            events.end(name, id: id, place(.touches, time)) { Self.write(contact, to: &$0) }
        }
    }

    mutating func endTouches(at time: TimeSpan, _ events: inout PerfettoEvents) {
        for slot in touches.keys.sorted() { endTouch(slot, at: time, &events) }
    }

    private mutating func endTouch(_ slot: Int32, at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let id = touches.removeValue(forKey: slot) else { return }
        events.end("finger \(slot)", id: id, place(.touches, time))
    }

    mutating func begin(_ call: ControlCall, _ words: String, at time: TimeSpan) {
        self.call = (call.id, words, time)
    }

    mutating func endCall(_ result: ControlResult, at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let begun = call, begun.id == result.call else { return }
        call = nil
        let duration = Self.duration(from: begun.start, to: time)
        events.span(begun.words, place(.calls, begun.start), for: duration) { $0.field("errno", result.errno) }
    }

    mutating func beginStream(_ request: UInt32, at time: TimeSpan, _ events: inout PerfettoEvents) {
        endStream("another begins", at: time, &events)
        let id = nextID()
        stream = id
        events.begin("frames", id: id, place(.frames, time)) { $0.field("request", request) }
    }

    mutating func endStream(_ reason: String, at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let id = stream else { return }
        stream = nil
        events.end("frames", id: id, place(.frames, time)) { $0.text("end", reason) }
    }

    /// Ends everything, at the end of the session.
    mutating func endAll(at time: TimeSpan, _ events: inout PerfettoEvents) {
        endState(at: time, &events)
        for timer in TimerID.allCases { endTimer(timer, "the session has ended", at: time, &events) }
        endTouches(at: time, &events)
        endStream("the session has ended", at: time, &events)
        endSettling("the session has ended", at: time, &events)
        call = nil
    }

    private mutating func endSettling(_ reason: String, at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let id = settling else { return }
        settling = nil
        events.end("settling", id: id, place(.taps, time)) { $0.text("end", reason) }
    }

    private mutating func endState(at time: TimeSpan, _ events: inout PerfettoEvents) {
        guard let (name, report, start) = state else { return }
        state = nil
        let duration = Self.duration(from: start, to: time)
        events.span(name, place(.states, start), for: duration) { json in
            guard let report else { return }
            json.text("rule", report.rule.name.description)
            json.text("cause", report.cause.name.description)
            if let moved = report.moved { json.text("moved", moved.name.description) }
            guard let point = report.point, point.x.isFinite, point.y.isFinite else { return }
            json.field("x", point.x)
            json.field("y", point.y)
        }
    }

    private static func write(_ contact: TouchContact, to json: inout JSONLine) {
        json.field("x", contact.x)
        json.field("y", contact.y)
    }

    private static func duration(from start: TimeSpan, to end: TimeSpan) -> TimeSpan {
        Instant(nanoseconds: end.nanoseconds).since(Instant(nanoseconds: start.nanoseconds))
    }
}
