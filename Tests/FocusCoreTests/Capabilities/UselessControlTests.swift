import Testing

@testable import FocusCore

/// Controls that are listed and of no use.
struct UselessControlTests {
    private typealias Make = CameraExamples

    private static func capabilities(_ controls: [ControlDescription]) -> CameraCapabilities {
        CameraCapabilities(
            CameraDescription(imageWidth: 640, imageHeight: 480, controls: controls, givesFrames: true))
    }

    @Test("A range of one value, whatever its step, is no fault, and no level counts it")
    func onlyOneValue() {
        let ids: [ControlID] = [.focusAuto, .focusAbsolute, .exposureAbsolute, .gain]
        let controls = ids.map { ControlDescription(id: $0, maximum: 0, step: 0, value: .integer(0)) }
        let capabilities = Self.capabilities(controls)
        #expect(capabilities.faults.isEmpty)
        #expect(capabilities.levels.focus == LevelFinding(level: .none, reason: .noAutomatic))
        #expect(capabilities.levels.exposure == LevelFinding(level: .none, reason: .noAutomatic))
        for id in ids { #expect(capabilities.control(id) == nil) }
    }

    @Test("A region that can only be 1x1 counts as not there, which is no fault")
    func smallestRegion() {
        var controls = Make.region()
        controls[0].bounds = PixelRectangle(left: 0, top: 0, width: 1, height: 1)
        let capabilities = Self.capabilities([Make.focusAuto()] + controls)
        #expect(capabilities.faults.isEmpty)
        #expect(capabilities.levels.focus == LevelFinding(level: .wholeFrame, reason: .noRegion))
    }

    @Test(
        "A present mode that its own menu does not list leaves nothing to set, unless the menu has an automatic",
        arguments: [
            // The items, the value, whether mode and time are of use, and the mode that the camera counts as being in.
            (0b0010, 0, false, nil), (0b0110, 0, false, nil), (0b0010, 3, false, nil), (0b0110, 9, false, nil),
            (0b0010, 1, true, 1), (0b0110, 2, true, 2), (0b0010, nil, true, nil),
            (0b1010, 0, true, 3), (0b0011, 3, true, 0), (0b1010, 2, true, 2), (0b1010, 3, true, 3),
        ] as [(UInt64, Int64?, Bool, Int64?)])
    func hiddenExposure(_ items: UInt64, _ value: Int64?, _ isOfUse: Bool, _ mode: Int64?) {
        let control = ControlDescription(
            id: .exposureAuto, maximum: 3, menuItems: items, value: value.map(ControlValue.integer))
        let capabilities = Self.capabilities([control, Make.exposureAbsolute()])
        #expect((capabilities.control(.exposureAuto) != nil) == isOfUse)
        #expect((capabilities.control(.exposureAbsolute) != nil) == isOfUse)
        #expect(ControlLedger(capabilities)[.exposureAuto]?.integer == mode)
        if !isOfUse { #expect(capabilities.levels.exposure == LevelFinding(level: .none, reason: .noAutomatic)) }
    }

    @Test(
        "A camera that exposes by itself and says so by a mode outside of its menu is never told anything of exposure")
    func neverTold() {
        for items in [0b0010, 0b0110] as [UInt64] {
            let mode = ControlDescription(id: .exposureAuto, maximum: 3, menuItems: items, value: .integer(0))
            var rig = EngineRig(
                started: CameraDescription(
                    imageWidth: 640, imageHeight: 480,
                    controls: [Make.focusAuto(), mode, Make.exposureAbsolute()], givesFrames: true))
            rig.tap(0.25, 0.5)
            rig.film(4000)
            rig.send(.viewShown)
            rig.send(.stop)
            #expect(!rig.writes.contains { $0.contains("exposure") }, "\(rig.writes)")
            #expect(rig.camera?.streams == [])
            #expect(rig.camera?.integer(.focusAuto) == 1)
            #expect(rig.hasStopped(complete: true))
            #expect(rig.settled.first?.exposureLevel == CameraLevel.none)
        }
    }
}
