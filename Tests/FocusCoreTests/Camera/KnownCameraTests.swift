import Testing

@testable import FocusCore

/// A camera as far as it is known.
struct KnownCameraTests {
    private static let mode = ControlSetting(.exposureAuto, .integer(CameraCapabilities.manualExposure))
    private static let time = ControlSetting(.exposureAbsolute, .integer(200))

    @Test("An exposure that is held by hand is written without its mode, unless another program may have changed that")
    func byHand() {
        let camera = KnownCamera.arrived(
            CameraExamples.camera([CameraExamples.exposureAuto(1), CameraExamples.exposureAbsolute()]))
        let step = PlanStep(action: .manualExposure(200, gain: nil), components: .exposure)
        var both = ControlSettings(one: Self.mode)
        both.append(Self.time)
        #expect(camera.demand(for: step, hasNews: false) == .write(ControlSettings(one: Self.time)))
        #expect(camera.demand(for: step, hasNews: true) == .write(both))
    }

    @Test("What is in effect needs no demand, and what was written is in effect")
    func inEffect() {
        var camera = KnownCamera.arrived(CameraExamples.withoutRegion)
        let step = PlanStep(action: .set(.focusAuto, 0), components: .focus)
        let off = ControlSettings(one: ControlSetting(.focusAuto, .integer(0)))
        #expect(camera.demand(for: step, hasNews: false) == .write(off))
        camera.answered(ControlCall(id: 1, operation: .write(off)), ControlResult(call: 1, errno: 0))
        #expect(camera.demand(for: step, hasNews: false) == nil)
    }

    @Test("Searches of the exposure aim at the compensation that is wanted")
    func compensated() {
        var camera = KnownCamera.arrived(CameraExamples.byHand)
        camera.compensation.wanted = 1.5
        #expect(camera.compensatedExposure.compensation == 1.5 && camera.settings.autoexposure.compensation == 0)
    }
}
