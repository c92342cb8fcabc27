import Testing

@testable import FocusCore

/// The picture's shape decides where a tap lands.
struct ImageSizeTests {
    @Test("An application that chooses a picture of another shape moves the place of a tap from then on")
    func anotherFormat() {
        var settings = ViewSettings()
        settings.screen = ScreenSize(width: 1600, height: 900)
        settings.videoGravity = .fit
        var rig = EngineRig(started: CameraExamples.withRegion, Configuration().with { $0.view = settings })
        rig.send(.cameraImage(width: 1600, height: 900))
        rig.tap(0.1, 0.5)
        #expect(rig.states.last == "autoAndForceLocked tap")
        rig.send(.cameraImage(width: 900, height: 900))
        rig.forget()
        rig.tap(0.1, 0.5)
        #expect(rig.effects.contains(.tapIgnored(.letterbox)), "a square picture has bars at its sides")
    }

    @Test("Before a camera arrives the size of its picture is unknown")
    func unknown() {
        let unknown = ViewGeometry(settings: ViewSettings(), touchscreen: nil, imageWidth: 0, imageHeight: 0)
        #expect(Engine().viewGeometry == unknown)
    }

    @Test("A panel with as many units in both directions has the shape that its millimetres give it")
    func squareUnits() {
        let screen = TouchscreenDescription(
            minimumX: 0, maximumX: 4095, minimumY: 0, maximumY: 4095, unitsPerMillimetreX: 16, unitsPerMillimetreY: 28)
        let geometry = ViewGeometry(
            settings: ViewSettings(), touchscreen: screen, imageWidth: 1792, imageHeight: 1024)
        // 256 mm by 146.3 mm is the shape of the picture: nothing is cut off, and the corner is the corner.
        guard case .onPicture(let corner) = geometry.place(touchX: 0, touchY: 0) else {
            Issue.record("the corner is not on the picture")
            return
        }
        #expect(abs(corner.x) < 0.001 && abs(corner.y) < 0.001)
    }
}
