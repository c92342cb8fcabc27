import Testing

@testable import FocusCore

/// Holds and searches after a tap that the camera has refused.
struct HeldAfterRefusalTests {
    private static func held() -> EngineRig {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.pass(3500)
        // ETIMEDOUT: what does not answer is not tried on every rung.
        rig.camera?.refusals = [.regionRectangle: 110]
        rig.forget()
        return rig
    }

    @Test("A change of what is held is seen at once also after a refused tap, when the driver tells of it")
    func news() {
        var rig = Self.held()
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        rig.camera?.setByOthers(.focusAuto, 1)
        rig.send(.controlsChanged)
        rig.pass(60)
        #expect(rig.faults == [.holdBroken(.focusAuto)])
        #expect(rig.camera?.integer(.focusAuto) == 0)
    }

    @Test(
        "A compensation during a tap that is refused applies to what is held, and is not taken for another program's doing"
    )
    func compensation() throws {
        var rig = Self.held()
        let before = try #require(rig.camera?.integer(.exposureAbsolute))
        rig.answersAtOnce = false
        rig.tap(0.75, 0.5)
        rig.send(.exposureCompensation(-1))
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.refusals == [.cameraRefused])
        #expect(rig.camera?.integer(.exposureAbsolute) == before / 2)
        rig.pass(10_000)
        #expect(rig.faults == [])
        #expect(rig.camera?.integer(.exposureAbsolute) == before / 2)
        #expect(rig.allViolations == [])
    }

    @Test(
        "A focus that was still searching gets its automatic back, where that is what searches",
        arguments: [(CameraLevel.region, true), (.wholeFrame, true), (.oneShot, false), (.software, false)],
        [false, true])
    func automaticBack(_ level: (CameraLevel, Bool), _ isSearching: Bool) {
        let capabilities = CameraCapabilities(CameraExamples.withRegion)
        let builder = PlanBuilder(
            capabilities: capabilities, ledger: ControlLedger(capabilities),
            originals: Originals(capabilities, remembered: []), regions: RegionSizes())
        let plan = builder.goOn(
            at: PointOfInterest(x: 0.5, y: 0.5), PerComponent(focus: level.0, exposure: .none),
            searching: PerComponent(focus: isSearching, exposure: false))
        let step = PlanStep(action: .set(.focusAuto, 1), components: .focus)
        #expect((0..<plan.count).contains { plan[$0] == step } == (level.1 && isSearching))
    }
}
