import FocusCore
import SimulatedDevices
import Testing

/// Round trips and directions, over every combination and many random sizes.
struct ViewGeometryPropertyTests {
    private static func random(_ random: inout SplitMix64, _ seed: UInt64) -> (ViewSettings, Int32, Int32) {
        let width = random.number(0.05...1)
        let height = random.number(0.05...1)
        let settings = ViewSettings().with {
            $0.screen = ScreenSize(width: random.number(100...4000), height: random.number(100...4000))
            $0.videoGravity = VideoGravity.allCases[Int(seed % 3)]
            $0.rotation = Rotation.allCases[Int(seed / 3 % 4)]
            $0.isMirrored = seed / 12 % 2 == 0
            $0.crop =
                seed / 24 % 2 == 0
                ? .whole
                : NormalizedRectangle(
                    x: random.number(0...(1 - width)), y: random.number(0...(1 - height)), width: width, height: height)
        }
        return (settings, Int32(random.integer(1...8000)), Int32(random.integer(1...8000)))
    }

    @Test("View → point → view returns to its beginning, for every combination")
    func viewRoundTrip() {
        for seed in 0..<4800 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (settings, width, height) = Self.random(&random, seed)
            let geometry = ViewGeometry(settings: settings, touchscreen: nil, imageWidth: width, imageHeight: height)
            let (x, y) = (random.number(0...1), random.number(0...1))
            guard case .onPicture(let point) = geometry.place(viewX: x, viewY: y) else {
                #expect(settings.videoGravity == .fit, "only a picture that fits leaves bars; seed \(seed)")
                continue
            }
            #expect(point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1, "seed \(seed)")
            let back = geometry.viewPoint(of: point)
            #expect(abs(back.x - x) < 1e-9 && abs(back.y - y) < 1e-9, "seed \(seed)")
        }
    }

    @Test("Point → view → point returns to its beginning, for every visible point")
    func pointRoundTrip() {
        var shown = 0
        for seed in 0..<4800 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xabcd)
            let (settings, width, height) = Self.random(&random, seed)
            let geometry = ViewGeometry(settings: settings, touchscreen: nil, imageWidth: width, imageHeight: height)
            let crop = settings.crop
            let point = PointOfInterest(
                x: crop.x + random.number(0...1) * crop.width, y: crop.y + random.number(0...1) * crop.height)
            let view = geometry.viewPoint(of: point)
            guard view.x >= 0, view.x <= 1, view.y >= 0, view.y <= 1 else {
                #expect(settings.videoGravity == .fill, "only a picture that fills is cut off; seed \(seed)")
                continue
            }
            guard case .onPicture(let back) = geometry.place(viewX: view.x, viewY: view.y) else {
                Issue.record("seed \(seed): a point of the picture is not on it")
                continue
            }
            #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9, "seed \(seed)")
            shown += 1
        }
        #expect(shown > 2500)
    }

    @Test("The middle of the view shows the middle of the crop, however it is turned, flipped and fitted")
    func centre() {
        for seed in 0..<480 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let (settings, width, height) = Self.random(&random, seed)
            let geometry = ViewGeometry(settings: settings, touchscreen: nil, imageWidth: width, imageHeight: height)
            let crop = settings.crop
            #expect(abs(geometry.centre.x - crop.x - crop.width / 2) < 1e-9, "seed \(seed)")
            #expect(abs(geometry.centre.y - crop.y - crop.height / 2) < 1e-9, "seed \(seed)")
        }
    }

    @Test("Settings of any sort do not trap, and a place on the picture is a point of it")
    func anySettings() {
        let numbers = [0, 1, -1, 0.5, Double.leastNonzeroMagnitude, 1e308, -1e308, .nan, .infinity, -.infinity]
        for seed in 0..<5000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            func number() -> Double { random.pick(numbers) }
            let settings = ViewSettings().with {
                $0.screen = ScreenSize(width: number(), height: number())
                $0.view = ViewRectangle(x: number(), y: number(), width: number(), height: number())
                $0.videoGravity = random.pick(VideoGravity.allCases)
                $0.rotation = random.pick(Rotation.allCases)
                $0.isMirrored = random.chance(0.5)
                $0.crop = NormalizedRectangle(x: number(), y: number(), width: number(), height: number())
                $0.calibration = CalibrationMatrix(number(), number(), number(), number(), number(), number())
            }
            let touchscreen = TouchscreenDescription(
                minimumX: random.pick([0, .min]), maximumX: random.pick([100, .max]), minimumY: 0, maximumY: 100)
            let sizes: [Int32] = [.min, 0, 1, 640, .max]
            let geometry = ViewGeometry(
                settings: settings, touchscreen: touchscreen, imageWidth: random.pick(sizes),
                imageHeight: random.pick(sizes))
            for place in [geometry.place(viewX: number(), viewY: number()), geometry.place(touchX: 50, touchY: 50)] {
                guard case .onPicture(let point) = place else { continue }
                #expect(point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1, "seed \(seed)")
            }
            _ = geometry.viewPoint(of: PointOfInterest(x: number(), y: number()))
            let centre = geometry.centre
            #expect(centre.x >= 0 && centre.x <= 1 && centre.y >= 0 && centre.y <= 1, "seed \(seed)")
        }
    }
}
