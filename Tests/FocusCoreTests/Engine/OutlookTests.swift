import FocusCore
import Testing

/// What an engine tells about the inputs that it waits for.
struct OutlookTests {
    private static let camera = CameraExamples.regionAndFrames

    @Test("At each moment of a tap it waits for the timers that are armed, the unanswered call, and the sensor")
    func eachMoment() {
        var rig = EngineRig(started: Self.camera)
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        for answers in 0..<40 {
            let outlook = rig.engine.outlook
            #expect(outlook.demand == rig.demand, "after \(answers) answers")
            #expect(Set(outlook.timers.map(\.id)) == Set(rig.timers.keys), "after \(answers) answers")
            for (id, generation) in outlook.timers { #expect(rig.timers[id]?.generation == generation, "\(id)") }
            #expect(outlook.isSensorAwake == rig.isSensorAwake, "after \(answers) answers")
            rig.answerOne()
            rig.film(200)
        }
        #expect(rig.engine.state == .unlockableLocked)
        #expect(rig.engine.outlook.isSensorAwake)
    }

    @Test("A camera is told with the size of its picture and the present values of its controls")
    func cameraOfNow() throws {
        var rig = EngineRig(started: Self.camera)
        #expect(rig.engine.outlook.camera?.control(.focusAuto)?.value == .integer(1))
        rig.tap(0.25, 0.5)
        rig.film(8000)
        let told = try #require(rig.engine.outlook.camera)
        #expect(told.imageWidth == CameraExamples.width && told.imageHeight == CameraExamples.height)
        #expect(told.givesFrames)
        #expect(told.controls.map(\.id) == Self.camera.controls.map(\.id))
        for id in [ControlID.focusAuto, .focusAbsolute, .exposureAuto, .exposureAbsolute] {
            #expect(told.control(id)?.value?.integer == rig.camera?.integer(id), "\(FakeCamera.name(id))")
        }
    }

    @Test("Without a camera nothing is awaited of one, whatever was under way when it left")
    func noCamera() {
        var rig = EngineRig(started: Self.camera)
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        rig.leave()
        #expect(rig.engine.outlook.camera == nil)
        #expect(rig.engine.outlook.demand == nil)
        #expect(rig.engine.outlook.frames == nil)
    }

    @Test("Frames that come are told with their request; their version is known after their end, too")
    func frames() throws {
        var rig = EngineRig(started: CameraExamples.automatic, Configuration().with { $0.sceneWatch = .never })
        #expect(rig.engine.outlook.frames == nil && rig.engine.outlook.measure == nil)
        rig.camera?.image.measure = 2
        rig.tap(0.25, 0.5)
        rig.film(100)
        let outlook = rig.engine.outlook
        let request = try #require(outlook.frames)
        #expect(request == rig.camera?.image.request)
        #expect(outlook.began?.request == rig.camera?.image.id)
        #expect(outlook.measure == 2)
        rig.film(8000)
        #expect(rig.camera?.image.request == nil)
        #expect(rig.engine.outlook.frames == nil && rig.engine.outlook.began == nil)
        #expect(rig.engine.outlook.measure == 2)
    }
}
