import FocusCore
import Testing

/// Controls that are listed, and answer EIO to everything.
struct FailingControlTests {
    private static func unread(_ control: ControlDescription) -> ControlDescription {
        var control = control
        control.value = nil
        return control
    }

    @Test("Controls of which not one could be read when the camera was opened are not announced, with the reason")
    func atArrival() throws {
        let controls = [
            Self.unread(CameraExamples.focusAuto()), Self.unread(CameraExamples.focusAbsolute()),
            CameraExamples.exposureAuto(), CameraExamples.exposureAbsolute(),
        ]
        var rig = EngineRig(started: CameraExamples.withFrames(controls))
        let levels = try #require(rig.levels)
        #expect(levels.focus == LevelFinding(level: .none, reason: .controlsFail))
        #expect(levels.exposure.level == .software)
        rig.tap(0.25, 0.5)
        rig.film(9000)
        rig.send(.stop)
        #expect(rig.settled.first?.focus == nil && rig.settled.first?.exposure == .converged)
        #expect(rig.writes.allSatisfy { !$0.hasPrefix("focus") })
    }

    @Test("A camera that cannot be read because it says so keeps its level")
    func writeOnly() {
        #expect(CameraCapabilities(CameraExamples.unobservable).levels.focus.level == .region)
    }

    @Test("A tap that falls because a control has never worked tells the levels anew, once for the camera")
    func atTap() throws {
        let controls = [
            Self.unread(CameraExamples.focusAuto()), CameraExamples.focusAbsolute(), CameraExamples.exposureAuto(),
            CameraExamples.exposureAbsolute(),
        ]
        let camera = CameraExamples.camera(controls)
        var rig = EngineRig()
        rig.arrive(camera)
        #expect(rig.levels?.focus.level == .wholeFrame)
        rig.camera?.refusals = [.focusAuto: FakeCamera.inputOutputError]
        rig.send(.start)
        for count in 1...2 {
            rig.forget()
            rig.tap(0.25, 0.5)
            rig.pass(4000)
            #expect(rig.settled.first?.exposureLevel == .wholeFrame)
            let expected = count == 1 ? LevelFinding(level: .none, reason: .controlsFail) : nil
            #expect(rig.levels?.focus == expected)
        }
        #expect(rig.writes == ["exposureAuto=3", "exposureAuto=1,exposure=178"], "what fails is not tried any more")
        rig.forget()
        rig.arrive(camera)
        #expect(rig.levels?.focus.level == .wholeFrame, "the camera has arrived anew")
    }

    @Test("A control that has worked before, or fails otherwise, keeps its level", arguments: [5, 22])
    func passing(_ errno: Int32) {
        let isOther = errno == 22
        let focusAuto = isOther ? Self.unread(CameraExamples.focusAuto()) : CameraExamples.focusAuto()
        var rig = EngineRig(
            started: CameraExamples.camera([focusAuto] + CameraExamples.basics.dropFirst()))
        rig.forget()
        rig.camera?.refusals = [.focusAuto: errno]
        rig.tap(0.25, 0.5)
        rig.pass(4000)
        #expect(rig.levels == nil)
    }
}
