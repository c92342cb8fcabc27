import FocusCore
import Testing

/// A closed privacy shutter is said as such.
struct ShutterTests {
    private static func rig(
        closed isClosed: Bool, _ controls: [ControlDescription] = CameraExamples.basics, givesFrames: Bool = true
    ) -> EngineRig {
        let shutter = ControlDescription(
            id: .privacy, maximum: 1, isReadOnly: true, value: .integer(isClosed ? 1 : 0))
        var camera = CameraExamples.camera(controls + [shutter])
        camera.givesFrames = givesFrames
        return EngineRig(started: camera)
    }

    private static func shutters(_ rig: EngineRig) -> [Bool] {
        rig.effects.compactMap { if case .shutter(let isClosed) = $0 { isClosed } else { nil } }
    }

    @Test("A tap is refused for it, and nothing is written, no frame is asked for, and what was held stays held")
    func refused() {
        var rig = Self.rig(closed: false)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.camera?.setByOthers(.privacy, 1)
        rig.forget()
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.shutterClosed] && Self.shutters(rig) == [true])
        #expect(rig.writes == [] && rig.states == [])
        #expect(rig.engine.isShutterClosed == true)
        rig.camera?.setByOthers(.privacy, 0)
        rig.tap(0.75, 0.5)
        rig.film(8000)
        #expect(Self.shutters(rig) == [true, false] && rig.settled.count == 1)
        #expect(rig.allViolations == [])
    }

    @Test("A camera that comes with a closed shutter says so, and so does the driver's event, once")
    func told() {
        var rig = Self.rig(closed: true)
        #expect(Self.shutters(rig) == [true])
        rig.send(.shutterChanged(isClosed: false))
        rig.send(.shutterChanged(isClosed: false))
        #expect(Self.shutters(rig) == [true, false])
        var other = EngineRig(started: CameraExamples.withRegion)
        other.send(.shutterChanged(isClosed: true))
        #expect(Self.shutters(other) == [] && other.engine.isShutterClosed == nil)
    }

    @Test("A search that fails while it is closed has that as its reason")
    func duringSearch() {
        var rig = Self.rig(closed: false, [CameraExamples.focusAbsolute(), CameraExamples.exposureAbsolute()])
        rig.film(20_000)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(200)
        rig.send(.shutterChanged(isClosed: true))
        rig.loseFrames(errno: 19)
        rig.film(20_000)
        #expect(rig.settled.count == 1)
        #expect(rig.settled.first?.focusReason == .shutterClosed)
    }

    @Test("One that cannot be read when the camera is opened counts as missing")
    func unreadable() {
        let shutter = ControlDescription(id: .privacy, maximum: 1, isReadOnly: true)
        var rig = EngineRig(started: CameraExamples.camera(CameraExamples.basics + [shutter]))
        rig.forget()
        rig.tap(0.25, 0.5)
        #expect(rig.engine.isShutterClosed == nil && rig.states == ["autoAndForceLocked tap"])
        #expect(!rig.calls.contains { $0.readsOnly(.privacy) })
    }
}
