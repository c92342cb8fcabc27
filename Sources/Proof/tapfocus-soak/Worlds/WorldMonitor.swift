import FocusCore

/// The rules that a world checks. Their names appear in findings.
enum WorldCheck: String, Sendable {
    /// A camera that obeys again is brought back to continuous.
    case continuous
    /// A call is made only to a camera that is there and has no other call, and its answer is used.
    case calls
    /// Every timer ends, and no timer is armed after the end.
    case timers
    /// No stream is left on without a need.
    case stream
    /// Each accepted tap is reported as settled once, unless it is overtaken.
    case settled
    /// Each tap is accepted, refused or ignored once, and the effect that says so names it.
    case taps
    /// The controls have their earlier values again.
    case originals
    /// After a return to the first compensation, the held values are the earlier ones.
    case compensation
    /// A lock has one owner, which nothing that moves and no tap of others takes it from.
    case lock
    /// While a light is on, the held exposure is found again. One that is off is off for the camera, too, and leaves the exposure as it was
    /// before.
    case light
    /// The list of effects never overflows.
    case effects
    case chart
    /// The same inputs give the same effects.
    case replay
    /// A trace can be written and read back.
    case trace
    /// A write respects the ranges and flags that the driver has reported.
    case manners
    /// The engine comes to rest, and to its end.
    case ends
    /// The sensor gets no order that it has carried out already.
    case sensor
}

struct WorldViolation: Sendable {
    var check: WorldCheck
    var sentence: String

    /// The same for all worlds that break the same rule in the same way.
    var kind: String { "\(check.rawValue): \(sentence.withoutNumbers)" }
}

/// Follows inputs and effects, without access to the engine's state.
struct WorldMonitor {
    private(set) var violation: WorldViolation?
    private(set) var inputs = 0
    private(set) var isStopping = false
    private(set) var stops = 0
    private(set) var isComplete = false
    private(set) var isSensorAwake = false
    /// A camera was released, with all its originals or not; nil: none was.
    private var release: Bool?
    private(set) var levels: LevelReport?
    private(set) var state: FocusState?
    private(set) var taps = WorldTaps()
    private var keeping = WorldKeeping()
    private var timers = InlineArray<16, Timer?>(repeating: nil)

    struct Timer {
        var id: TimerID
        var deadline: Int64
        var generation: UInt32
    }

    /// The fate of the held exposure since a light was switched; nil: no exposure was reported.
    var lightOutcome: LightReport.Outcome? { keeping.light.exposure }
    var lacksCompensation: Bool { keeping.light.lacksCompensation }

    mutating func blame(_ check: WorldCheck, _ sentence: String) {
        blame(WorldViolation(check: check, sentence: sentence))
    }

    mutating func blame(_ violation: WorldViolation?) { self.violation = self.violation ?? violation }

    var nextTimer: Timer? {
        var first: Timer?
        for index in timers.indices {
            if let timer = timers[index], first.map({ timer.deadline < $0.deadline }) ?? true { first = timer }
        }
        return first
    }

    mutating func expire(_ id: TimerID, _ generation: UInt32) {
        if timers[Int(id.rawValue)]?.generation == generation { timers[Int(id.rawValue)] = nil }
    }

    mutating func follow(_ event: Input.Event) {
        inputs += 1
        taps.follow(event)
        keeping.follow(event)
        switch event {
        case .stop: isStopping = true
        case .accelerometerArrived, .accelerometerLeft: isSensorAwake = false
        default: break
        }
    }

    mutating func follow(_ effect: Effect, at time: Int64) {
        if stops > 0 { inspectAfterEnd(effect) }
        switch effect {
        case .arm(let id, let deadline, let generation):
            timers[Int(id.rawValue)] = Timer(id: id, deadline: deadline.nanoseconds, generation: generation)
        case .disarm(let id):
            if timers[Int(id.rawValue)] == nil { blame(.timers, "\(id) is disarmed and was not armed") }
            timers[Int(id.rawValue)] = nil
        case .state(let report):
            state = report.state
            blame(taps.follow(report))
            blame(keeping.lock.follow(report))
        case .settled(let report): blame(taps.settle(report))
        case .levels(let report): levels = report
        case .motionSensor(let awake):
            if awake == isSensorAwake { blame(.sensor, "the sensor is told its present state") }
            isSensorAwake = awake
        case .tapRefused(_, let tap): blame(taps.refuse(tap))
        case .tapIgnored(let reason, let tap): blame(taps.ignore(tap, because: reason))
        case .stopped(let isComplete):
            stops += 1
            self.isComplete = isComplete
            if stops > 1 { blame(.ends, "the end is reported twice") }
            if !isStopping { blame(.ends, "the end is reported without a stop") }
        case .cameraReleased(let isComplete):
            if release != nil { blame(.ends, "a camera is released twice") }
            release = isComplete
        case .kept(let keeper, _): blame(keeping.lock.keep(for: keeper))
        case .relit(let report): keeping.light.follow(report)
        case .fault(.compensationLimited): keeping.light.lacksCompensation = true
        case .call, .requestFrames, .releaseFrames, .searched, .exposed, .compensationTakenBack, .fault, .zoomed,
            .shutter:
            break
        }
    }

    /// A step is over.
    /// - Parameter keeper: the engine's.
    mutating func endStep(keeper: Keeper?) {
        blame(keeping.lock.fault(of: keeper))
        blame(keeping.light.fault)
    }

    /// - Returns: true if a camera was released with all its originals, false if some are missing; nil: none was released.
    mutating func takeRelease() -> Bool? {
        defer { release = nil }
        return release
    }

    private mutating func inspectAfterEnd(_ effect: Effect) {
        switch effect {
        case .arm(let id, _, _): blame(.timers, "\(id) is armed after the end")
        case .call, .requestFrames, .releaseFrames: blame(.calls, "a demand is made after the end")
        case .motionSensor(true): blame(.sensor, "the sensor is woken after the end")
        case .state, .settled: blame(.ends, "\(effect) is reported after the end")
        default: break
        }
    }

    var armed: [TimerID] { timers.indices.compactMap { timers[$0]?.id } }
}
