import FocusCore
import StateTrace

/// A trace as a time line for Perfetto, in Chrome's trace format.
struct PerfettoExport: TraceExport {
    private var clock = TraceClock()
    private var calls = RecordedCalls()
    private var events = PerfettoEvents()
    private var spans = PerfettoSpans()
    private var process = 0
    private var time = TimeSpan.zero

    var beginning: [UInt8] { Array(PerfettoEvents.beginning.utf8) }

    mutating func bytes(for event: TraceEvent) -> [UInt8] {
        switch event {
        case .session(let session, _): begin(session)
        case .input(let input, let camera, _):
            clock.observe(input.time)
            time = clock.relative(input.time)
            add(input.event, camera)
        case .effects(let effects, _): effects.forEach { add($0) }
        case .remark: break
        case .mark(let text, let moment, _):
            time = clock.relative(moment)
            events.instant(InputWords.plain(text), place(.taps), isWide: true)
        case .snapshot(let snapshot, let isBeginning, _):
            if isBeginning { resume(snapshot) }
        case .end: spans.endAll(at: time, &events)
        }
        return events.removeBytes()
    }

    mutating func ending() -> [UInt8] {
        spans.endAll(at: time, &events)
        return events.removeBytes() + Array(PerfettoEvents.ending.utf8)
    }

    private mutating func begin(_ session: TraceSession) {
        spans.endAll(at: time, &events)
        clock.begin(session)
        calls = RecordedCalls(version: session.version)
        process += 1
        spans = PerfettoSpans(process: process)
        let parts = ["session \(session.id ?? String(process))", session.camera, session.wallClock]
        events.introduce(process, InputWords.plain(parts.compactMap(\.self).joined(separator: ", ")))
    }

    /// A session that begins in the middle, behind its header or without one.
    private mutating func resume(_ snapshot: TraceSnapshot) {
        if process == 0 { begin(snapshot.session) }
        clock.resume(snapshot.session)
        time = clock.relative(beginning: snapshot.time)
        spans.resume(snapshot, at: time, &events)
    }

    private func place(_ lane: PerfettoLane) -> PerfettoEvents.Place {
        PerfettoEvents.Place(process: process, lane: lane, time: time)
    }

    private mutating func add(_ event: Input.Event, _ camera: TraceCamera?) {
        switch event {
        case .touch(let contact): spans.add(contact, at: time, &events)
        case .touchesLost:
            spans.endTouches(at: time, &events)
            events.instant("touches lost", place(.touches))
        case .acceleration(let sample):
            events.counter("acceleration", place(.motion), ["x": sample.x, "y": sample.y, "z": sample.z])
        case .timer(let id, _): spans.endTimer(id, "expired", at: time, &events)
        case .cameraAnswered(let result): answered(result)
        case .frames(.measured(let frame)):
            events.counter("sharpness", place(.focus), ["sharpness": frame.sharpness])
            events.counter("mean luma", place(.exposure), ["mean": frame.mean])
            curves(lens: frame.lens, exposure: frame.exposure, gain: frame.gain)
        case .frames(.began(let began)): spans.beginStream(began.request, at: time, &events)
        case .frames(.ended), .frames(.lost): spans.endStream(InputWords.words(for: event), at: time, &events)
        case .frames(.unavailable): events.instant(InputWords.words(for: event), place(.frames))
        case .viewTapped, .pictureTapped, .tapsSent, .viewShown, .start, .stop:
            events.instant(InputWords.words(for: event), place(.taps))
        case .controlsChanged: events.instant(InputWords.words(for: event), place(.calls))
        case .exposureCompensation, .temporaryCompensation:
            events.instant(InputWords.words(for: event), place(.exposure))
        case .cameraArrived, .cameraLeft, .cameraImage, .touchscreenArrived, .touchscreenLeft, .accelerometerArrived,
            .accelerometerLeft, .framesHeld, .viewPlaced:
            events.instant(InputWords.words(for: event, camera: camera), place(.devices))
        }
    }

    private mutating func add(_ effect: Effect) {
        calls.remember(effect)
        let words = EffectWords.words(for: effect) { TableRow.seconds(clock.relative($0)) }
        switch effect {
        case .state(let report): spans.enter(report, at: time, &events)
        case .arm(let id, let deadline, _):
            spans.beginTimer(id, due: clock.relative(deadline), at: time, &events)
        case .disarm(let id): spans.endTimer(id, "disarmed", at: time, &events)
        case .call(let call): spans.begin(call, words, at: time)
        case .settled:
            spans.settle(words, at: time, &events)
            events.instant(words, place(.taps))
        case .tapIgnored, .tapRefused: events.instant(words, place(.taps))
        case .searched(let report):
            events.instant(words, place(.focus))
            curves(lens: report.position, exposure: nil, gain: nil)
        case .exposed, .compensationTakenBack: events.instant(words, place(.exposure))
        case .motionSensor: events.instant(words, place(.motion))
        case .fault: events.instant(words, place(.faults), isWide: true)
        case .requestFrames, .releaseFrames: events.instant(words, place(.frames))
        case .levels, .stopped: events.instant(words, place(.devices))
        }
    }

    private mutating func answered(_ result: ControlResult) {
        spans.endCall(result, at: time, &events)
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
        if let lens { events.counter("lens", place(.focus), ["position": Double(lens)]) }
        if let exposure { events.counter("exposure time", place(.exposure), ["100 µs": Double(exposure)]) }
        if let gain { events.counter("gain", place(.exposure), ["gain": Double(gain)]) }
    }
}
