import Testing

@testable import FocusCore

/// Holds, and the reports of them.
struct HoldTests {
    @Test("A camera that goes on telling its last manual values is held where its automatics are, not where it says")
    func staleValues() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.readsToRest = 0
        rig.tap(0.25, 0.5)
        rig.forget()
        rig.pass(2000)
        #expect(rig.writes == ["focusAuto=0", "exposureAuto=1"])
        #expect(
            rig.settled == [
                SettledReport(
                    focus: .held, focusLevel: .region, exposure: .held, exposureLevel: .region,
                    verified: [.focus, .exposure])
            ])
    }

    @Test("Once a camera was seen to tell the truth, what does not move has converged")
    func aliveCamera() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.camera?.readsToRest = 0
        rig.forget()
        rig.tap(0.75, 0.5)
        rig.pass(700)
        #expect(rig.settled.map(\.focus) == [.converged])
    }

    @Test("A tap that a newer one replaces before the camera took it is told to be overtaken, and never accepted")
    func overtaken() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.forget()
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        rig.tap(0.75, 0.5)
        #expect(rig.effects.filter { $0 == .tapIgnored(.overtaken) }.count == 1)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.pass(100)
        #expect(rig.states == ["autoAndForceLocked tap"])
    }

    @Test(
        "A camera that does not answer any more is not tried on every rung of the ladder",
        arguments: [19, 71, 108, 110])
    func deadCamera(errno: Int32) {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.refusals[.regionRectangle] = errno
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.writes.count <= 2, "one refused attempt, and nothing beyond what was in effect")
    }

    @Test("A camera that refuses its originals is not said to have them back")
    func originalsRefused() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.camera?.refusals[.regionRectangle] = FakeCamera.inputOutputError
        rig.send(.stop)
        rig.pass(100)
        #expect(rig.effects.contains(.stopped(isComplete: false)))
    }

    @Test("A position that was read after an earlier tap is not written back when nothing could be read after this one")
    func unreadableLater() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.camera?.isUnreadable = true
        rig.tap(0.75, 0.5)
        rig.forget()
        rig.pass(3000)
        #expect(rig.writes == ["focusAuto=0", "exposureAuto=1"])
    }

    @Test("A tap that is refused while another searches leaves the region at the other's point")
    func refusedWhileSearching() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        let before = rig.camera?.rectangle(.regionRectangle)
        rig.camera?.refusals[.regionAuto] = 110
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        rig.camera?.refusals = [:]
        rig.pass(100)
        #expect(rig.camera?.rectangle(.regionRectangle) == before)
    }

    @Test("An exposure time that somebody had set under shutter priority is put back in manual, and the mode after it")
    func shutterPriority() {
        let exposureAuto = ControlDescription(
            id: .exposureAuto, maximum: 3, defaultValue: 3, menuItems: 0b1110, value: .integer(2))
        let exposure = ControlDescription(
            id: .exposureAbsolute, minimum: 1, maximum: 5000, defaultValue: 157, value: .integer(333))
        var rig = EngineRig(started: CameraExamples.camera([exposureAuto, exposure]))
        rig.tap(0.5, 0.5)
        rig.pass(3000)
        rig.forget()
        rig.send(.stop)
        rig.pass(100)
        #expect(rig.camera?.integer(.exposureAuto) == 2)
        #expect(rig.camera?.integer(.exposureAbsolute) == 333)
    }

    @Test("What is held is looked at every two seconds")
    func looks() throws {
        var rig = EngineRig(started: CameraExamples.withRegion, Configuration().with { $0.sceneWatch = .never })
        rig.tap(0.25, 0.5)
        rig.pass(5000)
        let first = try #require(rig.timers[.holdCheck]?.deadline)
        rig.pass(2000)
        let second = try #require(rig.timers[.holdCheck]?.deadline)
        #expect(second.since(first) == .milliseconds(2000))
    }
}
