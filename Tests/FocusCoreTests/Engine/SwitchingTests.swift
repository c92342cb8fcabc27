import FocusCore
import Testing

/// Another camera takes the place of the present one.
struct SwitchingTests {
    private static func releases(_ rig: EngineRig) -> [Bool] {
        rig.effects.compactMap { if case .cameraReleased(let isComplete) = $0 { isComplete } else { nil } }
    }

    private static func isAutomatic(_ id: ControlID) -> Bool { id == .focusAuto || id == .exposureAuto }

    private static func held() -> EngineRig {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.pass(5000)
        rig.forget()
        return rig
    }

    @Test("The present camera has its originals back before the other one is used, which follows the scene")
    func switches() {
        var rig = Self.held()
        rig.send(.releaseCamera)
        #expect(Self.releases(rig) == [true])
        for control in CameraExamples.withRegion.controls where Self.isAutomatic(control.id) {
            #expect(rig.camera?.values[control.id] == control.value)
        }
        rig.arrive(CameraExamples.withRegionAndLock)
        #expect(rig.engine.state == .continuousAuto && rig.states == ["continuousAuto view"])
        rig.tap(0.25, 0.5)
        rig.pass(5000)
        #expect(rig.settled.count == 1 && rig.allViolations == [])
    }

    @Test("A tap in between is refused with its reason, and what else comes writes nothing to the camera that goes")
    func inBetween() {
        var rig = Self.held()
        rig.answersAtOnce = false
        rig.send(.releaseCamera)
        let calls = rig.calls.count
        rig.tap(0.5, 0.5)
        rig.send(.viewShown)
        rig.send(.exposureCompensation(1))
        rig.send(.lightChanged(isOn: true))
        rig.send(.keep(KeepWish(.held, by: .application)))
        rig.send(.releaseCamera)
        #expect(rig.refusals == [.switching, .switching] && rig.calls.count == calls)
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(Self.releases(rig) == [true] && rig.allViolations == [])
    }

    @Test("A camera that is unplugged in between is released, too, and one that is asked for without a camera")
    func unplugged() {
        var rig = Self.held()
        rig.answersAtOnce = false
        rig.send(.releaseCamera)
        rig.leave()
        #expect(Self.releases(rig) == [true])
        rig.answersAtOnce = true
        rig.send(.releaseCamera)
        #expect(Self.releases(rig) == [true, true])
        rig.arrive(CameraExamples.withRegion)
        #expect(rig.engine.state == .continuousAuto && rig.allViolations == [])
    }

    @Test("The same camera comes back where the other one has gone again")
    func back() {
        var rig = Self.held()
        rig.send(.releaseCamera)
        rig.arrive(CameraExamples.withRegion)
        rig.tap(0.5, 0.5)
        rig.pass(5000)
        #expect(rig.settled.count == 1)
        rig.send(.stop)
        #expect(rig.stops == 1 && rig.allViolations == [])
    }
}
