import FocusCore
import KioskRuntime
import StateTrace

/// The notes of a page beside each line of the trace: the line in words, as `trace show` has it, and the numbers that only the
/// engine's own rules can derive from it.
///
/// | line | notes |
/// |---|---|
/// | header | s, its words |
/// | input | i, the seconds since the trace's first input, the time of day, its kind, its words, its numbers, its memory |
/// | effects | e, and for each effect its kind, its words, its numbers |
/// | snapshot at which a session begins | b, state, its words, the seconds since the trace's first input |
/// | end, any other snapshot | x |
///
/// The numbers of an acceleration: what the motion rule compares with its threshold. Of a touch, a tap and a tapped state: the
/// place in the view. Of a device: the view's shape, and two corners of the picture in it. The memory: 1 or 0, if the input has changed
/// the remembered bit "moved".
struct PageNotes {
    private var clock = TraceClock()
    private var calls = RecordedCalls()
    private var places = PagePlaces()
    private var motion = MotionDetector(settings: MotionSettings())
    private var moved = RememberedMotion()
    private var isAwake = false
    private var time = Instant(nanoseconds: 0)

    mutating func notes(for event: TraceEvent, _ line: UnsafeRawBufferPointer) -> [String] {
        switch event {
        case .session(let session, _):
            begin(session, Configuration(header: line) ?? Configuration())
            return ["s", TraceLog.heading(session)]
        case .input(let input, let camera, _): return notes(for: input, camera)
        case .effects(let effects, _): return notes(for: effects)
        case .mark(let text, let time, _):
            let seconds = String(printf: "%.6f", clock.relative(time).seconds)
            return ["m", seconds, clock.timeOfDay(time) ?? "", "-- \(InputWords.plain(text))"]
        case .snapshot(let snapshot, let isBeginning, _):
            guard isBeginning else { return ["x"] }
            let engine = EngineSnapshot.engine(inLine: line)
            if let demand = engine?.outlook.demand { calls.remember(demand) }
            moved.resume(engine)
            return resume(snapshot)
        case .remark, .end: return ["x"]
        }
    }

    private mutating func begin(_ session: TraceSession, _ configuration: Configuration) {
        clock.begin(session)
        calls = RecordedCalls(version: session.version)
        places.begin(configuration)
        motion = MotionDetector(settings: configuration.motion)
        moved.begin(configuration, version: session.version)
        isAwake = false
    }

    /// The page takes the state from the line itself.
    private mutating func resume(_ snapshot: TraceSnapshot) -> [String] {
        clock.resume(snapshot.session)
        let seconds = String(printf: "%.6f", clock.relative(beginning: snapshot.time).seconds)
        let state = snapshot.state.map { ": \($0)" } ?? ""
        return ["b", "state", InputWords.plain("the session goes on after input \(snapshot.inputs)\(state)"), seconds]
    }

    private mutating func notes(for input: Input, _ camera: TraceCamera?) -> [String] {
        clock.observe(input.time)
        time = input.time
        let request = calls.request(answeredBy: input.event)
        let hasOtherShape = places.follow(input.event)
        var numbers: [Double] = []
        if hasOtherShape {
            numbers = places.shape
        } else if let place = places.place(of: input.event) {
            numbers = [place.x, place.y]
        } else if case .acceleration(let sample) = input.event, let measure = measure(sample) {
            numbers = [measure]
        }
        let notes = [
            "i", String(printf: "%.6f", clock.relative(input.time).seconds), clock.timeOfDay(input.time) ?? "",
            Self.name(TraceKind.of(input.event, answering: request)),
            InputWords.words(for: input.event, camera: camera, answering: request), Self.text(numbers),
        ]
        return notes + (moved.follow(input).map { [$0 ? "1" : "0"] } ?? [])
    }

    /// The detector gets what the engine's own got: samples while the accelerometer is awake, and new beginnings.
    private mutating func measure(_ sample: Acceleration) -> Double? {
        guard isAwake, sample.isFinite else { return nil }
        let measure = motion.measure(of: sample, at: time)
        _ = motion.handle(sample, at: time)
        return measure
    }

    private mutating func notes(for effects: EffectList) -> [String] {
        var notes = ["e"]
        moved.confirm(effects)
        effects.forEach { effect in
            calls.remember(effect)
            var numbers: [Double] = []
            switch effect {
            case .motionSensor(let awake):
                isAwake = awake
                if awake { motion.restart(at: time) }
            case .state(let report):
                if report.rule == .tapped { motion.restart(at: time) }
                if let point = report.point {
                    let place = places.place(of: point)
                    numbers = [place.x, place.y]
                }
            default: break
            }
            let words = EffectWords.words(for: effect) { String(printf: "%.3f", clock.relative($0).seconds) }
            notes += [Self.name(TraceKind.of(effect)), words, Self.text(numbers)]
        }
        return notes
    }

    private static func name(_ kind: TraceKind?) -> String { kind?.rawValue ?? "" }

    /// Numbers beside each other; one that is not finite makes all of them unknown.
    private static func text(_ numbers: [Double]) -> String {
        guard numbers.allSatisfy(\.isFinite) else { return "" }
        return numbers.map { String(printf: "%.6g", $0) }.joined(separator: " ")
    }
}
