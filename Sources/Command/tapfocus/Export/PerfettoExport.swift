import FocusCore
import JSONLines
import StateTrace

/// A trace as a time line for Perfetto, in Chrome's trace format.
struct PerfettoExport: ExportFormat {
    private var clock = TraceClock()
    private var calls = RecordedCalls()
    private var events = PerfettoEvents()
    /// The present state. The report is nil if it was entered before the recording begins.
    private var state: (name: String, report: StateReport?, start: TimeSpan)?
    private var call: (id: UInt32, words: String, start: TimeSpan)?

    var beginning: [UInt8] { Array(PerfettoEvents.beginning.utf8) }

    mutating func bytes(for event: TraceEvent) -> [UInt8] {
        switch event {
        case .session(let session, _): begin(session)
        case .input(let input, let camera, _):
            clock.observe(input.time)
            events.time = clock.relative(input.time)
            add(input.event, camera)
        case .effects(let effects, _): effects.forEach { add($0) }
        case .remark: break
        case .mark(let text, let moment, _):
            events.time = clock.relative(moment)
            events.instant(InputWords.plain(text), .taps, isWide: true)
        case .snapshot(let snapshot, let isBeginning, _): if isBeginning { resume(snapshot) }
        case .end: endSession()
        }
        return events.removeBytes()
    }

    mutating func ending() -> [UInt8] {
        endSession()
        return events.removeBytes() + Array(PerfettoEvents.ending.utf8)
    }

    private mutating func begin(_ session: TraceSession) {
        endSession()
        clock.begin(session)
        calls = RecordedCalls(version: session.version)
        let parts = ["session \(session.id ?? String(events.process + 1))", session.camera, session.wallClock]
        events.beginSession(InputWords.plain(parts.compactMap(\.self).joined(separator: ", ")))
    }

    /// A session that begins in the middle, behind its header or without one.
    private mutating func resume(_ snapshot: TraceSnapshot) {
        if events.process == 0 { begin(snapshot.session) }
        clock.resume(snapshot.session)
        events.time = clock.relative(beginning: snapshot.time)
        endState()
        state = snapshot.state.map { (InputWords.plain($0), nil, events.time) }
    }

    private mutating func endSession() {
        endState()
        events.endAll(because: "the session has ended")
        call = nil
    }

    private mutating func endState() {
        guard let (name, report, start) = state else { return }
        state = nil
        events.span(name, .states, since: start) { json in
            guard let report else { return }
            json.text("rule", report.rule.name.description)
            json.text("cause", report.cause.name.description)
            if let moved = report.moved { json.text("moved", moved.name.description) }
            guard let point = report.point, point.x.isFinite, point.y.isFinite else { return }
            json.field("x", point.x)
            json.field("y", point.y)
        }
    }

    private mutating func add(_ event: Input.Event, _ camera: TraceCamera?) {
        func words() -> String { InputWords.words(for: event, camera: camera) }
        switch event {
        case .touch(let contact): add(contact)
        case .touchesLost:
            events.endTouches()
            events.instant("touches lost", .touches)
        case .acceleration(let sample):
            events.counter("acceleration", .motion, ["x": sample.x, "y": sample.y, "z": sample.z])
        case .timer(let id, _): events.end(.timer(id), because: "expired")
        case .cameraAnswered(let result): answered(result)
        case .frames(.measured(let frame)):
            events.counter("sharpness", .focus, ["sharpness": frame.sharpness])
            events.counter("mean luma", .exposure, ["mean": frame.mean])
            curves(lens: frame.lens, exposure: frame.exposure, gain: frame.gain)
        case .frames(.began(let began)):
            events.end(.stream, because: "another begins")
            events.begin(.stream) { $0.field("request", began.request) }
        case .frames(.ended), .frames(.lost): events.end(.stream, because: words())
        case .frames(.unavailable): events.instant(words(), .frames)
        case .viewTapped, .pictureTapped, .tapsSent, .keep, .keepEnded, .viewShown, .start, .stop:
            events.instant(words(), .taps)
        case .controlsChanged, .zoom, .zoomChanged, .shutterChanged, .lightChanged: events.instant(words(), .calls)
        case .exposureCompensation, .temporaryCompensation: events.instant(words(), .exposure)
        case .lensOffset: events.instant(words(), .focus)
        default: events.instant(words(), .devices)
        }
    }

    private mutating func add(_ contact: TouchContact) {
        func place(_ json: inout JSONLine) {
            json.field("x", contact.x)
            json.field("y", contact.y)
        }
        switch contact.phase {
        case .move: break
        case .down:
            events.end(.touch(contact.slot))
            events.begin(.touch(contact.slot), place)
        case .up, .cancelled: events.end(.touch(contact.slot), place)
        }
    }

    private mutating func add(_ effect: Effect) {
        calls.remember(effect)
        let words = EffectWords.words(for: effect) { clock.relative($0).exactSeconds }
        switch effect {
        case .state(let report):
            endState()
            state = (report.state.name.description, report, events.time)
            guard report.rule == .tapped else { return }
            events.end(.settling, because: "overtaken")
            events.begin(.settling)
        case .arm(let id, let deadline, _):
            let due = clock.relative(deadline).exactSeconds
            events.end(.timer(id), because: "armed again")
            events.begin(.timer(id)) { $0.text("due", due) }
        case .disarm(let id): events.end(.timer(id), because: "disarmed")
        case .call(let asked): call = (asked.id, words, events.time)
        case .settled:
            events.end(.settling, because: words)
            events.instant(words, .taps)
        case .tapIgnored, .tapRefused, .kept: events.instant(words, .taps)
        case .searched(let report):
            events.instant(words, .focus)
            curves(lens: report.position, exposure: nil, gain: nil)
        case .exposed, .relit, .compensationTakenBack: events.instant(words, .exposure)
        case .motionSensor: events.instant(words, .motion)
        case .fault: events.instant(words, .faults, isWide: true)
        case .requestFrames, .releaseFrames: events.instant(words, .frames)
        case .levels, .zoomed, .shutter, .cameraReleased, .stopped: events.instant(words, .devices)
        }
    }

    private mutating func answered(_ result: ControlResult) {
        if let asked = call, asked.id == result.call {
            call = nil
            events.span(asked.words, .calls, since: asked.start) { $0.field("errno", result.errno) }
        }
        guard case .controls(let operation)? = calls.request(of: result.call) else { return }
        let controls =
            switch operation {
            case .write(let settings): settings.elements.map(\.id)
            case .read(let ids): ids.elements
            }
        for (index, control) in controls.enumerated() {
            guard let value = (result.values[index] ?? nil)?.integer else { continue }
            switch control {
            case .focusAbsolute: curves(lens: value, exposure: nil, gain: nil)
            case .exposureAbsolute: curves(lens: nil, exposure: value, gain: nil)
            case .gain: curves(lens: nil, exposure: nil, gain: value)
            default: break
            }
        }
    }

    private mutating func curves(lens: Int64?, exposure: Int64?, gain: Int64?) {
        if let lens { events.counter("lens", .focus, ["position": Double(lens)]) }
        if let exposure { events.counter("exposure time", .exposure, ["100 µs": Double(exposure)]) }
        if let gain { events.counter("gain", .exposure, ["gain": Double(gain)]) }
    }
}
