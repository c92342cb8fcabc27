import FocusCore
import Testing

/// The held lens beside its position, for a photo.
struct LensOffsetTests {
    /// A tap is held, and has settled.
    private static func held(_ camera: CameraDescription, watching sceneWatch: SceneWatch = .never) -> EngineRig {
        var configuration = Configuration()
        configuration.sceneWatch = sceneWatch
        var rig = EngineRig(started: camera, configuration)
        rig.film(3000)
        rig.tap(0.25, 0.5)
        rig.film(10_000)
        rig.forget()
        return rig
    }

    private static func lens(_ rig: EngineRig) -> Int64? { rig.camera?.integer(.focusAbsolute) }

    private static func isLost(_ rig: EngineRig) -> Bool {
        rig.faults.contains { if case .holdLost = $0 { true } else { false } }
    }

    @Test(
        "The lens stands beside its position, is read back there, and goes back to the very position",
        arguments: [
            CameraExamples.automatic, CameraExamples.byHand, CameraExamples.lensByHand, CameraExamples.withoutRegion,
            CameraExamples.withRegion,
        ])
    func thereAndBack(_ camera: CameraDescription) throws {
        var rig = Self.held(camera)
        let before = try #require(Self.lens(rig))
        let held = try #require(rig.engine.readiness.heldLens)
        #expect(held.position == before)
        for share in [-0.1, 0.1, -0.05] {
            let wanted = try #require(held.position(beside: share))
            rig.send(.lensOffset(share))
            rig.film(500)
            #expect(Self.lens(rig) == wanted && wanted != before)
            let readiness = rig.engine.readiness
            #expect(readiness.lensAside == wanted && readiness.isLensRead && readiness.isAtRest)
            #expect(rig.engine.readiness.heldLens == held, "the position is the held one, wherever the lens stands")
        }
        rig.send(.lensOffset(nil))
        rig.film(500)
        #expect(Self.lens(rig) == before)
        #expect(rig.engine.readiness.lensAside == nil && rig.engine.readiness.isLensRead)
        #expect(rig.states == [] && rig.faults == [] && rig.allViolations == [])
    }

    @Test("Until the position is written and read back, the camera is not at rest")
    func rest() {
        var rig = Self.held(CameraExamples.automatic)
        #expect(rig.engine.readiness.isAtRest)
        rig.answersAtOnce = false
        rig.send(.lensOffset(0.1))
        #expect(!rig.engine.readiness.isAtRest && !rig.engine.readiness.isLensRead)
        rig.answerOne()
        #expect(!rig.engine.readiness.isAtRest && !rig.engine.readiness.isLensRead)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(100)
        #expect(rig.engine.readiness.isAtRest && rig.engine.readiness.isLensRead)
    }

    @Test(
        "A position that the lens does not have changes nothing",
        arguments: [0.9, -0.9, .nan, .infinity, nil] as [Double?])
    func outside(_ share: Double?) {
        var rig = Self.held(CameraExamples.automatic)
        #expect(rig.send(.lensOffset(share)) == [])
        #expect(rig.engine.readiness.lensAside == nil)
    }

    @Test(
        "A lens that is not held is not moved: it follows the scene, a tap settles, it is locked, or cannot be set",
        arguments: [CameraExamples.automatic, CameraExamples.withButton, CameraExamples.withLock, CameraExamples.fixed])
    func notHeld(_ camera: CameraDescription) {
        var rig = EngineRig(started: camera)
        rig.film(1000)
        #expect(rig.engine.readiness.heldLens == nil)
        #expect(rig.send(.lensOffset(0.05)) == [])
        rig.tap(0.25, 0.5)
        #expect(rig.engine.readiness.heldLens == nil)
        #expect(rig.send(.lensOffset(0.05)) == [])
        rig.film(9000)
        if camera != CameraExamples.automatic { #expect(rig.engine.readiness.heldLens == nil) }
        var waiting = EngineRig()
        #expect(waiting.send(.lensOffset(0.05)) == [])
    }

    @Test(
        "A tap, and the return to continuous, first take the lens back to where it was held",
        arguments: [CameraExamples.automatic, CameraExamples.byHand, CameraExamples.withoutRegion], [true, false])
    func takenBack(_ camera: CameraDescription, _ isTap: Bool) throws {
        var rig = Self.held(camera)
        let before = try #require(Self.lens(rig))
        rig.send(.lensOffset(0.05))
        rig.film(500)
        #expect(Self.lens(rig) != before)
        rig.forget()
        rig.answersAtOnce = false
        rig.send(isTap ? .viewTapped(x: 0.25, y: 0.5) : .viewShown)
        #expect(rig.engine.readiness.lensAside == nil)
        rig.answerOne()
        #expect(rig.writes == ["focus=\(before)"] && Self.lens(rig) == before)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(9000)
        #expect(rig.engine.readiness.lensAside == nil && rig.allViolations == [])
        // The end of the photo finds nothing to do any more.
        #expect(rig.send(.lensOffset(nil)) == [])
    }

    @Test("After a tap that the camera refuses, the lens is held where it was held before the photo")
    func refusedTap() throws {
        var rig = Self.held(CameraExamples.withRegion)
        let before = try #require(Self.lens(rig))
        rig.send(.lensOffset(0.05))
        rig.film(500)
        // ETIMEDOUT: what does not answer is not tried on every rung.
        rig.camera?.refusals = [.regionRectangle: 110]
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        rig.film(500)
        #expect(Self.lens(rig) == before && rig.engine.readiness.lensAside == nil)
        #expect(rig.engine.readiness.heldLens?.position == before && !Self.isLost(rig))
    }

    @Test("A camera that refuses the position keeps what it held, and the hold is not lost")
    func refused() throws {
        var rig = Self.held(CameraExamples.automatic)
        let before = try #require(Self.lens(rig))
        rig.camera?.failuresAhead = 1
        rig.send(.lensOffset(0.1))
        rig.film(500)
        #expect(rig.writes.first?.hasSuffix("!") == true)
        #expect(rig.engine.readiness.lensAside == nil && rig.engine.readiness.heldLens?.position == before)
        #expect(Self.lens(rig) == before && !Self.isLost(rig) && rig.engine.readiness.isLensRead)
    }

    @Test("A camera that ignores the position is said to, and keeps what it held")
    func ignored() throws {
        var rig = Self.held(CameraExamples.automatic)
        let before = try #require(Self.lens(rig))
        rig.camera?.ignored = [.focusAbsolute: 1000]
        rig.send(.lensOffset(0.1))
        rig.film(2000)
        #expect(rig.faults == [.controlIgnored(.focusAbsolute)])
        #expect(rig.engine.readiness.lensAside == nil && rig.engine.readiness.heldLens?.position == before)
        #expect(Self.lens(rig) == before && rig.engine.readiness.isAtRest)
    }

    @Test("What moves in the picture because of the lens is no other scene", arguments: [0.1, nil] as [Double?])
    func scene(_ last: Double?) {
        var rig = Self.held(CameraExamples.automatic, watching: .always)
        if last == nil {
            rig.send(.lensOffset(0.1))
            rig.film(4000)
        }
        rig.camera?.image.grid = 200
        rig.send(.lensOffset(last))
        rig.film(6000)
        #expect(rig.states.filter { $0.hasPrefix("continuousAuto") } == [])
        // One that comes later is.
        rig.camera?.image.grid = 60
        rig.film(6000)
        #expect(rig.states.contains { $0.hasPrefix("continuousAuto") })
    }

    @Test("A camera that is unplugged takes the offset with it")
    func unplugged() {
        var rig = Self.held(CameraExamples.automatic)
        rig.send(.lensOffset(0.1))
        rig.leave()
        #expect(rig.engine.readiness.lensAside == nil)
        #expect(rig.send(.lensOffset(nil)) == [])
        rig.arrive(CameraExamples.automatic)
        rig.film(1000)
        #expect(rig.engine.readiness.lensAside == nil && rig.violations == [])
    }
}
