import FocusCore
import SimulatedDevices
import Testing

/// An application tells where it shows the picture.
struct PlacedViewTests {
    private static let touchscreen = TouchscreenDescription(
        minimumX: 0, maximumX: 1079, minimumY: 0, maximumY: 1919, unitsPerMillimetreX: 10, unitsPerMillimetreY: 10)
    private static let configured = ViewSettings().with {
        $0.screen = ScreenSize(width: 1080, height: 1920)
        $0.view = ViewRectangle(x: 0, y: 0, width: 540, height: 960)
        $0.crop = NormalizedRectangle(x: 0.25, y: 0, width: 0.5, height: 1)
        $0.calibration = CalibrationMatrix(-1, 0, 1, 0, 1, 0)
    }

    private static func rig() -> EngineRig {
        var rig = EngineRig(started: CameraExamples.withRegion, Configuration().with { $0.view = configured })
        rig.send(.touchscreenArrived(touchscreen))
        rig.forget()
        return rig
    }

    private static func geometry(_ settings: ViewSettings) -> ViewGeometry {
        ViewGeometry(
            settings: settings, touchscreen: touchscreen, imageWidth: CameraExamples.width,
            imageHeight: CameraExamples.height)
    }

    private static let upright = ViewPlacement(
        screen: ScreenSize(width: 360, height: 640), view: ViewRectangle(x: 0, y: 160, width: 360, height: 320),
        videoGravity: .fit, rotation: .quarter, isMirrored: true)

    @Test(
        "The place that an application tells counts instead of the configured one, crop and calibration as configured")
    func placed() {
        var rig = Self.rig()
        #expect(rig.engine.viewGeometry == Self.geometry(Self.configured))
        #expect(rig.send(.viewPlaced(Self.upright)) == [])
        var wanted = Self.configured
        wanted.screen = Self.upright.screen
        wanted.view = Self.upright.view
        wanted.videoGravity = .fit
        wanted.rotation = .quarter
        wanted.isMirrored = true
        #expect(rig.engine.viewGeometry == Self.geometry(wanted))
        // Later devices do not bring the configured place back.
        rig.send(.cameraImage(width: CameraExamples.width, height: CameraExamples.height))
        rig.send(.touchscreenArrived(Self.touchscreen))
        #expect(rig.engine.viewGeometry == Self.geometry(wanted))
    }

    @Test("When it is told no more, the configured place counts again", arguments: [false, true])
    func takenBack(_ isTold: Bool) {
        var rig = Self.rig()
        if isTold { rig.send(.viewPlaced(Self.upright)) }
        #expect(rig.send(.viewPlaced(nil)) == [])
        #expect(rig.engine.viewGeometry == Self.geometry(Self.configured))
    }

    @Test("A finger is where the application shows the picture")
    func finger() {
        for (placement, isTap) in [(Self.upright, true), (nil, false)] as [(ViewPlacement?, Bool)] {
            var rig = Self.rig()
            rig.send(.viewPlaced(placement))
            rig.forget()
            // The middle of the screen: the middle of the told view, and a corner of the configured one.
            for phase in [TouchContact.Phase.down, .up] {
                rig.send(.touch(TouchContact(slot: 0, phase: phase, x: 530, y: 1000)))
                rig.pass(50)
            }
            #expect(rig.states == (isTap ? ["autoAndForceLocked tap"] : []))
            #expect(rig.allViolations == [])
        }
    }

    @Test(
        "A placement without an area, beyond the screen or of impossible numbers changes nothing",
        arguments: [0.0, -1, 1e300, .infinity, .nan], 0..<6)
    func unusable(_ number: Double, _ field: Int) {
        var placement = Self.upright
        switch field {
        case 0: placement.screen.width = number
        case 1: placement.screen.height = number
        case 2: placement.view.width = number
        case 3: placement.view.height = number
        case 4: placement.view.x = number == 0 ? 360 : number == -1 ? -360 : number
        default: placement.view.y = number == 0 ? 640 : number == -1 ? -320 : number
        }
        #expect(!placement.isUsable)
        var rig = Self.rig()
        rig.send(.viewPlaced(placement))
        #expect(rig.engine.viewGeometry == Self.geometry(Self.configured))
    }

    @Test("Every usable placement shows a tapped point where it was tapped")
    func anyPlacement() {
        for seed in 1...2000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let screen = ScreenSize(width: random.number(1...4000), height: random.number(1...4000))
            let size = (random.number(1...8000), random.number(1...8000))
            let placement = ViewPlacement(
                screen: screen,
                view: ViewRectangle(
                    x: random.number(-size.0 * 0.99...screen.width * 0.99),
                    y: random.number(-size.1 * 0.99...screen.height * 0.99), width: size.0, height: size.1),
                videoGravity: random.pick(VideoGravity.allCases), rotation: random.pick(Rotation.allCases),
                isMirrored: random.chance(0.5))
            #expect(placement.isUsable, "seed \(seed)")
            var rig = Self.rig()
            rig.send(.viewPlaced(placement))
            let (x, y) = (random.number(0...1), random.number(0...1))
            guard case .onPicture(let point) = rig.engine.viewGeometry.place(viewX: x, viewY: y) else { continue }
            let back = rig.engine.viewGeometry.viewPoint(of: point)
            #expect(abs(back.x - x) < 1e-6 && abs(back.y - y) < 1e-6, "seed \(seed)")
        }
    }
}
