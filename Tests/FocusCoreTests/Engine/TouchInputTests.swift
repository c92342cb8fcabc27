import FocusCore
import Testing

/// From contacts to taps, through the whole engine.
struct TouchInputTests {
    private static let screen = TouchscreenDescription(
        minimumX: 0, maximumX: 1919, minimumY: 0, maximumY: 1079, unitsPerMillimetreX: 10, unitsPerMillimetreY: 10)

    private static func rig(_ view: ViewSettings = ViewSettings()) -> EngineRig {
        var rig = EngineRig(started: CameraExamples.withRegion, Configuration().with { $0.view = view })
        rig.send(.touchscreenArrived(screen))
        rig.forget()
        return rig
    }

    private static func press(_ rig: inout EngineRig, _ x: Int32, _ y: Int32, milliseconds: Int64 = 80) {
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: x, y: y)))
        rig.pass(milliseconds)
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: x, y: y)))
    }

    private static func ignored(_ rig: EngineRig) -> [TapIgnored] {
        rig.effects.compactMap { if case .tapIgnored(let reason, _) = $0 { reason } else { nil } }
    }

    @Test("A tap on the picture focuses there")
    func tap() {
        var rig = Self.rig()
        Self.press(&rig, 480, 539)
        #expect(rig.states == ["autoAndForceLocked tap"])
        #expect(rig.writes == ["rect=320,449,320x180,auto=9"])
    }

    @Test("A tap beside the view, on a bar, or too long, is ignored with its reason, and the camera is told nothing")
    func ignoredTaps() {
        let half = ViewSettings().with {
            $0.view = ViewRectangle(x: 0, y: 0, width: 960, height: 1080)
            $0.videoGravity = .fit
        }
        var rig = Self.rig(half)
        Self.press(&rig, 1500, 540)
        Self.press(&rig, 480, 20)
        Self.press(&rig, 480, 540, milliseconds: 900)
        #expect(Self.ignored(rig) == [.outsideView, .letterbox, .tooLong])
        #expect(rig.writes == [])
        #expect(rig.states == [])
    }

    @Test("A touch outside the range is reported once and ignored, and blocks no later tap")
    func outOfRange() {
        var rig = Self.rig()
        Self.press(&rig, 5000, 5000)
        Self.press(&rig, -1, 5)
        #expect(rig.effects == [.fault(.touchOutOfRange)])
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 480, y: 540)))
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 9999, y: 540)))
        #expect(Self.ignored(rig) == [.dragged])
        Self.press(&rig, 480, 540)
        #expect(rig.states == ["autoAndForceLocked tap"])
    }

    @Test(
        "A touch at the end of the range is one on the screen", arguments: [0, 1919] as [Int32], [0, 1079] as [Int32])
    func endOfRange(_ x: Int32, _ y: Int32) {
        var rig = Self.rig()
        Self.press(&rig, x, y)
        #expect(rig.states == ["autoAndForceLocked tap"])
        #expect(rig.faults == [])
    }

    @Test("Lost events and a screen that leaves cancel what is going on")
    func lost() {
        for event in [Input.Event.touchesLost, .touchscreenLeft] {
            var rig = Self.rig()
            rig.send(.touch(TouchContact(slot: 0, phase: .down, x: 480, y: 540)))
            rig.send(event)
            rig.send(.touch(TouchContact(slot: 0, phase: .up, x: 480, y: 540)))
            #expect(Self.ignored(rig) == [.cancelled])
            #expect(rig.states == [])
        }
    }

    @Test("A touchscreen with an unusable range or matrix is reported, and its touches are no taps")
    func unusable() {
        var rig = Self.rig()
        let matrix = CalibrationMatrix(0, 0, 0, 0, 0, 0)
        rig.send(
            .touchscreenArrived(
                TouchscreenDescription(minimumX: 5, maximumX: 5, minimumY: 9, maximumY: 0, calibration: matrix)))
        #expect(rig.effects == [.fault(.touchRangeUnusable), .fault(.calibrationUnusable)])
        Self.press(&rig, 5, 5)
        #expect(rig.states == [])
    }

    @Test("Taps in view coordinates that are no numbers, or outside, are outside the view")
    func viewTaps() {
        var rig = Self.rig()
        for (x, y) in [(Double.nan, 0.5), (0.5, .infinity), (-0.1, 0.5), (0.5, 1.0001)] { rig.tap(x, y) }
        #expect(Self.ignored(rig) == [.outsideView, .outsideView, .outsideView, .outsideView])
    }

    @Test(
        "A finger that is lifted beyond the end of the range was lifted at its end",
        arguments: [
            (1915, 540, 9999, 540), (4, 540, -500, 540), (480, 1075, 480, 9999), (480, 4, 480, -500),
        ] as [(Int32, Int32, Int32, Int32)])
    func liftedBeyond(_ x: Int32, _ y: Int32, _ endX: Int32, _ endY: Int32) {
        var rig = Self.rig()
        rig.send(.touch(TouchContact(slot: 0, phase: .down, x: x, y: y)))
        rig.send(.touch(TouchContact(slot: 0, phase: .up, x: endX, y: endY)))
        #expect(rig.states == ["autoAndForceLocked tap"])
        #expect(rig.faults == [.touchOutOfRange])
    }

    @Test("Without its touchscreen the view has the shape of the picture again: no bars are left")
    func shapeAfterScreen() {
        var rig = Self.rig(ViewSettings().with { $0.videoGravity = .fit })
        rig.send(
            .touchscreenArrived(
                TouchscreenDescription(
                    minimumX: 0, maximumX: 999, minimumY: 0, maximumY: 999, unitsPerMillimetreX: 10,
                    unitsPerMillimetreY: 10)))
        rig.tap(0.25, 0.05)
        #expect(Self.ignored(rig) == [.letterbox])
        rig.send(.touchscreenLeft)
        rig.tap(0.25, 0.05)
        #expect(rig.states == ["autoAndForceLocked tap"])
    }
}
