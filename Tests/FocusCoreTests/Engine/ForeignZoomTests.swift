import FocusCore
import Testing

/// Another program zooms: held points stay where they are on the sensor, and nothing unlocks.
struct ForeignZoomTests {
    private static func rig(
        _ controls: [ControlDescription], zoom: ControlDescription, givesFrames: Bool = true
    ) -> EngineRig {
        var camera = CameraExamples.camera(controls + [zoom])
        camera.givesFrames = givesFrames
        var rig = EngineRig()
        rig.arrive(camera)
        rig.send(.start)
        rig.forget()
        return rig
    }

    private static func regions(_ rig: EngineRig) -> [PixelRectangle] {
        rig.calls.compactMap { call in
            guard case .write(let settings) = call else { return nil }
            return settings[0]?.value.rectangle
        }
    }

    private static func zooms(_ rig: EngineRig) -> [ZoomReport] {
        rig.effects.compactMap { if case .zoomed(let report) = $0 { report } else { nil } }
    }

    @Test("Under a zoom of 4 the region is where the finger was, and covers the same part of the picture")
    func region() throws {
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), zoom: CameraExamples.zoom(400))
        rig.tap(0.25, 0.5)
        let region = try #require(Self.regions(rig).first)
        #expect(abs(region.left + region.width / 2 - 840) <= 1 && abs(region.top + region.height / 2 - 540) <= 1)
        #expect(region.width == 80)
        // Programs hear of the point that was tapped.
        guard case .state(let report)? = rig.effects.last(where: { if case .state = $0 { true } else { false } }) else {
            Issue.record("no state")
            return
        }
        #expect(report.point == PointOfInterest(x: 0.25, y: 0.5))
        #expect(rig.allViolations == [])
    }

    @Test("The zoom that is set after the camera has come counts, too")
    func laterZoom() throws {
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), zoom: CameraExamples.zoom())
        rig.send(.zoomChanged(200))
        rig.forget()
        rig.tap(0.25, 0.5)
        let region = try #require(Self.regions(rig).first)
        #expect(abs(region.left + region.width / 2 - 720) <= 1)
    }

    @Test("A zoom while a point is held writes nothing, and the square moves with the picture until it is outside")
    func held() {
        var rig = Self.rig(
            CameraExamples.basics + CameraExamples.region(), zoom: CameraExamples.zoom(), givesFrames: false)
        rig.tap(0.375, 0.5)
        rig.pass(10_000)
        rig.forget()
        for value in [200, 300, 100] as [Int64] { rig.send(.zoomChanged(value)) }
        #expect(rig.writes == [])
        #expect(Self.zooms(rig).map { $0.point?.x } == [0.25, 0.125, 0.375])
        #expect(Self.zooms(rig).allSatisfy { $0.point?.y == 0.5 })
        rig.send(.zoomChanged(100))
        #expect(Self.zooms(rig).count == 3, "the same zoom is no news")
        rig.send(.zoomChanged(400))
        #expect(Self.zooms(rig).last?.point == PointOfInterest(x: 0, y: 0.5))
        #expect(rig.states == [])
    }

    @Test("A zoom is not taken for another scene; a scene that changes afterwards still unlocks")
    func scene() {
        var rig = Self.rig(CameraExamples.basics, zoom: CameraExamples.zoom())
        rig.tap(0.25, 0.5)
        rig.film(10_000)
        rig.send(.zoomChanged(200))
        rig.camera?.image.grid = 180
        rig.film(6000)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
        rig.camera?.image.grid = 60
        rig.film(4000)
        #expect(rig.states.last == "continuousAuto motion" && rig.reasons.last == .scene)
        #expect(rig.allViolations == [])
    }

    @Test("A zoom in thirty steps unlocks no more than one in one step")
    func ramp() {
        var rig = Self.rig(CameraExamples.basics, zoom: CameraExamples.zoom())
        rig.tap(0.25, 0.5)
        rig.film(10_000)
        for step in 1...30 as ClosedRange<Int64> {
            rig.send(.zoomChanged(100 + 10 * step))
            rig.camera?.image.grid = UInt8(100 + 3 * step)
            rig.film(66)
        }
        rig.film(6000)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
    }

    @Test("A search under way begins again when the zoom rests, and the tap settles once")
    func search() {
        let byHand = [CameraExamples.focusAbsolute(), CameraExamples.exposureAbsolute()]
        var rig = Self.rig(byHand, zoom: CameraExamples.zoom())
        rig.film(20_000)
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(200)
        rig.send(.zoomChanged(200))
        rig.film(20_000)
        #expect(rig.settled.count == 1)
        #expect(rig.allViolations == [])
    }

    @Test("A factor that is unknown is said once, and points are not converted")
    func unknown() throws {
        var rig = Self.rig(CameraExamples.basics + CameraExamples.region(), zoom: CameraExamples.zoom(0, in: 0...10))
        #expect(rig.faults == [])
        rig.send(.zoomChanged(5))
        rig.send(.zoomChanged(6))
        #expect(rig.faults == [.zoomUnknown])
        #expect(Self.zooms(rig).map(\.factor) == [nil, nil])
        rig.forget()
        rig.tap(0.25, 0.5)
        let region = try #require(Self.regions(rig).first)
        #expect(region.left + region.width / 2 == 480)
    }

    @Test("The zoom of another camera, or without a camera, is nobody's")
    func nobody() {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.forget()
        rig.send(.zoomChanged(300))
        rig.leave()
        rig.send(.zoomChanged(200))
        #expect(Self.zooms(rig) == [] && rig.writes == [])
    }
}
