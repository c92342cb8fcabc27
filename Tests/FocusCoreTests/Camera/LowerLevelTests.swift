import FocusCore
import Testing

/// A search that has lost its frames goes on at a lower level, which the camera may refuse as well.
struct LowerLevelTests {
    @Test("A lower level that the camera refuses, too, has failed for that reason; what was found before stays held")
    func refused() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.send(.framesHeld(FrameHolder(givesFrames: true)))
        let before = rig.camera?.integer(.focusAbsolute)
        rig.tap(0.3, 0.6)
        let isSearching = rig.filmUntil { $0.camera?.integer(.focusAbsolute) != before }
        #expect(isSearching)
        rig.camera?.refusals[.focusAuto] = FakeCamera.inputOutputError
        rig.send(.framesHeld(FrameHolder(givesFrames: false)))
        rig.pass(4000)
        #expect(rig.settled.map(\.focus) == [.failed])
        #expect(rig.settled.map(\.focusReason) == [.refused])
        #expect(rig.settled.map(\.exposure) == [.converged])
        #expect(rig.settled.map(\.exposureLevel) == [.software])
        #expect(rig.allViolations == [])
    }

    @Test("A lower level that the camera refuses is followed by the one below it, and there the camera does search")
    func refusedInTheMiddle() {
        // Below the engine's own search there are the camera's button and, below that, its automatic.
        var rig = EngineRig(started: CameraExamples.withFrames(CameraExamples.basics + CameraExamples.button))
        rig.send(.framesHeld(FrameHolder(givesFrames: true)))
        let before = rig.camera?.integer(.focusAbsolute)
        rig.tap(0.3, 0.6)
        let isSearching = rig.filmUntil { $0.camera?.integer(.focusAbsolute) != before }
        #expect(isSearching)
        rig.forget()
        rig.camera?.refusals[.autoFocusStart] = FakeCamera.inputOutputError
        rig.send(.framesHeld(FrameHolder(givesFrames: false)))
        rig.pass(4000)
        #expect(rig.writes.contains("start=0!") && rig.writes.contains("focusAuto=1"), "\(rig.writes)")
        #expect(rig.settled.map(\.focus) == [.converged])
        #expect(rig.settled.map(\.focusLevel) == [.wholeFrame])
        #expect(rig.allViolations == [])
    }
}
