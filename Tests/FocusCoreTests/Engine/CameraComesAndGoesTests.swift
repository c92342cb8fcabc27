import FocusCore
import Testing

/// A camera that leaves at any moment, and returns.
struct CameraComesAndGoesTests {
    @Test(
        "A camera may leave after any number of answers: nothing is left behind, and it returns to continuous")
    func leavesAtEachMoment() {
        for camera in CameraExamples.all {
            for answers in 0..<20 {
                var rig = EngineRig(started: camera)
                rig.answersAtOnce = false
                rig.tap(0.25, 0.5)
                for _ in 0..<answers {
                    rig.pass(50)
                    rig.answerOne()
                }
                rig.leave()
                let comment: Comment = "\(answers) answers, \(camera.controls.map { FakeCamera.name($0.id) })"
                #expect(rig.timers.keys.allSatisfy { $0 == .forceLock }, comment)
                rig.pass(500)
                rig.forget()
                rig.answersAtOnce = true
                rig.arrive(camera)
                #expect(rig.states == ["continuousAuto view"], comment)
                #expect(rig.timers.isEmpty && rig.demand == nil && !rig.isSensorAwake, comment)
                if camera.control(.focusAuto) != nil { #expect(rig.camera?.integer(.focusAuto) == 1, comment) }
                if camera.control(.exposureAuto) != nil { #expect(rig.camera?.integer(.exposureAuto) == 3, comment) }
                #expect(rig.allViolations == [], comment)
            }
        }
    }

    @Test("A camera that leaves with a tap on its way refuses it; the state stays what it was")
    func pendingTap() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.answersAtOnce = false
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.leave()
        #expect(rig.refusals == [.noCamera])
        #expect(rig.states == [])
    }

    @Test("Without a camera the force lock still ends, and motion still unlocks")
    func lockWithoutCamera() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.leave()
        rig.rest(milliseconds: 3500)
        #expect(rig.engine.state == .unlockableLocked)
        rig.shake()
        #expect(rig.engine.state == .continuousAuto)
        #expect(rig.allViolations == [])
    }

    @Test("What the hold of a camera lacks of the compensation is lacking no more when the camera has left")
    func missingCompensation() throws {
        var rig = EngineRig(started: CameraExamples.withLock)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.send(.exposureCompensation(1))
        rig.pass(1000)
        try #require(rig.engine.missingCompensation == 1)
        rig.leave()
        #expect(rig.engine.missingCompensation == 0)
    }

    @Test("A camera that leaves while stopping ends the program")
    func whileStopping() {
        var rig = EngineRig(started: CameraExamples.manual)
        rig.answersAtOnce = false
        rig.send(.stop)
        #expect(rig.stops == 0)
        rig.leave()
        #expect(rig.stops == 1)
    }

    @Test("An answer to a call of the camera before, or to none, is passed over")
    func strangeAnswers() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        let old = rig.call?.id ?? 0
        rig.leave()
        rig.arrive(CameraExamples.withRegion)
        rig.forget()
        for id in [old, 0, .max] { rig.send(.cameraAnswered(ControlResult(call: id, errno: 0))) }
        #expect(rig.effects == [])
        rig.answerAll()
        #expect(rig.camera?.integer(.focusAuto) == 1)
    }

    @Test("Levels and faults are told when a camera arrives, before its first call")
    func levelsFirst() {
        var rig = EngineRig()
        rig.send(.start)
        rig.forget()
        var control = CameraExamples.focusAbsolute()
        control.step = 0
        rig.arrive(CameraExamples.camera([CameraExamples.focusAuto(), control]))
        #expect(rig.effects.first == .fault(.controlStepUnusable(.focusAbsolute)))
        if case .levels(let levels) = rig.effects.dropFirst().first {
            #expect(levels.focus.level == .wholeFrame)
        } else {
            Issue.record("no levels: \(rig.effects)")
        }
    }

    @Test("A tap beside the picture of a camera that has left is told that there is no camera")
    func barOfAbsentCamera() {
        let view = ViewSettings().with {
            $0.screen = ScreenSize(width: 800, height: 600)
            $0.videoGravity = .fit
        }
        var rig = EngineRig(started: CameraExamples.withRegion, Configuration().with { $0.view = view })
        rig.forget()
        rig.tap(0.5, 0.05)
        #expect(rig.effects == [.tapIgnored(.letterbox)])
        rig.leave()
        rig.forget()
        rig.tap(0.5, 0.05)
        #expect(rig.effects == [.tapRefused(.noCamera)])
    }
}
