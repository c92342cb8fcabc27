import Testing

@testable import FocusCore

/// Timers and their generations.
struct TimerTests {
    private static func now(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test("An expiry of an earlier generation is dropped; the latest counts, once")
    func generations() {
        for id in TimerID.allCases {
            var bank = TimerBank()
            var effects = EffectList()
            bank.arm(id, at: Self.now(1), &effects)
            bank.arm(id, at: Self.now(2), &effects)
            #expect(effects[1] == .arm(id, deadline: Self.now(2), generation: 2))
            let answers = [
                bank.expire(id, generation: 1), bank.expire(id, generation: 3), bank.expire(id, generation: 2),
                bank.expire(id, generation: 2),
            ]
            #expect(answers == [false, false, true, false])
        }
    }

    @Test("A disarmed timer never counts, and is disarmed once")
    func disarmed() {
        var bank = TimerBank()
        var effects = EffectList()
        bank.arm(.forceLock, at: Self.now(1), &effects)
        bank.disarm(.forceLock, &effects)
        bank.disarm(.forceLock, &effects)
        #expect(effects.count == 2)
        let counts = bank.expire(.forceLock, generation: 1)
        #expect(!counts)
    }

    @Test("Timers do not touch each other")
    func independent() {
        var bank = TimerBank()
        var effects = EffectList()
        for id in TimerID.allCases { bank.arm(id, at: Self.now(1), &effects) }
        for id in TimerID.allCases {
            let counts = bank.expire(id, generation: 1)
            #expect(counts, "\(id)")
        }
    }

    @Test("A second tap restarts the force lock, and the first timer can never fire into it")
    func secondTapRestarts() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        let first = rig.timers[.forceLock]
        rig.pass(2900)
        rig.tap(0.75, 0.5)
        let second = rig.timers[.forceLock]
        #expect(second?.deadline == rig.now.advanced(by: .milliseconds(3000)))
        rig.send(.timer(.forceLock, generation: first?.generation ?? 0))
        rig.pass(2990)
        #expect(rig.engine.state.name.description == "autoAndForceLocked")
        rig.pass(10)
        #expect(rig.engine.state == .unlockableLocked)
        #expect(rig.states.suffix(1) == ["unlockableLocked timer"])
    }

    @Test(
        "What is held has no deadline any more: nothing wakes the kiosk for it",
        arguments: [(CameraExamples.withRegion, 2000), (CameraExamples.automatic, 4000)] as [(CameraDescription, Int64)]
    )
    func deadlinesEnd(_ camera: CameraDescription, _ milliseconds: Int64) {
        var rig = EngineRig(started: camera)
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.focusDeadline] != nil && rig.timers[.exposureDeadline] != nil)
        rig.film(milliseconds)
        #expect(rig.settled.map(\.verified) == [[.focus, .exposure]])
        #expect(rig.timers[.focusDeadline] == nil && rig.timers[.exposureDeadline] == nil)
    }

    @Test("Timers that nobody armed do nothing in any state")
    func strangeExpiries() {
        for moment in 0..<4 {
            var rig = EngineRig(started: CameraExamples.withRegion)
            if moment > 0 { rig.tap(0.25, 0.5) }
            if moment > 1 { rig.pass(2700) }
            if moment > 2 { rig.pass(1000) }
            let (state, count) = (rig.engine.state, rig.effects.count)
            for id in TimerID.allCases {
                for generation in [0, 1000, .max] as [UInt32] { rig.send(.timer(id, generation: generation)) }
            }
            #expect(rig.engine.state == state)
            #expect(rig.effects.count == count)
        }
    }

    @Test("The force-lock time is configurable, and counts from the moment at which the camera took the tap")
    func forceLockTime() {
        var rig = EngineRig(
            started: CameraExamples.withRegion, Configuration().with { $0.forceLockTime = .milliseconds(5000) })
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.forceLock] == nil)
        rig.pass(700)
        rig.answerOne()
        #expect(rig.timers[.forceLock]?.deadline == rig.now.advanced(by: .milliseconds(5000)))
    }
}
