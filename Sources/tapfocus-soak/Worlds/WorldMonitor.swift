import FocusCore

/// The rules that a world watches. The names stand in findings.
enum WorldCheck: String, Sendable {
    /// A camera that obeys again is brought back to continuous.
    case continuous
    /// A call is made only where there is a camera and no other call, and is answered into something.
    case calls
    /// Every timer ends, and none is armed after the end.
    case timers
    /// No stream is left on where nobody needs it.
    case stream
    /// Each accepted tap is reported as settled once, unless it is overtaken.
    case settled
    /// Each tap is accepted, refused or ignored once.
    case taps
    /// The controls are as they were before.
    case originals
    /// Back at the first compensation, what is held is as it was.
    case compensation
    /// There is room for the effects of any step.
    case effects
    /// Inputs and effects keep to the charts.
    case chart
    /// The same inputs give the same effects.
    case replay
    /// A trace can be written and read back.
    case trace
    /// A write keeps to the ranges and flags that the driver has told.
    case manners
    /// The engine comes to rest, and to its end.
    case ends
    /// The sensor is told only what it does not know.
    case sensor
}

/// A rule that was broken, and how.
struct WorldViolation: Sendable {
    var check: WorldCheck
    var sentence: String

    /// The same for all worlds that break the same rule in the same way.
    var kind: String { "\(check.rawValue): \(sentence.withoutNumbers)" }
}

/// Follows inputs and effects, without a look into the engine.
struct WorldMonitor {
    private(set) var violation: WorldViolation?
    private(set) var inputs = 0
    private(set) var isStopping = false
    private(set) var stops = 0
    private(set) var isComplete = false
    private(set) var isSensorAwake = false
    private(set) var levels: LevelReport?
    private(set) var state: FocusState?
    /// Whether an accepted tap has not been reported as settled yet.
    private(set) var awaitsSettled = false
    private(set) var accepted = 0
    private(set) var settled = 0
    /// The last report of a tap.
    private(set) var report: SettledReport?
    private var asked = 0
    /// Whether a finger may have made taps of its own.
    private var hasFingers = false
    /// Taps that were refused, or ignored after they were recognised.
    private(set) var turnedDown = 0
    private var timers = InlineArray<16, Timer?>(repeating: nil)

    struct Timer {
        var id: TimerID
        var deadline: Int64
        var generation: UInt32
    }

    mutating func blame(_ check: WorldCheck, _ sentence: String) {
        if violation == nil { violation = WorldViolation(check: check, sentence: sentence) }
    }

    /// The armed timer that is due first.
    var nextTimer: Timer? {
        var first: Timer?
        for index in timers.indices {
            guard let timer = timers[index] else { continue }
            if first == nil || timer.deadline < first!.deadline { first = timer }
        }
        return first
    }

    mutating func expire(_ id: TimerID, _ generation: UInt32) {
        if timers[Int(id.rawValue)]?.generation == generation { timers[Int(id.rawValue)] = nil }
    }

    mutating func note(_ event: Input.Event) {
        inputs += 1
        switch event {
        case .stop:
            isStopping = true
            awaitsSettled = false
        case .cameraLeft, .cameraArrived: awaitsSettled = false
        case .accelerometerArrived, .accelerometerLeft: isSensorAwake = false
        case .viewTapped: asked += 1
        case .touch: hasFingers = true
        default: break
        }
    }

    mutating func note(_ effect: Effect, at time: Int64) {
        if stops > 0 { inspectAfterEnd(effect) }
        switch effect {
        case .arm(let id, let deadline, let generation):
            timers[Int(id.rawValue)] = Timer(id: id, deadline: deadline.nanoseconds, generation: generation)
        case .disarm(let id):
            if timers[Int(id.rawValue)] == nil { blame(.timers, "\(id) is disarmed and was not armed") }
            timers[Int(id.rawValue)] = nil
        case .state(let report): note(report)
        case .settled(let report):
            settled += 1
            self.report = report
            if !awaitsSettled { blame(.settled, "settled is reported, and no tap waits for it") }
            awaitsSettled = false
        case .levels(let report): levels = report
        case .motionSensor(let awake):
            if awake == isSensorAwake { blame(.sensor, "the sensor is told what it knows") }
            isSensorAwake = awake
        case .tapRefused: turnedDown += 1
        case .tapIgnored(let reason): noteIgnored(reason)
        case .stopped(let isComplete):
            stops += 1
            self.isComplete = isComplete
            if stops > 1 { blame(.ends, "the end is told twice") }
            if !isStopping { blame(.ends, "the end is told, and nobody has stopped") }
        case .call, .searched, .exposed, .fault: break
        }
    }

    private mutating func note(_ report: StateReport) {
        state = report.state
        switch report.state {
        case .continuousAuto: awaitsSettled = false
        case .autoAndForceLocked:
            accepted += 1
            awaitsSettled = true
        case .unlockableLocked: break
        }
    }

    /// Taps of the application that have neither been accepted nor turned down; nil where fingers have tapped, too.
    var unansweredTaps: Int? { hasFingers ? nil : asked - accepted - turnedDown }

    private mutating func noteIgnored(_ reason: TapIgnored) {
        switch reason {
        case .outsideView, .letterbox, .notOnScreen, .notRunning, .overtaken: turnedDown += 1
        case .secondFinger, .dragged, .tooLong, .palm, .cancelled: break
        }
    }

    private mutating func inspectAfterEnd(_ effect: Effect) {
        switch effect {
        case .arm(let id, _, _): blame(.timers, "\(id) is armed after the end")
        case .call: blame(.calls, "a call is made after the end")
        case .motionSensor(true): blame(.sensor, "the sensor is woken after the end")
        case .state, .settled: blame(.ends, "\(effect) is told after the end")
        default: break
        }
    }

    /// The timers that are armed, by name.
    var armed: [TimerID] {
        var list: [TimerID] = []
        for index in timers.indices {
            if let timer = timers[index] { list.append(timer.id) }
        }
        return list
    }
}
