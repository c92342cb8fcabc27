import FocusCore
import SimulatedDevices
import StateChart
import Testing

/// An engine with a clock, its timers and a camera, and a record of its effects.
struct EngineRig {
    private(set) var engine: Engine
    private var charts = ChartMonitors()
    var camera: FakeCamera?
    private(set) var now = Instant(nanoseconds: 1_000_000_000)
    private(set) var effects: [Effect] = []
    /// Violations of the engine's rules.
    private(set) var violations: [String] = []
    /// The timers that are armed.
    private(set) var timers: [TimerID: (deadline: Instant, generation: UInt32)] = [:]
    /// The effect that the camera has not answered yet.
    private(set) var demand: Effect?
    private(set) var isSensorAwake = false
    private(set) var steps = 0
    /// The time of each write.
    private(set) var writeTimes: [Instant] = []
    private var random = SplitMix64(seed: 7)
    private var lastFrame = Instant(nanoseconds: 0)
    /// The frames for which the camera has not answered yet, in `film(_:answeringAfter:)`.
    private var framesWaited = 0
    /// True when calls are answered at once.
    var answersAtOnce = true

    init(_ configuration: Configuration = Configuration()) {
        engine = Engine(configuration: configuration)
    }

    /// A rig in continuousAuto with the camera and a sensor, after its start.
    init(started camera: CameraDescription, _ configuration: Configuration = Configuration()) {
        self.init(configuration)
        arrive(camera)
        send(.accelerometerArrived)
        send(.start)
    }

    @discardableResult
    mutating func send(_ event: Input.Event) -> [Effect] {
        let before = effects.count
        step(event)
        if answersAtOnce { answerAll() }
        return Array(effects[before...])
    }

    mutating func arrive(_ description: CameraDescription) {
        camera = FakeCamera(description)
        demand = nil
        send(.cameraArrived(description))
    }

    mutating func change(to configuration: Configuration) { engine.change(to: configuration) }

    mutating func leave() {
        camera = nil
        demand = nil
        send(.cameraLeft)
    }

    mutating func tap(_ x: Double, _ y: Double) { send(.viewTapped(x: x, y: y)) }

    /// The call under way; nil where there is none, or frames are asked for.
    var call: ControlCall? { if case .call(let call) = demand { call } else { nil } }

    /// True if the answer to a request for frames is awaited.
    var isRequestingFrames: Bool { if case .requestFrames = demand { true } else { false } }

    /// Answers what is asked of the camera, if anything is.
    mutating func answerOne() {
        guard let demand, let answer = camera?.answer(demand) else { return }
        self.demand = nil
        step(answer)
    }

    /// The stream ends by itself.
    mutating func loseFrames(errno: Int32) {
        send(.frames(.lost(request: camera?.image.id ?? 0, errno: errno)))
    }

    mutating func answerAll() {
        var rounds = 0
        while demand != nil, camera != nil {
            answerOne()
            rounds += 1
            if rounds > 100 {
                violations.append("the calls never end")
                return
            }
        }
    }

    /// Lets time pass; timers expire when they are due.
    mutating func pass(_ milliseconds: Int64) {
        let end = now.advanced(by: .milliseconds(milliseconds))
        var rounds = 0
        while let (id, timer) = timers.min(by: Self.isEarlier), timer.deadline <= end {
            now = max(now, timer.deadline)
            timers[id] = nil
            send(.timer(id, generation: timer.generation))
            rounds += 1
            if rounds > 10_000 {
                violations.append("the timers never end")
                break
            }
        }
        now = end
    }

    /// Lets time pass with frames: 30 a second, while the camera streams.
    mutating func film(_ milliseconds: Int64) {
        let end = now.advanced(by: .milliseconds(milliseconds))
        while now < end {
            pass(FakeImage.interval.nanoseconds / 1_000_000)
            guard var camera else { continue }
            let marks = (camera.answered[.focusAbsolute], camera.answered[.exposureAbsolute])
            let frame = camera.image.frame(
                lens: camera.integer(.focusAbsolute), exposure: camera.exposure,
                gain: camera.integer(.gain), marks: marks, at: now, &random)
            self.camera = camera
            if let frame, isDue(frame) { send(.frames(.measured(frame))) }
        }
    }

    /// As `film`, with a camera that answers each call a number of frames later.
    mutating func film(_ milliseconds: Int64, answeringAfter frames: Int) {
        answersAtOnce = frames == 0
        defer { answersAtOnce = true }
        for _ in 0..<(milliseconds / 33) {
            film(33)
            guard demand != nil, !answersAtOnce else { continue }
            framesWaited += 1
            guard framesWaited >= frames else { continue }
            framesWaited = 0
            answerOne()
        }
    }

    /// Lets frames come, answers each call a frame later, and stops at the first call that fits.
    mutating func film(until fits: (ControlCall.Operation) -> Bool) -> Bool {
        filmUntil { $0.call.map { fits($0.operation) } ?? false }
    }

    /// The same, until something is the case.
    mutating func filmUntil(_ fits: (EngineRig) -> Bool) -> Bool {
        answersAtOnce = false
        defer { answersAtOnce = true }
        for _ in 0..<300 {
            if fits(self) { return true }
            answerOne()
            if fits(self) { return true }
            film(33)
        }
        return false
    }

    /// True when the request's interval has passed; frames in between are returned unread.
    private mutating func isDue(_ frame: FrameStatistics) -> Bool {
        guard let request = camera?.image.request, now.since(lastFrame) >= request.interval else { return false }
        lastFrame = now
        return true
    }

    private static func isEarlier(
        _ left: (key: TimerID, value: (deadline: Instant, generation: UInt32)),
        _ right: (key: TimerID, value: (deadline: Instant, generation: UInt32))
    ) -> Bool {
        (left.value.deadline, left.key.rawValue) < (right.value.deadline, right.key.rawValue)
    }

    /// Shakes the device for a second, at 50 Hz.
    mutating func shake() {
        for tick in 0..<50 {
            pass(20)
            send(.acceleration(Acceleration(x: tick % 20 < 10 ? 6 : -6, y: 0, z: 9.8)))
        }
    }

    mutating func rest(milliseconds: Int64) {
        for _ in 0..<(milliseconds / 20) {
            pass(20)
            send(.acceleration(Acceleration(x: 0, y: 0, z: 9.8)))
        }
    }

    /// Advances the clock without letting timers expire: the kernel is late.
    mutating func jump(_ milliseconds: Int64) { now = now.advanced(by: .milliseconds(milliseconds)) }

    mutating func forget() {
        effects = []
        camera?.forgetWrites()
    }

    private mutating func step(_ event: Input.Event) {
        steps += 1
        if event == .accelerometerArrived || event == .accelerometerLeft { isSensorAwake = false }
        let input = Input(event, at: now)
        let list = engine.step(input)
        if let departure = charts.follow(input, list) { Issue.record("\(departure)") }
        if list.count >= EffectList().limit { violations.append("too many effects after \(event)") }
        list.forEach { take($0) }
    }

    private mutating func take(_ effect: Effect) {
        effects.append(effect)
        switch effect {
        case .arm(let id, let deadline, let generation): timers[id] = (deadline, generation)
        case .disarm(let id):
            if timers[id] == nil { violations.append("\(id) disarmed twice") }
            timers[id] = nil
        case .call, .requestFrames, .releaseFrames:
            if demand != nil { violations.append("two demands under way") }
            if camera == nil { violations.append("a demand of no camera") }
            demand = effect
            if let call, case .write = call.operation { writeTimes.append(now) }
        case .motionSensor(let awake):
            if awake == isSensorAwake { violations.append("the sensor is told what it knows") }
            isSensorAwake = awake
        default: break
        }
    }
}

extension InlineList {
    /// The capacity of the list.
    var limit: Int { capacity }
}

extension ControlCall.Operation {
    var isRead: Bool { if case .read = self { true } else { false } }

    /// True when the call writes only this control, as searches and holds do.
    func writesOnly(_ id: ControlID) -> Bool {
        if case .write(let settings) = self { settings.count == 1 && settings[0]?.id == id } else { false }
    }

    func readsOnly(_ id: ControlID) -> Bool {
        if case .read(let ids) = self { ids.count == 1 && ids[0] == id } else { false }
    }
}

extension EngineRig {
    /// The camera's writes, as words.
    var writes: [String] { camera?.writes ?? [] }

    /// The states that were entered, by name and cause.
    var states: [String] {
        effects.compactMap {
            if case .state(let report) = $0 { "\(report.state.name) \(report.cause.name)" } else { nil }
        }
    }

    var settled: [SettledReport] {
        effects.compactMap { if case .settled(let report) = $0 { report } else { nil } }
    }

    var refusals: [TapRefused] {
        effects.compactMap { if case .tapRefused(let reason, _) = $0 { reason } else { nil } }
    }

    var calls: [ControlCall.Operation] {
        effects.compactMap { if case .call(let call) = $0 { call.operation } else { nil } }
    }

    var stops: Int { effects.filter { if case .stopped = $0 { true } else { false } }.count }

    /// All violations, of the engine and at the camera.
    var allViolations: [String] { violations + (camera?.violations ?? []) }
}
