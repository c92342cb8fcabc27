import FocusCore

/// Runs a recorded session again under another configuration, or with other inputs.
///
/// Inputs from outside (contacts, samples, devices) are fed as they were recorded. The rest is caused by the engine, and so follows the new
/// run: a timer expires when this engine has armed it to, a call gets the answer that the recording has for it. As long as the run does as
/// the recording did, it gets exactly the recorded inputs. Where it asks for something that the recording cannot tell, the nearest recorded
/// answer, or else `GuessedCamera`, stands in, and everything after that is a guess.
public struct Rerun: Sendable {
    public private(set) var engine: Engine
    /// True once a step differs from the recording.
    public private(set) var hasParted = false
    /// True once an input was guessed.
    public internal(set) var isGuess = false
    var timers: [PendingTimer?]
    var demands: [PendingDemand] = []
    var stream: RunningStream?
    var camera = GuessedCamera()
    private var now = Instant(nanoseconds: .min)
    /// True while this run's accelerometer is awake, and while the recorded one was.
    private var awake = (now: false, recorded: false)
    /// The inputs that it may make up.
    public var patience = RerunPatience()
    /// True once an input has got another time: the times of the other recorded steps then say nothing about this run.
    private var isShifted = false
    /// The engine makes one call at a time; one that went to a camera that has left is never answered.
    private static let mostDemands = 16
    /// Far more than a frame or a read looks back.
    private static let keptWrites = 1000
    /// True to feed the recorded inputs as they are, as long as nothing differs.
    private let repeats: Bool

    /// - Parameters:
    ///   - beginning: that of the session, under the settings of this run.
    ///   - repeats: false for a test: everything that is caused is then found by its cause from the beginning.
    public init(_ beginning: SessionBeginning, repeats: Bool = true) {
        engine = beginning.engine
        timers = [PendingTimer?](repeating: nil, count: 16)
        self.repeats = repeats
    }

    /// Goes on to a recorded step, in the order of the recording.
    /// - Parameters:
    ///   - edit: what becomes of a raw input. What is not raw follows by its cause.
    ///   - tell: gets each step of the engine.
    public mutating func pass(_ index: Int, of run: RecordedRun, edit: RerunEdit = .keep, tell: (RerunStep) -> Void) {
        guard let step = run[index] else { return }
        patience.earn()
        note(edit, of: step)
        if step.role == .setup {
            setUp(step, index, run)
        } else if repeats, !hasParted {
            feed(step.input, as: index, run, tell)
        } else if step.isRaw {
            if let input = edit.input(step.input) {
                runPending(before: RerunMoment(time: input.time, rank: 2 * index), run, tell)
                feed(input, as: index, run, tell)
            }
        } else if !isShifted {
            runPending(before: RerunMoment(time: step.input.time, rank: 2 * index + 1), run, tell)
        }
        noteSensor(step)
    }

    private mutating func note(_ edit: RerunEdit, of step: RecordedStep) {
        guard step.isRaw else { return }
        switch edit {
        case .keep: break
        case .leaveOut: hasParted = true
        case .replace(let input):
            hasParted = true
            if input.time != step.input.time { isShifted = true }
        }
    }

    /// Lets happen what is due up to the end, which is the time of the last input.
    public mutating func finish(at end: Instant, of run: RecordedRun, tell: (RerunStep) -> Void) {
        guard hasParted || !repeats else { return }
        runPending(before: RerunMoment(time: end, rank: .max), run, tell)
    }

    /// The engine has taken the step already.
    private mutating func setUp(_ step: RecordedStep, _ index: Int, _ run: RecordedRun) {
        forget(step.input, index, run)
        for effect in step.effects { note(effect, at: step.input.time, index, run) }
    }

    /// Feeds the pending inputs that come before a moment.
    private mutating func runPending(before moment: RerunMoment, _ run: RecordedRun, _ tell: (RerunStep) -> Void) {
        while let (due, pending) = nextPending(run), due < moment {
            guard patience.isLeft else {
                isGuess = true
                return
            }
            let time = max(due.time, now)
            guard let (event, recorded) = take(pending, at: time, run) else { return }
            if recorded == nil { patience.spend() }
            feed(Input(event, at: time), as: recorded, run, tell)
        }
    }

    /// Gives the engine an input, which repeats the recorded step `index`; nil: none.
    private mutating func feed(_ input: Input, as index: Int?, _ run: RecordedRun, _ tell: (RerunStep) -> Void) {
        now = max(now, input.time)
        forget(input, index, run)
        let effects = engine.step(input)
        let hadParted = hasParted
        compare(effects, with: index, run)
        effects.forEach { note($0, at: input.time, index, run) }
        tell(
            RerunStep(
                input: input, effects: effects, recorded: index, isGuess: isGuess,
                isFirstDifference: hasParted && !hadParted))
    }

    private mutating func compare(_ effects: EffectList, with index: Int?, _ run: RecordedRun) {
        guard !hasParted else { return }
        if let index, let step = run[index], effects.isIdentical(to: step.effects) { return }
        hasParted = true
    }

    private mutating func note(_ effect: Effect, at time: Instant, _ index: Int?, _ run: RecordedRun) {
        switch effect {
        case .arm(let id, let deadline, let generation):
            var timer = PendingTimer(deadline: deadline, generation: generation, armed: time)
            if let index, let number = run.arm(of: id, at: index), let arm = run.arms[number],
                let recorded = run.time(of: index), arm.deadline.since(recorded) == deadline.since(time)
            {
                timer.arm = number
            }
            timers[Int(id.rawValue)] = timer
        case .disarm(let id): timers[Int(id.rawValue)] = nil
        case .call, .requestFrames, .releaseFrames:
            var demand = PendingDemand(effect: effect, asked: time, basis: nil, isRecorded: false)
            if let index, let number = run.demand(equalTo: effect, at: index) {
                demand.basis = number
                demand.isRecorded = true
            } else {
                demand.basis = run.nearestAnswered(effect, from: index ?? run.step(from: time))
            }
            demands.append(demand)
            if demands.count > Self.mostDemands { demands.removeFirst() }
        case .motionSensor(let isAwake): awake.now = isAwake
        default: break
        }
    }

    /// The recording has no samples of a sensor that slept then, so nobody knows whether the device was moved.
    private mutating func noteSensor(_ step: RecordedStep) {
        for effect in step.effects { if case .motionSensor(let isAwake) = effect { awake.recorded = isAwake } }
        if hasParted, !isShifted || step.isRaw, awake.now, !awake.recorded { isGuess = true }
    }

    /// Removes what an input ends: the timer, the demand, the stream.
    private mutating func forget(_ input: Input, _ index: Int?, _ run: RecordedRun) {
        switch input.event {
        case .timer(let id, let generation):
            if timers[Int(id.rawValue)]?.generation == generation { timers[Int(id.rawValue)] = nil }
        case .cameraAnswered(let result):
            guard let demand = takeDemand(answeredBy: input.event) else { return }
            camera.log.note(demand.effect, result, at: input.time.nanoseconds)
            camera.log.keepLast(Self.keptWrites)
        case .frames(.began(let began)):
            guard let demand = takeDemand(answeredBy: input.event) else { return }
            let shown = demand.basis.flatMap { run.demands[$0]?.answer } ?? 0
            stream = RunningStream(
                request: began.request, interval: began.interval, wanted: demand.wantedInterval, began: input.time,
                basis: demand.basis, isRecorded: demand.isRecorded, shown: shown, lastFrame: input.time,
                searched: shown + 1)
        case .frames(.unavailable): if takeDemand(answeredBy: input.event) != nil { stream = nil }
        case .frames(.ended):
            _ = takeDemand(answeredBy: input.event)
            stream = nil
        case .frames(.measured(let frame)):
            guard frame.request == stream?.request else { return }
            stream?.sequence = frame.sequence
            stream?.lastFrame = input.time
            if let index { stream?.shown = index }
        case .frames(.lost(let request, _)): if request == stream?.request { stream = nil }
        case .cameraArrived(let description):
            camera.replace(by: description, at: input.time)
            cameraChanged()
        case .cameraLeft: cameraChanged()
        default: break
        }
    }

    /// A camera that is not there answers nothing but what was recorded so.
    private mutating func cameraChanged() {
        stream = nil
        demands.removeAll { !$0.isRecorded }
    }

    private mutating func takeDemand(answeredBy event: Input.Event) -> PendingDemand? {
        demands.firstIndex { $0.effect.isAnswered(by: event) }.map { demands.remove(at: $0) }
    }
}
