import FocusCore
import Testing

/// When nothing settles, so that a photo may be taken.
struct AtRestTests {
    @Test("A tap disturbs the rest from its first moment until it has settled", arguments: [0.25, 0.75])
    func tap(x: Double) {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.film(1000)
        #expect(rig.engine.readiness.isAtRest)
        rig.forget()
        rig.tap(x, 0.5)
        #expect(!rig.engine.readiness.isAtRest)
        rig.film(100)
        #expect(!rig.engine.readiness.isAtRest && rig.settled.isEmpty)
        rig.film(6000)
        #expect(rig.engine.readiness.isAtRest && rig.settled.count == 1)
    }

    @Test("A write that is not answered yet disturbs it, and its answer ends that")
    func write() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.film(1000)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.engine.readiness.isAtRest)
        rig.answersAtOnce = false
        rig.send(.exposureCompensation(1))
        #expect(!rig.engine.readiness.isAtRest)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(1000)
        #expect(rig.engine.readiness.isAtRest)
    }

    @Test("A camera that the engine keeps sharp by itself is not at rest while it searches")
    func continuous() {
        var rig = EngineRig(started: CameraExamples.byHand)
        var wasDisturbed = false
        for _ in 0..<20 {
            rig.film(100)
            if !rig.engine.readiness.isAtRest { wasDisturbed = true }
        }
        #expect(wasDisturbed)
        rig.film(8000)
        #expect(rig.engine.readiness.isAtRest)
    }

    @Test(
        "An exposure that is found again in a light disturbs it until that is held",
        arguments: [CameraExamples.byHand, CameraExamples.automatic])
    func light(_ camera: CameraDescription) {
        var rig = EngineRig(started: camera)
        rig.film(20_000)
        rig.tap(0.25, 0.5)
        rig.film(12_000)
        #expect(rig.engine.readiness.isAtRest)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        #expect(!rig.engine.readiness.isAtRest)
        rig.film(100)
        #expect(!rig.engine.readiness.isAtRest)
        rig.film(9000)
        #expect(rig.engine.readiness.isAtRest)
    }

    @Test("A zoom that is on its way disturbs it, also between two of its steps")
    func zoom() {
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [CameraExamples.zoom()]))
        rig.pass(2000)
        #expect(rig.engine.readiness.isAtRest)
        rig.send(.zoom(ZoomWish(.factor(4), rate: 1)))
        rig.pass(1000)
        #expect(!rig.engine.readiness.isAtRest)
        rig.pass(2000)
        #expect(rig.engine.readiness.isAtRest)
    }

    @Test("A tap is on its way until the camera has accepted or refused it")
    func tapOnItsWay() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.film(1000)
        #expect(!rig.engine.readiness.isTapAsked)
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        #expect(rig.engine.readiness.isTapAsked)
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(!rig.engine.readiness.isTapAsked && !rig.engine.readiness.isAtRest)
    }

    @Test("An automatic without a bias follows no compensation; what is held by its time does")
    func compensationWithoutBias() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.send(.exposureCompensation(1))
        #expect(rig.engine.readiness.compensation == 0 && !rig.engine.readiness.holdsExposure)
        rig.tap(0.25, 0.5)
        #expect(rig.engine.readiness.holdsExposure, "it adjusts")
        rig.film(2500)
        #expect(rig.engine.readiness.compensation == 1 && rig.engine.readiness.holdsExposure)
        rig.answersAtOnce = false
        rig.tap(0.75, 0.5)
        #expect(!rig.engine.readiness.holdsExposure, "a tap is on its way")
    }

    @Test("A bias gives what its item stands for, and a lock gives nothing")
    func compensationOfBias() {
        var control = ControlDescription(id: .exposureBias, maximum: 4, menuItems: 0b11111, value: .integer(2))
        control.menuIntegers = [-2000, -1000, 0, 1000, 2000]
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [control]))
        rig.send(.exposureCompensation(0.8))
        #expect(rig.engine.readiness.compensation == 1)
        rig = EngineRig(started: CameraExamples.withLock)
        rig.tap(0.25, 0.5)
        rig.pass(3000)
        rig.send(.exposureCompensation(1))
        rig.pass(1000)
        #expect(rig.engine.readiness.compensation == 0)
    }

    @Test("Where the engine exposes by itself, frames show the compensation that it has reached")
    func compensationByHand() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(20_000)
        #expect(rig.engine.readiness.compensation == 0)
        rig.send(.exposureCompensation(-1))
        rig.film(20_000)
        #expect((rig.engine.readiness.compensation ?? 0) < -0.5)
    }

    @Test("A tap on a camera without an exposure to hold holds none, and its compensation is unknown")
    func noExposure() {
        var rig = EngineRig(started: CameraExamples.focusOnly)
        rig.send(.exposureCompensation(1))
        rig.tap(0.25, 0.5)
        rig.film(2500)
        #expect(rig.engine.state != .continuousAuto && !rig.engine.readiness.holdsExposure)
        #expect(rig.engine.readiness.compensation == nil)
    }

    @Test("Without a camera nothing settles")
    func noCamera() { #expect(Engine().readiness.isAtRest) }
}
