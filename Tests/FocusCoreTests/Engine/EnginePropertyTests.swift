import ChartTools
import FocusCore
import SimulatedDevices
import Testing

/// Properties of the whole engine, for any input.
struct EnginePropertyTests {
    @Test("Inputs of any sort, in any order, never trap, and no effect is ever dropped")
    func anyInputs() {
        for seed in 0..<250 as Range<UInt64> {
            var inputs = RandomInputs(seed: seed)
            var engine = WatchedEngine { Issue.record("\($0)") }
            for index in 0..<250 {
                let effects = engine.step(inputs.next())
                #expect(effects.count < effects.limit, "seed \(seed), input \(index)")
                inputs.note(effects)
            }
        }
    }

    private static func isArmOrCall(_ effect: Effect) -> Bool {
        switch effect {
        case .arm, .call: true
        case .motionSensor(let awake): awake
        default: false
        }
    }

    @Test("Before the start, whatever comes in, no camera is called and no timer armed")
    func nothingBeforeStart() {
        for seed in 3000..<3200 as Range<UInt64> {
            var inputs = RandomInputs(seed: seed)
            var configuration = Configuration()
            configuration.unlockAfter = .milliseconds(30_000)
            var engine = WatchedEngine(configuration: configuration) { Issue.record("\($0)") }
            for index in 0..<150 {
                let input = inputs.next()
                if input.event == .start || input.event == .stop { continue }
                engine.step(input).forEach {
                    #expect(!Self.isArmOrCall($0), "seed \(seed), input \(index), \(input.event): \($0)")
                }
            }
        }
    }

    @Test("After the end, whatever comes in, no camera is called, no timer armed, and no state taken")
    func nothingAfterStopped() {
        for seed in 4000..<4400 as Range<UInt64> {
            var inputs = RandomInputs(seed: seed)
            var configuration = Configuration()
            configuration.unlockAfter = .milliseconds(30_000)
            var engine = WatchedEngine(configuration: configuration) { Issue.record("\($0)") }
            inputs.note(engine.step(Input(.start, at: Instant(nanoseconds: 0))))
            for _ in 0..<(seed % 100) { inputs.note(engine.step(inputs.next())) }
            var hasEnded = Self.ends(engine.step(Input(.stop, at: Instant(nanoseconds: inputs.time))))
            for index in 0..<150 {
                let input = inputs.next()
                let effects = engine.step(input)
                inputs.note(effects)
                let comment: Comment = "seed \(seed), input \(index), \(input.event): \(effects)"
                effects.forEach { effect in
                    if case .state = effect { Issue.record(comment) }
                    if case .arm(let id, _, _) = effect { #expect(!hasEnded && !Self.lives.contains(id), comment) }
                    if hasEnded { #expect(!Self.isArmOrCall(effect), comment) }
                }
                hasEnded = hasEnded || Self.ends(effects)
            }
        }
    }

    /// The timers of locks, settling and searching: the restoring of originals needs none of them.
    private static let lives: [TimerID] = [
        .forceLock, .settlePoll, .focusDeadline, .exposureDeadline, .continuousRetry, .framesRetry, .verification,
        .idle,
    ]

    private static func ends(_ effects: EffectList) -> Bool {
        var ends = false
        effects.forEach { if case .stopped = $0 { ends = true } }
        return ends
    }

    @Test("Two engines that get the same inputs return the same effects")
    func determinism() {
        for seed in 1000..<1150 as Range<UInt64> {
            var inputs = RandomInputs(seed: seed)
            var first = WatchedEngine { Issue.record("\($0)") }
            var second = WatchedEngine { Issue.record("\($0)") }
            for index in 0..<200 {
                let input = inputs.next()
                let effects = first.step(input)
                #expect(effects == second.step(input), "seed \(seed), input \(index)")
                inputs.note(effects)
            }
        }
    }

    @Test("A copy of an engine goes on as the engine itself does: nothing is shared")
    func copies() {
        for seed in 2000..<2100 as Range<UInt64> {
            var inputs = RandomInputs(seed: seed)
            var engine = WatchedEngine { Issue.record("\($0)") }
            for _ in 0..<100 { inputs.note(engine.step(inputs.next())) }
            var copy = engine
            var other = engine
            for _ in 0..<20 { _ = other.step(inputs.next()) }
            var rest = inputs
            for index in 0..<50 {
                let input = rest.next()
                #expect(engine.step(input) == copy.step(input), "seed \(seed), input \(index)")
            }
        }
    }

    /// Does something at random to a rig whose camera and timers behave, though answers may be errors and may be late.
    private static func disturb(_ rig: inout EngineRig, _ random: inout SplitMix64, _ camera: CameraDescription) {
        switch random.integer(0...18) {
        case 14...15: rig.film(Int64(random.integer(0...3000)))
        case 16: rig.send(.exposureCompensation(random.number(-4...4)))
        case 17: rig.camera?.framesErrno = random.pick([0, 0, 16, 5])
        case 18:
            guard rig.camera?.image.request != nil else { return }
            rig.camera?.image.request = nil
            rig.loseFrames(errno: 5)
        case 0...3: rig.tap(random.number(0...1), random.number(0...1))
        case 4: rig.send(.viewShown)
        case 5: rig.shake()
        case 6: rig.camera?.failuresAhead = random.integer(0...6)
        case 7: rig.camera?.isUnreadable.toggle()
        case 8: rig.camera?.isRestless.toggle()
        case 9: rig.answersAtOnce.toggle()
        case 10: if random.chance(0.3) { rig.leave() } else { rig.answerOne() }
        case 11: if rig.camera == nil { rig.arrive(camera) } else { rig.answerAll() }
        default: rig.rest(milliseconds: Int64(random.integer(0...3500)))
        }
    }

    @Test("From wherever it is, a view that is shown ends in continuousAuto, with the automatics on and all quiet")
    func alwaysBackToContinuous() {
        for seed in 0..<700 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let camera = CameraExamples.all[Int(seed) % CameraExamples.all.count]
            var rig = EngineRig(started: camera)
            for _ in 0..<random.integer(1...15) { Self.disturb(&rig, &random, camera) }
            let comment: Comment = "seed \(seed)"
            if rig.camera == nil { rig.arrive(camera) }
            rig.camera?.failuresAhead = 0
            rig.camera?.isUnreadable = false
            rig.camera?.framesErrno = 0
            rig.answersAtOnce = true
            rig.send(.viewShown)
            rig.answerAll()
            rig.pass(10_000)
            #expect(rig.engine.state == .continuousAuto, comment)
            if camera.control(.focusAuto) != nil { #expect(rig.camera?.integer(.focusAuto) == 1, comment) }
            if camera.control(.exposureAuto) != nil { #expect(rig.camera?.integer(.exposureAuto) == 3, comment) }
            if let lock = rig.camera?.integer(.lock3A) { #expect(lock & 5 == 0, comment) }
            #expect(rig.timers.isEmpty && rig.demand == nil && !rig.isSensorAwake, comment)
            #expect(rig.allViolations == [], comment)
        }
    }

    /// The timers that may be armed when no search is under way.
    private let quiet: [TimerID] = [.forceLock, .continuousRetry, .framesRetry, .holdCheck, .sceneWatch]

    @Test("Every accepted tap ends by the deadline, in one report, once the camera answers")
    func tapsEnd() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xfeed)
            let camera = CameraExamples.all[Int(seed) % CameraExamples.all.count]
            var rig = EngineRig(started: camera)
            for _ in 0..<random.integer(0...8) { Self.disturb(&rig, &random, camera) }
            if rig.camera == nil { rig.arrive(camera) }
            rig.answersAtOnce = true
            rig.answerAll()
            rig.camera?.failuresAhead = random.integer(0...4)
            rig.forget()
            rig.tap(random.number(0...1), random.number(0...1))
            let isAccepted = rig.states.contains("autoAndForceLocked tap")
            if isAccepted { #expect(rig.engine.isSettling == rig.settled.isEmpty, "seed \(seed)") }
            // With frames that may come or not, a search of the engine's own has longer.
            if camera.givesFrames {
                if random.chance(0.7) { rig.film(9000) } else { rig.pass(9000) }
            } else {
                rig.pass(2501)
            }
            let comment: Comment = "seed \(seed)"
            if isAccepted { #expect(rig.settled.count == 1 && !rig.engine.isSettling, comment) }
            // The last look may still be due; it is not followed by another.
            rig.pass(50)
            #expect(isAccepted || rig.refusals.count == 1, comment)
            #expect(rig.timers.keys.allSatisfy { quiet.contains($0) }, comment)
            #expect(rig.allViolations == [], comment)
        }
    }

    @Test("Nothing that is in effect is written again, but when the view is shown")
    func nothingTwice() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xbeef)
            let cameras = [
                CameraExamples.withRegion, CameraExamples.withoutRegion, CameraExamples.withRegionAndLock,
                CameraExamples.withButton, CameraExamples.withLock, CameraExamples.manual,
            ]
            var rig = EngineRig(started: cameras[Int(seed) % cameras.count])
            rig.answersAtOnce = random.chance(0.5)
            for _ in 0..<10 {
                switch random.integer(0...4) {
                case 0...1: rig.tap(random.pick([0.2, 0.5, 0.8]), 0.5)
                case 2: rig.shake()
                case 3: rig.answerAll()
                default: rig.rest(milliseconds: Int64(random.integer(0...3500)))
                }
            }
            // Where the lens stays when its automatic goes off, only the camera knows.
            let redundant = (rig.camera?.redundantWrites ?? []).filter { !$0.hasPrefix("focus=") }
            #expect(redundant == [], "seed \(seed): \(rig.writes)")
            #expect(rig.allViolations == [], "seed \(seed)")
        }
    }

    @Test("Stopping after anything puts everything back, and ends")
    func stopsAfterAnything() {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xdead)
            let camera = CameraExamples.all[Int(seed) % CameraExamples.all.count]
            var rig = EngineRig(started: camera)
            for _ in 0..<random.integer(1...12) { Self.disturb(&rig, &random, camera) }
            if rig.camera == nil { rig.arrive(camera) }
            rig.camera?.failuresAhead = 0
            rig.answersAtOnce = true
            rig.send(.stop)
            rig.answerAll()
            #expect(rig.stops == 1, "seed \(seed)")
            #expect(rig.timers.isEmpty && rig.demand == nil && !rig.isSensorAwake, "seed \(seed)")
            for control in camera.controls where control.value != nil && !control.isReadOnly {
                // An automatic's values are its own business.
                if control.id == .focusAbsolute, camera.control(.focusAuto)?.value == .integer(1) { continue }
                let mode = camera.control(.exposureAuto)
                if control.id == .exposureAbsolute, mode != nil, mode?.value != .integer(1) { continue }
                #expect(rig.camera?.values[control.id] == control.value, "seed \(seed), \(FakeCamera.name(control.id))")
            }
        }
    }
}
