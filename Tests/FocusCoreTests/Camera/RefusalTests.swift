import Testing

@testable import FocusCore

/// Cameras that refuse.
struct RefusalTests {
    private static let left = "rect=320,450,320x180,auto=9"

    private static func rig(
        _ camera: CameraDescription, refusing ids: [ControlID] = []
    ) -> EngineRig {
        var rig = EngineRig(started: camera)
        for id in ids { rig.camera?.refusals[id] = FakeCamera.inputOutputError }
        rig.forget()
        return rig
    }

    @Test("A refused region costs a level: the next one is tried")
    func regionRefused() {
        var rig = Self.rig(CameraExamples.withRegion, refusing: [.regionRectangle])
        rig.tap(0.25, 0.5)
        #expect(rig.writes == ["\(Self.left)!", "focusAuto=0", "focusAuto=1"])
        rig.pass(2000)
        #expect(rig.settled.first?.focusLevel == .wholeFrame)
        #expect(rig.settled.first?.exposureLevel == .wholeFrame)
        rig.forget()
        rig.camera?.refusals = [:]
        rig.tap(0.25, 0.5)
        #expect(rig.writes == [Self.left, "focusAuto=1", "exposureAuto=3"], "the next tap starts from the best again")
    }

    @Test("A region that is refused and answered by the 3A lock leaves no lock behind")
    func lockIsLetGo() {
        var rig = Self.rig(CameraExamples.withRegionAndLock, refusing: [.regionRectangle])
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.first?.focusLevel == .oneShot)
        #expect(rig.camera?.integer(.lock3A) == 5)
        rig.camera?.refusals = [:]
        var again = rig
        rig.shake()
        rig.pass(1000)
        #expect(rig.engine.state == .continuousAuto)
        #expect(rig.camera?.integer(.lock3A) == 0)
        again.tap(0.75, 0.5)
        #expect(again.camera?.integer(.lock3A) == 0, "a tap at the region level must not search under a lock")
    }

    @Test("A lock that a tap has used and whose release is refused later is let go as soon as the camera obeys")
    func lockStaysRefused() {
        var rig = Self.rig(CameraExamples.withRegionAndLock, refusing: [.regionRectangle])
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.camera?.refusals = [.lock3A: FakeCamera.inputOutputError]
        rig.send(.viewShown)
        rig.pass(10_000)
        #expect(rig.engine.state == .continuousAuto && rig.camera?.integer(.lock3A) == 5)
        rig.camera?.refusals = [:]
        rig.pass(33_000)
        #expect(rig.camera?.integer(.lock3A) == 0 && rig.timers.isEmpty && rig.allViolations == [])
    }

    @Test("A lock that was found and is never let go does not make continuous begin anew")
    func foundLockStays() {
        var rig = EngineRig()
        let controls = CameraExamples.basics + CameraExamples.region()
        rig.arrive(CameraExamples.camera(controls + [CameraExamples.lock3A(0x5)]))
        rig.camera?.refusals = [.lock3A: FakeCamera.inputOutputError]
        rig.send(.start)
        rig.forget()
        rig.pass(120_000)
        #expect(rig.calls.isEmpty && rig.timers.isEmpty && rig.allViolations == [])
    }

    @Test("A camera that somebody left locked is let go at the start")
    func foreignLock() {
        let controls = CameraExamples.basics + CameraExamples.region() + [CameraExamples.lock3A(0x7)]
        var rig = EngineRig(started: CameraExamples.camera(controls))
        #expect(rig.camera?.integer(.lock3A) == 2)
        rig.send(.stop)
        #expect(rig.camera?.integer(.lock3A) == 7)
    }

    @Test("A component that is refused everything sits out, the other goes on, and the tap ends")
    func oneRefused() {
        var rig = Self.rig(CameraExamples.withoutRegion, refusing: [.focusAuto])
        rig.tap(0.25, 0.5)
        #expect(rig.states == ["autoAndForceLocked tap"])
        rig.pass(2600)
        #expect(
            rig.settled == [
                SettledReport(
                    focus: nil, focusLevel: .none, exposure: .held, exposureLevel: .wholeFrame, verified: .exposure)
            ])
    }

    @Test("A component that was adjusting and is refused at the second tap does not keep it from ending")
    func refusedWhileAdjusting() {
        var rig = Self.rig(CameraExamples.withoutRegion)
        rig.tap(0.25, 0.5)
        rig.pass(100)
        rig.camera?.refusals[.focusAuto] = FakeCamera.inputOutputError
        rig.tap(0.75, 0.5)
        rig.pass(2900)
        #expect(rig.settled.count == 1)
        #expect(rig.settled.first?.focus == nil)
        #expect(rig.allViolations == [])
    }

    @Test("A tap that is refused everything is refused: state, timer and what was remembered stay")
    func everythingRefused() {
        let all: [ControlID] = [.focusAuto, .exposureAuto, .regionRectangle]
        var rig = Self.rig(CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.rest(milliseconds: 500)
        rig.shake()
        #expect(rig.engine.hasMoved)
        let (state, timer) = (rig.engine.state, rig.timers[.forceLock]?.generation)
        rig.forget()
        for id in all { rig.camera?.refusals[id] = FakeCamera.inputOutputError }
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.states == [])
        #expect(rig.engine.state == state)
        #expect(rig.engine.hasMoved)
        #expect(timer != nil && rig.timers[.forceLock]?.generation == timer)
        #expect(rig.settled.isEmpty)
        #expect(rig.allViolations == [])
    }

    @Test("What was held is held again after a refused tap, whatever the attempt had changed")
    func heldAgain() {
        var rig = Self.rig(CameraExamples.withoutRegion)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.forget()
        // The automatics take "on" and then neither takes what follows: exposure refuses, focus went on.
        rig.camera?.refusedSettings = [
            ControlSetting(.focusAuto, .integer(1)), ControlSetting(.exposureAuto, .integer(3)),
        ]
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.camera?.integer(.exposureAuto) == 1)
        rig.pass(3000)
        #expect(rig.engine.state == .unlockableLocked)
    }

    @Test("A refused tap in continuousAuto leaves the camera continuous")
    func refusedInContinuous() {
        var rig = Self.rig(CameraExamples.focusOnly)
        rig.camera?.failuresAhead = 1
        rig.tap(0.25, 0.5)
        rig.pass(10_000)
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.writes == ["focusAuto=0!", "focusAuto=1"])
        #expect(rig.camera?.integer(.focusAuto) == 1)
        #expect(rig.timers.isEmpty)
    }

    @Test("A hold that is refused is reported as failed, and does not keep the other from being held")
    func holdRefused() {
        var rig = Self.rig(CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.refusedSettings = [ControlSetting(.focusAuto, .integer(0))]
        rig.pass(2000)
        #expect(
            rig.settled == [
                SettledReport(
                    focus: .failed, focusLevel: .region, exposure: .converged, exposureLevel: .region,
                    verified: .exposure, focusReason: .refused)
            ])
        #expect(rig.camera?.integer(.exposureAuto) == 1)
        #expect(rig.engine.state.name.description == "autoAndForceLocked")
    }

    @Test("A lens position that is refused is no failure: the automatic is off")
    func positionRefused() {
        var rig = Self.rig(CameraExamples.withRegion, refusing: [.focusAbsolute])
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        #expect(rig.settled.first?.focus == .converged)
    }

    @Test("A refused return to continuous is tried again after twice as long, after 32 s at most, and never given up")
    func continuousRetried() {
        var rig = Self.rig(CameraExamples.withoutRegion)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.forget()
        rig.camera?.refusals[.focusAuto] = FakeCamera.inputOutputError
        rig.send(.viewShown)
        #expect(rig.writes == ["focusAuto=1!", "exposureAuto=3"])
        var moments: [Int64] = []
        for tick in 1...1000 as ClosedRange<Int64> {
            let before = rig.writes.count
            rig.pass(100)
            if rig.writes.count > before { moments.append(tick * 100) }
        }
        #expect(moments == [500, 1500, 3500, 7500, 15500, 31500, 63500, 95500])
        #expect(rig.writes.dropFirst(2).allSatisfy { $0 == "focusAuto=1!" }, "only what was refused is tried again")
        #expect(rig.timers.keys.map(\.name.description) == ["continuousRetry"])
    }

    @Test("A return to continuous that works at the second attempt is not tried a third time")
    func continuousWorksLater() {
        var rig = Self.rig(CameraExamples.withoutRegion)
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.forget()
        rig.camera?.failuresAhead = 1
        rig.send(.viewShown)
        rig.pass(10_000)
        #expect(rig.writes == ["focusAuto=1!", "exposureAuto=3", "focusAuto=1"])
        #expect(rig.timers.isEmpty)
    }

    @Test(
        "After a refused tap, an exposure that was still searching gets its automatic back", arguments: [true, false])
    func automaticBack(_ isSearching: Bool) {
        let capabilities = CameraCapabilities(CameraExamples.exposureOnly)
        let builder = PlanBuilder(
            capabilities: capabilities, ledger: ControlLedger(capabilities),
            originals: Originals(capabilities, remembered: []), regions: RegionSizes())
        let plan = builder.goOn(
            at: PointOfInterest(x: 0.5, y: 0.5), PerComponent(focus: .none, exposure: .wholeFrame),
            searching: PerComponent(focus: false, exposure: isSearching))
        #expect(plan.count == (isSearching ? 1 : 0))
        if isSearching { #expect(plan[0] == PlanStep(action: .set(.exposureAuto, 3), components: .exposure)) }
    }

    @Test("A camera with a button and a lens, and no automatic, gets its lens back")
    func lensAfterButton() {
        var rig = EngineRig(started: CameraExamples.camera([CameraExamples.focusAbsolute()] + CameraExamples.button))
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.forget()
        rig.send(.stop)
        #expect(rig.writes == ["focus=100"])
    }

    @Test("A region that could not be read is put back to the whole image")
    func unreadableRegion() {
        var region = CameraExamples.region()
        region[0].value = nil
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + region))
        rig.tap(0.25, 0.5)
        rig.pass(2000)
        rig.send(.stop)
        #expect(rig.camera?.rectangle(.regionRectangle) == CameraExamples.bounds)
    }

    @Test("A tap that is searched in frames, and no more watched by reading, ends the reading of the one before")
    func pollEnds() {
        var rig = EngineRig(started: CameraExamples.regionAndFrames)
        rig.tap(0.25, 0.5)
        #expect(rig.timers[.settlePoll] != nil)
        rig.camera?.refusals[.regionRectangle] = FakeCamera.inputOutputError
        rig.tap(0.75, 0.5)
        #expect(rig.camera?.streams.last == "start")
        #expect(rig.timers[.settlePoll] == nil)
    }
}
