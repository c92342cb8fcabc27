import FocusCore
import Testing

/// Places under taps, computed by hand.
struct ViewGeometryTableTests {
    struct Example: Sendable, CustomStringConvertible {
        var what: String
        var settings: ViewSettings
        var image: (Int32, Int32)
        var tap: (Double, Double)
        var expected: TapPlace
        var description: String { what }

        init(
            _ what: String, _ settings: ViewSettings, image: (Int32, Int32), tap: (Double, Double), _ expected: TapPlace
        ) {
            self.what = what
            self.settings = settings
            self.image = image
            self.tap = tap
            self.expected = expected
        }
    }

    private static func view(
        _ width: Double, _ height: Double, _ gravity: VideoGravity = .fill, rotation: Rotation = .none,
        mirrored: Bool = false, crop: NormalizedRectangle = .whole
    ) -> ViewSettings {
        ViewSettings().with {
            $0.screen = ScreenSize(width: width, height: height)
            $0.videoGravity = gravity
            $0.rotation = rotation
            $0.isMirrored = mirrored
            $0.crop = crop
        }
    }

    private static func at(_ x: Double, _ y: Double) -> TapPlace { .onPicture(PointOfInterest(x: x, y: y)) }

    static let fitting: [Example] = [
        // A 16:9 picture that fills a 4:3 view shows the middle 3/4 of its width.
        Example("fill, wide in narrow, left edge", view(800, 600), image: (1920, 1080), tap: (0, 0.5), at(0.125, 0.5)),
        Example("fill, wide in narrow, corner", view(800, 600), image: (1920, 1080), tap: (1, 1), at(0.875, 1)),
        Example("fill, wide in narrow, inside", view(800, 600), image: (1920, 1080), tap: (0.25, 0.1), at(0.3125, 0.1)),
        // A 4:3 picture that fills a 16:9 view shows the middle 3/4 of its height.
        Example("fill, narrow in wide, top", view(1600, 900), image: (640, 480), tap: (0.5, 0), at(0.5, 0.125)),
        Example("fill, same shape", view(1280, 720), image: (1920, 1080), tap: (0.3, 0.6), at(0.3, 0.6)),
        // A 16:9 picture that fits in a 4:3 view leaves bars of 1/8 above and below.
        Example("fit, upper bar", view(800, 600, .fit), image: (1920, 1080), tap: (0.5, 0.12), .letterbox),
        Example("fit, lower bar", view(800, 600, .fit), image: (1920, 1080), tap: (0.5, 0.88), .letterbox),
        Example("fit, upper edge", view(800, 600, .fit), image: (1920, 1080), tap: (0.5, 0.125), at(0.5, 0)),
        Example("fit, lower edge", view(800, 600, .fit), image: (1920, 1080), tap: (1, 0.875), at(1, 1)),
        Example("fit, inside", view(800, 600, .fit), image: (1920, 1080), tap: (0.25, 0.3125), at(0.25, 0.25)),
        Example("fit, bar at the left", view(1600, 900, .fit), image: (640, 480), tap: (0.12, 0.5), .letterbox),
        Example("fit, right edge", view(1600, 900, .fit), image: (640, 480), tap: (0.875, 0.5), at(1, 0.5)),
        Example("stretch", view(800, 600, .stretch), image: (1920, 1080), tap: (0.2, 0.9), at(0.2, 0.9)),
        Example("unknown image", view(800, 600), image: (0, 0), tap: (0.2, 0.9), at(0.2, 0.9)),
        Example("unknown width", view(800, 600), image: (0, 480), tap: (0.2, 0.9), at(0.2, 0.9)),
        Example("unknown height", view(800, 600, .fit), image: (640, 0), tap: (0.2, 0.9), at(0.2, 0.9)),
        Example("beside the view", view(800, 600), image: (1920, 1080), tap: (1.001, 0.5), .outsideView),
        Example("above the view", view(800, 600), image: (1920, 1080), tap: (0.5, -0.001), .outsideView),
        Example("not a number", view(800, 600), image: (1920, 1080), tap: (.nan, 0.5), .outsideView),
        Example("infinity", view(800, 600), image: (1920, 1080), tap: (0.5, .infinity), .outsideView),
    ]

    static let turning: [Example] = [
        // Turned clockwise by 90°, the image's top left is shown at the top right.
        Example("90, top right", turned(.quarter), image: (100, 100), tap: (1, 0), at(0, 0)),
        Example("90, top left", turned(.quarter), image: (100, 100), tap: (0, 0), at(0, 1)),
        Example("90, bottom right", turned(.quarter), image: (100, 100), tap: (1, 1), at(1, 0)),
        Example("90, inside", turned(.quarter), image: (100, 100), tap: (0.2, 0.3), at(0.3, 0.8)),
        Example("180, top left", turned(.half), image: (100, 100), tap: (0, 0), at(1, 1)),
        Example("180, inside", turned(.half), image: (100, 100), tap: (0.2, 0.3), at(0.8, 0.7)),
        // Turned clockwise by 270°, the image's top left is shown at the bottom left.
        Example("270, bottom left", turned(.threeQuarters), image: (100, 100), tap: (0, 1), at(0, 0)),
        Example("270, inside", turned(.threeQuarters), image: (100, 100), tap: (0.2, 0.3), at(0.7, 0.2)),
        // The flip comes after the turn.
        Example("mirrored", turned(.none, true), image: (100, 100), tap: (0.2, 0.3), at(0.8, 0.3)),
        Example("90 and mirrored", turned(.quarter, true), image: (100, 100), tap: (0, 0), at(0, 0)),
        Example("90 and mirrored, inside", turned(.quarter, true), image: (100, 100), tap: (0.2, 0.3), at(0.3, 0.2)),
        Example("180 and mirrored", turned(.half, true), image: (100, 100), tap: (0.2, 0.3), at(0.2, 0.7)),
        Example("270 and mirrored", turned(.threeQuarters, true), image: (100, 100), tap: (0.2, 0.3), at(0.7, 0.8)),
        // A turned 16:9 picture is 9:16: in a 9:16 view it fits exactly, in a 16:9 one it leaves bars.
        Example("90 in portrait", view(900, 1600, .fit, rotation: .quarter), image: (1600, 900), tap: (1, 0), at(0, 0)),
        Example(
            "90 in landscape, fit", view(1600, 900, .fit, rotation: .quarter), image: (1600, 900), tap: (0.3, 0.5),
            .letterbox),
        Example(
            "90 in landscape, fill", view(1600, 900, rotation: .quarter), image: (1600, 900), tap: (0, 0.5),
            at(0.5, 1)),
    ]

    static let cropping: [Example] = [
        Example(
            "crop, middle", view(800, 600, crop: quarterCrop), image: (800, 600), tap: (0.5, 0.5), at(0.375, 0.625)),
        Example("crop, corner", view(800, 600, crop: quarterCrop), image: (800, 600), tap: (0, 1), at(0.25, 0.75)),
        Example(
            "crop and mirrored", view(800, 600, mirrored: true, crop: quarterCrop), image: (800, 600), tap: (0, 1),
            at(0.5, 0.75)),
        Example(
            "crop and 90", view(600, 800, rotation: .quarter, crop: quarterCrop), image: (800, 600), tap: (1, 0),
            at(0.25, 0.5)),
        // Half the width of a 16:9 image is 8:9; in a 16:9 view it fills with half of its height.
        Example(
            "crop changes the shape",
            view(1600, 900, crop: NormalizedRectangle(x: 0.5, y: 0, width: 0.5, height: 1)), image: (1600, 900),
            tap: (0, 0), at(0.5, 0.25)),
        Example(
            "an impossible crop counts as none",
            view(800, 600, crop: NormalizedRectangle(x: 0.5, y: 0, width: 0.6, height: 1)), image: (800, 600),
            tap: (0.1, 0.2), at(0.1, 0.2)),
    ]

    private static let quarterCrop = NormalizedRectangle(x: 0.25, y: 0.5, width: 0.25, height: 0.25)

    private static func turned(_ rotation: Rotation, _ mirrored: Bool = false) -> ViewSettings {
        view(100, 100, rotation: rotation, mirrored: mirrored)
    }

    @Test("Taps lead to the points that a person computes by hand", arguments: fitting + turning + cropping)
    func examples(_ example: Example) {
        let geometry = ViewGeometry(
            settings: example.settings, touchscreen: nil, imageWidth: example.image.0, imageHeight: example.image.1)
        let place = geometry.place(viewX: example.tap.0, viewY: example.tap.1)
        guard case .onPicture(let expected) = example.expected, case .onPicture(let point) = place else {
            #expect(place == example.expected)
            return
        }
        #expect(abs(point.x - expected.x) < 1e-12 && abs(point.y - expected.y) < 1e-12, "\(point)")
    }
}
