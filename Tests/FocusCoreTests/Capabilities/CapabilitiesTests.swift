import SimulatedDevices
import Testing

@testable import FocusCore

/// Descriptions in, levels and reasons and faults out.
struct CapabilitiesTests {
    struct Example: Sendable, CustomStringConvertible {
        var description: String
        var camera: CameraDescription
        var focus: LevelFinding
        var exposure: LevelFinding

        init(
            _ description: String, _ controls: [ControlDescription], _ focus: (CameraLevel, LevelReason),
            _ exposure: (CameraLevel, LevelReason)
        ) {
            self.description = description
            camera = CameraExamples.camera(controls)
            self.focus = LevelFinding(level: focus.0, reason: focus.1)
            self.exposure = LevelFinding(level: exposure.0, reason: exposure.1)
        }
    }

    private typealias Make = CameraExamples
    private static let readOnlyFocusAuto = ControlDescription(
        id: .focusAuto, maximum: 1, isReadOnly: true, value: .integer(1))

    static let examples: [Example] = [
        Example("UVC with region", Make.basics + Make.region(), (.region, .regionOffered), (.region, .regionOffered)),
        Example("UVC without region", Make.basics, (.wholeFrame, .noRegion), (.wholeFrame, .noRegion)),
        Example(
            "region for focus alone", Make.basics + Make.region(bits: 0x8), (.region, .regionOffered),
            (.wholeFrame, .regionNotUsed)),
        Example(
            "region for exposure alone", Make.basics + Make.region(bits: 0x1), (.wholeFrame, .regionNotUsed),
            (.region, .regionOffered)),
        Example(
            "region for neither", Make.basics + Make.region(bits: 0x2), (.wholeFrame, .regionNotUsed),
            (.wholeFrame, .regionNotUsed)),
        Example(
            "rectangle without automatic", Make.basics + [Make.region()[0]], (.wholeFrame, .regionNotUsed),
            (.wholeFrame, .regionNotUsed)),
        Example(
            "focus only", [Make.focusAuto(), Make.focusAbsolute()], (.wholeFrame, .noRegion), (.none, .noAutomatic)),
        Example(
            "exposure only", [Make.exposureAuto(), Make.exposureAbsolute()], (.none, .noAutomatic),
            (.wholeFrame, .noRegion)),
        Example("fixed", [], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("lens by hand only", [Make.focusAbsolute()], (.none, .noFrames), (.none, .noAutomatic)),
        Example("button", Make.button, (.oneShot, .noRegionOneShot), (.none, .noAutomatic)),
        Example(
            "button, and a region for exposure", Make.basics + Make.button + Make.region(bits: 0x1),
            (.oneShot, .regionNotUsedOneShot), (.region, .regionOffered)),
        Example(
            "3A lock", [Make.focusAuto(), Make.exposureAuto(), Make.lock3A()], (.oneShot, .noRegionOneShot),
            (.oneShot, .noRegionOneShot)),
        Example(
            "3A lock for white balance alone", Make.basics + [Make.lock3A(bits: 0x2)], (.wholeFrame, .noRegion),
            (.wholeFrame, .noRegion)),
        Example(
            "3A lock with a region", Make.basics + Make.region() + [Make.lock3A()], (.region, .regionOffered),
            (.region, .regionOffered)),
        Example(
            "a lock needs an automatic to hold", [Make.lock3A(bits: 0x4)], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("read-only automatic", [readOnlyFocusAuto], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("inverted range", [menu(0b1010, minimum: 3, maximum: 0)], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("menu without automatic", [menu(0b0010)], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("menu with shutter priority only", [menu(0b0110)], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("menu without manual", [menu(0b1001)], (.none, .noAutomatic), (.none, .noHold)),
        Example("read-only exposure mode", [readOnlyMenu], (.none, .noAutomatic), (.none, .noAutomatic)),
        Example("UVC's menu", [menu(0b1010)], (.none, .noAutomatic), (.wholeFrame, .noRegion)),
        Example("full menu", [menu(0b1111)], (.none, .noAutomatic), (.wholeFrame, .noRegion)),
        Example("menu that is not told", [menu(0)], (.none, .noAutomatic), (.wholeFrame, .noRegion)),
    ]

    private static func menu(_ items: UInt64, minimum: Int64 = 0, maximum: Int64 = 3) -> ControlDescription {
        ControlDescription(
            id: .exposureAuto, minimum: minimum, maximum: maximum, defaultValue: 1, menuItems: items,
            value: .integer(1))
    }

    private static let readOnlyMenu = ControlDescription(
        id: .exposureAuto, maximum: 3, menuItems: 0b1010, isReadOnly: true)

    @Test("What a camera has decides its levels, and the report says why", arguments: examples)
    func levels(_ example: Example) {
        let levels = CameraCapabilities(example.camera).levels
        #expect(levels.focus == example.focus)
        #expect(levels.exposure == example.exposure)
    }

    @Test(
        "The automatic item is the camera's default if that is automatic, else 3, else 0",
        arguments: [
            (0b1010, 3, 3), (0b1010, 1, 3), (0b1010, 0, 3), (0b1111, 0, 0), (0b1111, 3, 3), (0b1111, 1, 3),
            (0b1111, 2, 3), (0b0011, 1, 0), (0b0011, 3, 0), (0, 0, 0), (0, 1, 3), (0b0110, 1, nil), (0b0010, 1, nil),
        ] as [(UInt64, Int64, Int64?)])
    func automaticItem(_ items: UInt64, _ usual: Int64, _ expected: Int64?) {
        let control = ControlDescription(
            id: .exposureAuto, maximum: 3, defaultValue: usual, menuItems: items, value: .integer(1))
        #expect(CameraCapabilities(CameraExamples.camera([control])).automaticExposure == expected)
    }

    @Test("An inverted range is a fault, and the camera counts as not having the control")
    func invertedRange() {
        let control = ControlDescription(id: .focusAbsolute, minimum: 250, maximum: 0)
        let capabilities = CameraCapabilities(CameraExamples.camera([CameraExamples.focusAuto(), control]))
        #expect(capabilities.faults[0] == .controlRangeUnusable(.focusAbsolute))
        #expect(capabilities.control(.focusAbsolute) == nil)
        #expect(capabilities.levels.focus.level == .wholeFrame)
    }

    @Test("A step of 0 is a fault where there should be one, and is taken as 1")
    func stepOfZero() {
        for step in [0, -5, .min] as [Int64] {
            var control = CameraExamples.focusAbsolute()
            control.step = step
            let capabilities = CameraCapabilities(CameraExamples.camera([control] + CameraExamples.region()))
            #expect(capabilities.faults.count == 1)
            #expect(capabilities.faults[0] == .controlStepUnusable(.focusAbsolute))
            #expect(capabilities.control(.focusAbsolute)?.step == 1)
        }
    }

    @Test("A rectangle without usable bounds is a fault, and the region counts as not there")
    func brokenBounds() {
        for bounds in [nil, PixelRectangle(left: 0, top: 0, width: 0, height: 5)] {
            var controls = CameraExamples.region()
            controls[0].bounds = bounds
            let capabilities = CameraCapabilities(CameraExamples.camera(CameraExamples.basics + controls))
            #expect(capabilities.faults[0] == .controlRangeUnusable(.regionRectangle))
            #expect(capabilities.levels.focus == LevelFinding(level: .wholeFrame, reason: .noRegion))
        }
    }

    @Test(
        "Values are brought to the control's grid and range",
        arguments: [
            (0, 100, 10, 44, 40), (0, 100, 10, 46, 50), (0, 100, 10, -5, 0), (0, 100, 10, 1000, 100),
            (3, 20, 5, 20, 18), (3, 20, 5, 4, 3), (0, 10, 4, 10, 8), (0, 10, 4, 3, 4), (-10, 10, 3, 0, -1),
            (.min, .max, 4, 7, 7), (.min, .max, 4, -1, 0), (.min, .max, 1, .max, .max), (.min, 0, 3, 0, 0),
            (0, .max, .max, .max, .max), (5, 5, 1, 9, 5),
        ] as [(Int64, Int64, Int64, Int64, Int64)])
    func nearest(_ minimum: Int64, _ maximum: Int64, _ step: Int64, _ value: Int64, _ expected: Int64) {
        let control = ControlDescription(id: .focusAbsolute, minimum: minimum, maximum: maximum, step: step)
        let nearest = control.nearest(to: value)
        // Where the range is wider than 64 bits, being inside it is all that can be asked for.
        if maximum.subtractingReportingOverflow(minimum).overflow {
            #expect(nearest >= minimum && nearest <= maximum)
        } else {
            #expect(nearest == expected)
        }
    }

    @Test("Descriptions of any sort do not trap, nor do the plans made of them")
    func anyDescription() {
        let numbers: [Int64] = [.min, -1, 0, 1, 2, 3, 9, 63, 64, 250, .max]
        for seed in 0..<3000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let camera = RandomCamera.any(&random, numbers)
            let capabilities = CameraCapabilities(camera)
            let builder = PlanBuilder(
                capabilities: capabilities, ledger: ControlLedger(capabilities),
                originals: Originals(capabilities, remembered: []), regions: RegionSizes())
            for focus in CameraLevel.allCases {
                for exposure in CameraLevel.allCases {
                    let point = PointOfInterest(x: random.number(-1...2), y: .nan)
                    let levels = PerComponent(focus: focus, exposure: exposure)
                    let plans = [
                        builder.once(at: point, levels), builder.continuous(about: point, levels),
                        builder.restoration(isStreaming: random.chance(0.5)),
                        builder.holdFocus(level: focus, position: random.pick(numbers)),
                        builder.holdExposure(level: exposure, time: random.pick(numbers), gain: nil),
                    ]
                    for plan in plans { plan.forEach { _ = builder.settings(for: $0) } }
                }
            }
        }
    }

    @Test(
        "The automatic of exposure is an item that the menu has: the default, or else 3, or else 0",
        arguments: [
            (0, 3, 3, 0b1010, 3), (0, 3, 0, 0b1111, 0), (0, 3, 0, 0b1000, 3), (1, 3, 0, 0, 3), (0, 3, 3, 0, 3),
            (0, 2, 3, 0, 0), (1, 2, 3, 0, nil), (1, 2, 0, 0, nil), (0, 3, 1, 0b0010, nil), (0, 3, 1, 0b0011, 0),
            (4, 9, 0, 0, nil),
        ] as [(Int64, Int64, Int64, UInt64, Int64?)])
    func automaticExposure(
        minimum: Int64, maximum: Int64, usual: Int64, menu: UInt64, expected: Int64?
    ) {
        let control = ControlDescription(
            id: .exposureAuto, minimum: minimum, maximum: maximum, defaultValue: usual, menuItems: menu,
            value: .integer(1))
        #expect(CameraCapabilities(CameraExamples.camera([control])).automaticExposure == expected)
    }

    @Test("A quirk narrows the range of the lens and nothing else, unless it would leave nothing")
    func narrowedLens() {
        let quirks = CameraQuirks(lensMinimum: 20, lensMaximum: 200)
        let lens = quirks.narrowing(CameraExamples.focusAbsolute())
        #expect(lens.minimum == 20 && lens.maximum == 200)
        let time = CameraExamples.exposureAbsolute()
        #expect(quirks.narrowing(time) == time)
        let empty = CameraQuirks(lensMinimum: 200, lensMaximum: 20).narrowing(CameraExamples.focusAbsolute())
        #expect(empty.minimum == 0 && empty.maximum == 250)
    }

    @Test("What a driver does not tell of a control is 0, and 1 for its step and a region's smallest size")
    func notTold() {
        let plain = ControlDescription(id: .gain)
        #expect(plain.minimum == 0 && plain.maximum == 0 && plain.step == 1 && plain.defaultValue == 0)
        #expect(plain.menuItems == 0 && plain.menuIntegers == [] && !plain.isReadOnly && !plain.isWriteOnly)
        #expect(plain.minimumWidth == 1 && plain.minimumHeight == 1 && plain.bounds == nil && plain.value == nil)
        let camera = CameraDescription(imageWidth: 2, imageHeight: 1, controls: [plain])
        #expect(!camera.givesFrames && camera.quirks == CameraQuirks() && camera.remembered == [])
    }
}
