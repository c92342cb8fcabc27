import FocusCore
import Testing

/// From touch units through the calibration to the view's rectangle.
struct TouchPlaceTests {
    private static let screen = TouchscreenDescription(minimumX: 0, maximumX: 4000, minimumY: 100, maximumY: 2100)

    private static func place(
        _ x: Int32, _ y: Int32, _ settings: ViewSettings, on touchscreen: TouchscreenDescription? = screen
    ) -> TapPlace {
        ViewGeometry(settings: settings, touchscreen: touchscreen, imageWidth: 0, imageHeight: 0)
            .place(touchX: x, touchY: y)
    }

    private static func at(_ x: Double, _ y: Double) -> TapPlace { .onPicture(PointOfInterest(x: x, y: y)) }

    private static func settings(
        view: ViewRectangle? = nil, calibration: CalibrationMatrix? = nil
    ) -> ViewSettings {
        ViewSettings().with {
            $0.screen = ScreenSize(width: 1000, height: 500)
            $0.view = view
            $0.calibration = calibration
        }
    }

    @Test(
        "The corners of the touch range are the corners of the screen",
        arguments: [(0, 100, 0, 0), (4000, 100, 1, 0), (0, 2100, 0, 1), (4000, 2100, 1, 1), (1000, 600, 0.25, 0.25)]
            as [(Int32, Int32, Double, Double)])
    func corners(_ x: Int32, _ y: Int32, _ expectedX: Double, _ expectedY: Double) {
        #expect(Self.place(x, y, Self.settings()) == Self.at(expectedX, expectedY))
    }

    @Test(
        "A touch outside the range is not on the screen",
        arguments: [(-1, 200), (4001, 200), (10, 99), (10, 2101), (.min, .max), (.max, .min)] as [(Int32, Int32)])
    func outsideRange(_ x: Int32, _ y: Int32) {
        #expect(Self.place(x, y, Self.settings()) == .notOnScreen)
    }

    @Test("A view that covers a part of the screen is hit only there")
    func viewRectangle() {
        let settings = Self.settings(view: ViewRectangle(x: 250, y: 125, width: 500, height: 250))
        #expect(Self.place(2000, 1100, settings) == Self.at(0.5, 0.5))
        #expect(Self.place(1000, 600, settings) == Self.at(0, 0))
        #expect(Self.place(3000, 1600, settings) == Self.at(1, 1))
        #expect(Self.place(999, 600, settings) == .outsideView)
        #expect(Self.place(2000, 1601, settings) == .outsideView)
    }

    @Test(
        "The matrix is applied as libinput documents it",
        arguments: [
            (CalibrationMatrix(1, 0, 0, 0, 1, 0), 0.25, 0.1),
            // 90° clockwise, 180°, 270°: the rows that libinput's documentation gives.
            (CalibrationMatrix(0, -1, 1, 1, 0, 0), 0.9, 0.25),
            (CalibrationMatrix(-1, 0, 1, 0, -1, 1), 0.75, 0.9),
            (CalibrationMatrix(0, 1, 0, -1, 0, 1), 0.1, 0.75),
            // A second screen at the right: its half of the range.
            (CalibrationMatrix(0.5, 0, 0.5, 0, 1, 0), 0.625, 0.1),
        ])
    func calibration(_ matrix: CalibrationMatrix, _ x: Double, _ y: Double) {
        // 0.25 of the width, 0.1 of the height.
        guard case .onPicture(let point) = Self.place(1000, 300, Self.settings(calibration: matrix)) else {
            Issue.record("not on the picture")
            return
        }
        #expect(abs(point.x - x) < 1e-12 && abs(point.y - y) < 1e-12, "\(point)")
    }

    @Test("A configured matrix replaces the touchscreen's, and an unusable one counts as none")
    func whichMatrix() {
        var touchscreen = Self.screen
        touchscreen.calibration = CalibrationMatrix(-1, 0, 1, 0, -1, 1)
        #expect(Self.place(1000, 600, Self.settings(), on: touchscreen) == Self.at(0.75, 0.75))
        #expect(Self.place(1000, 600, Self.settings(calibration: .identity), on: touchscreen) == Self.at(0.25, 0.25))
        for broken in [
            CalibrationMatrix(0, 0, 0, 0, 0, 0), CalibrationMatrix(.nan, 0, 0, 0, 1, 0),
            CalibrationMatrix(1, 1, 0, 1, 1, 0), CalibrationMatrix(1, 0, .infinity, 0, 1, 0),
        ] {
            #expect(!broken.isUsable)
            #expect(Self.place(1000, 600, Self.settings(calibration: broken)) == Self.at(0.25, 0.25))
        }
    }

    @Test("Without a screen size the touch range is the screen, turned where the matrix turns it")
    func screenFromTouch() {
        let matrix = CalibrationMatrix(0, -1, 1, 1, 0, 0)
        let whole = ViewSettings().with {
            $0.videoGravity = .fit
            $0.calibration = matrix
        }
        // The range is 4001 by 2001 units; turned, the screen is upright, and a square picture has bars above and below.
        let geometry = ViewGeometry(settings: whole, touchscreen: Self.screen, imageWidth: 10, imageHeight: 10)
        #expect(geometry.place(viewX: 0.5, viewY: 0.2) == .letterbox)
        #expect(geometry.place(viewX: 0.01, viewY: 0.5) != .letterbox)
    }

    @Test("A view of unknown shape has the picture's shape: their corners coincide")
    func unknownView() {
        for rotation in Rotation.allCases {
            let geometry = ViewGeometry(
                settings: ViewSettings().with { $0.rotation = rotation }, touchscreen: nil, imageWidth: 1920,
                imageHeight: 1080)
            for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
                guard case .onPicture(let point) = geometry.place(viewX: x, viewY: y) else {
                    Issue.record("\(x), \(y) is not on the picture")
                    continue
                }
                #expect([0, 1].contains(point.x) && [0, 1].contains(point.y), "\(rotation): \(point)")
            }
        }
    }

    @Test("Ranges that are empty, inverted or as large as they can be do not trap")
    func extremeRanges() {
        for (minimum, maximum) in [(0, 0), (10, -10), (.min, .max), (.max, .min)] as [(Int32, Int32)] {
            let touchscreen = TouchscreenDescription(
                minimumX: minimum, maximumX: maximum, minimumY: minimum, maximumY: maximum)
            #expect(touchscreen.hasUsableRange == (minimum < maximum))
            for value in [Int32.min, -1, 0, 1, .max] {
                let place = Self.place(value, value, ViewSettings(), on: touchscreen)
                if minimum >= maximum { #expect(place == .notOnScreen) }
            }
        }
        #expect(Self.place(0, 0, ViewSettings(), on: nil) == .notOnScreen)
    }

    @Test("Views and screens that are no rectangles count as not given")
    func brokenRectangles() {
        for broken in [
            ViewRectangle(x: 0, y: 0, width: 0, height: 10), ViewRectangle(x: .nan, y: 0, width: 10, height: 10),
            ViewRectangle(x: 0, y: 0, width: -5, height: 10), ViewRectangle(x: 0, y: 0, width: .infinity, height: 1),
        ] {
            #expect(!broken.hasArea)
            #expect(Self.place(1000, 600, Self.settings(view: broken)) == Self.at(0.25, 0.25))
        }
    }
}
