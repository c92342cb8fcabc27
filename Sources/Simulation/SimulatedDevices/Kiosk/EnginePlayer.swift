import FocusCore

/// Plays an engine on a virtual clock: timers expire at their deadlines, demands reach the camera after the time that a call takes,
/// and samples are due while the accelerometer is awake.
///
/// The devices are the caller's. It asks what is due, has its devices answer that, and steps the engine with their answers. Events of
/// its own come back at their times. What is due at the same time comes in the order in which it was added.
package struct EnginePlayer<Event> {
    package enum Due {
        case timer(TimerID, generation: UInt32)
        /// The camera gets this demand: a call, or a request or release of frames.
        case demand(Effect)
        case sample
        /// An event of the caller's.
        case event(Event)
        /// A timer that was disarmed or armed again, or a sample of a sensor that has been put to sleep.
        case outdated
    }

    /// The time at which a timer expires, and the generation of its arming.
    package struct Deadline: Equatable, Sendable {
        package var time: Instant
        package var generation: UInt32
    }

    package private(set) var engine: Engine
    package private(set) var now = Instant(nanoseconds: 0)
    /// The deadline of each timer that is armed.
    package private(set) var armed: [TimerID: Deadline] = [:]
    package private(set) var isSensorAwake = false
    /// True when the engine has put everything back. Nothing is due any more.
    package private(set) var isStopped = false
    /// The occurrences that will be due, the earliest first.
    private var agenda: [(time: Instant, due: Due)] = []
    private var isSampling = false
    private let callTime: TimeSpan
    private let sampleInterval: TimeSpan?

    /// - Parameters:
    ///   - callTime: the time from a demand of the engine to its answer.
    ///   - sampleInterval: the time between two samples of the accelerometer; nil: it has none of its own.
    package init(configuration: Configuration, callTime: TimeSpan, sampleInterval: TimeSpan? = nil) {
        engine = Engine(configuration: configuration)
        self.callTime = callTime
        self.sampleInterval = sampleInterval
    }

    package mutating func add(_ event: Event, at time: Instant) { schedule(.event(event), at: time) }

    /// Removes events of the caller's that are not due yet.
    package mutating func removeEvents(where shouldBeRemoved: (Event) -> Bool) {
        agenda.removeAll { entry in
            if case .event(let event) = entry.due { shouldBeRemoved(event) } else { false }
        }
    }

    private mutating func schedule(_ due: Due, at time: Instant) {
        // Searches from the end, because few events are later than a new one.
        let index = agenda.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        agenda.insert((time, due), at: index)
    }

    /// Moves the clock forward to a time, unless it is later already.
    package mutating func advance(to time: Instant) { now = max(now, time) }

    /// Moves the clock to the next thing that is due and removes it; nil if nothing is due up to the limit.
    package mutating func next(until limit: Instant) -> Due? {
        guard !isStopped, let (time, due) = agenda.first, time <= limit else { return nil }
        agenda.removeFirst()
        advance(to: time)
        switch due {
        case .timer(let id, let generation):
            guard armed[id]?.generation == generation else { return .outdated }
            armed[id] = nil
        case .sample:
            isSampling = isSensorAwake
            guard isSampling else { return .outdated }
            addSample()
        case .demand, .event, .outdated: break
        }
        return due
    }

    /// Gives the engine an event, now, and carries out the effects on timers, demands and the sensor.
    package mutating func step(_ event: Input.Event) -> (input: Input, effects: EffectList) {
        let input = Input(event, at: now)
        let effects = engine.step(input)
        effects.forEach { carryOut($0) }
        return (input, effects)
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .arm(let id, let deadline, let generation):
            armed[id] = Deadline(time: deadline, generation: generation)
            schedule(.timer(id, generation: generation), at: max(deadline, now))
        case .disarm(let id): armed[id] = nil
        case .call, .requestFrames, .releaseFrames: schedule(.demand(effect), at: now.advanced(by: callTime))
        case .motionSensor(let awake):
            isSensorAwake = awake
            guard awake, !isSampling else { return }
            isSampling = true
            addSample()
        case .stopped: isStopped = true
        case .state, .settled, .searched, .exposed, .levels, .tapIgnored, .tapRefused,
            .compensationTakenBack, .zoomed, .kept, .shutter, .relit, .cameraReleased, .fault:
            break
        }
    }

    private mutating func addSample() {
        if let sampleInterval { schedule(.sample, at: now.advanced(by: sampleInterval)) }
    }
}
