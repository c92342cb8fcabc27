import FocusCore
import SimulatedDevices
import Testing

/// Rectangles around points.
struct RegionGeometryTests {
    private static func region(
        _ x: Double, _ y: Double, share: Double = 0.25, minimum: Int32 = 1
    ) -> PixelRectangle? {
        let bounds = PixelRectangle(left: 0, top: 0, width: 1920, height: 1080)
        return RegionGeometry(bounds: bounds, minimumWidth: minimum, minimumHeight: minimum)?
            .region(around: PointOfInterest(x: x, y: y), share: share)
    }

    private static func pixels(_ left: Int32, _ top: Int32, _ width: Int32, _ height: Int32) -> PixelRectangle {
        PixelRectangle(left: left, top: top, width: width, height: height)
    }

    @Test("A region is centred on its point")
    func around() {
        #expect(Self.region(0.5, 0.5) == Self.pixels(720, 405, 480, 270))
        #expect(Self.region(0.5, 0.5, share: 1.0 / 6) == Self.pixels(800, 450, 320, 180))
    }

    @Test("At an edge a region is shifted inwards and keeps its size")
    func slides() {
        #expect(Self.region(0, 0) == Self.pixels(0, 0, 480, 270))
        #expect(Self.region(1, 1) == Self.pixels(1440, 810, 480, 270))
        #expect(Self.region(0.1, 0.5) == Self.pixels(0, 405, 480, 270))
        #expect(Self.region(0.5, 0.97) == Self.pixels(720, 810, 480, 270))
    }

    @Test("It is never smaller than the camera's minimum, nor larger than its bounds")
    func sizes() {
        #expect(Self.region(0.5, 0.5, share: 0.001, minimum: 64) == Self.pixels(928, 508, 64, 64))
        #expect(Self.region(0.2, 0.2, share: 7) == Self.pixels(0, 0, 1920, 1080))
        #expect(Self.region(0.2, 0.2, share: .nan) == Self.pixels(0, 0, 1920, 1080))
        #expect(Self.region(0.5, 0.5, share: 0)?.width == 1)
        #expect(Self.region(0.5, 0.5, share: 0.1, minimum: 5000) == Self.pixels(0, 0, 1920, 1080))
    }

    @Test("Bounds that are empty or end beyond 32 bits are no bounds")
    func brokenBounds() {
        for bounds in [
            Self.pixels(0, 0, 0, 10), Self.pixels(0, 0, 10, -1), Self.pixels(.max, 0, 10, 10),
            Self.pixels(0, 1, 10, .max), Self.pixels(0, 0, .min, .min),
        ] {
            #expect(RegionGeometry(bounds: bounds, minimumWidth: 1, minimumHeight: 1) == nil)
        }
    }

    @Test("For any bounds, minimum, point and share, the region is inside and large enough")
    func random() {
        let edges: [Int32] = [.min, .min + 1, -100, -1, 0, 1, 2, 3, 100, 1920, .max - 1, .max]
        let numbers: [Double] = [-1e300, -0.1, 0, 1e-9, 0.1, 1.0 / 3, 0.5, 0.999, 1, 1.1, 1e300, .nan, .infinity]
        var checked = 0
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            func length() -> Int32 {
                random.chance(0.5) ? random.pick(edges) : Int32(random.integer(-50...5000))
            }
            func number() -> Double { random.chance(0.5) ? random.pick(numbers) : random.number(0...1) }
            let bounds = Self.pixels(length(), length(), length(), length())
            let (minimumWidth, minimumHeight) = (length(), length())
            guard
                let geometry = RegionGeometry(
                    bounds: bounds, minimumWidth: minimumWidth, minimumHeight: minimumHeight)
            else { continue }
            let region = geometry.region(around: PointOfInterest(x: number(), y: number()), share: number())
            let comment: Comment = "seed \(seed): \(region) in \(bounds), at least \(minimumWidth)x\(minimumHeight)"
            #expect(region.width >= 1 && region.height >= 1, comment)
            #expect(region.width >= min(minimumWidth, bounds.width), comment)
            #expect(region.height >= min(minimumHeight, bounds.height), comment)
            #expect(region.left >= bounds.left && region.top >= bounds.top, comment)
            #expect(Int64(region.left) + Int64(region.width) <= Int64(bounds.left) + Int64(bounds.width), comment)
            #expect(Int64(region.top) + Int64(region.height) <= Int64(bounds.top) + Int64(bounds.height), comment)
            checked += 1
        }
        #expect(checked > 3000)
    }

    @Test("A region's size does not depend on its point, and away from edges its centre is the point")
    func sizeAndMiddle() {
        for seed in 0..<5000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bounds = Self.pixels(
                Int32(random.integer(-500...500)), Int32(random.integer(-500...500)), Int32(random.integer(8...4000)),
                Int32(random.integer(8...4000)))
            guard let geometry = RegionGeometry(bounds: bounds, minimumWidth: 2, minimumHeight: 2) else { continue }
            let share = random.number(0.01...0.5)
            let middle = geometry.region(around: .centre, share: share)
            let point = PointOfInterest(x: random.number(0...1), y: random.number(0...1))
            let region = geometry.region(around: point, share: share)
            #expect(region.width == middle.width && region.height == middle.height, "seed \(seed)")
            let centre = PointOfInterest(
                x: (Double(region.left) - Double(bounds.left) + Double(region.width) / 2) / Double(bounds.width),
                y: (Double(region.top) - Double(bounds.top) + Double(region.height) / 2) / Double(bounds.height))
            if region.left > bounds.left, region.left + region.width < bounds.left + bounds.width {
                #expect(abs(centre.x - point.x) * Double(bounds.width) <= 0.5 + 1e-9, "seed \(seed)")
            }
            if region.top > bounds.top, region.top + region.height < bounds.top + bounds.height {
                #expect(abs(centre.y - point.y) * Double(bounds.height) <= 0.5 + 1e-9, "seed \(seed)")
            }
        }
    }

    @Test(
        "A part of the image around a point keeps its size and is shifted inwards at an edge",
        arguments: [
            (0.5, 0.25, 0.375), (0, 0.25, 0), (1, 0.25, 0.75), (0.95, 0.25, 0.75), (0.1, 0.25, 0), (0.3, 1, 0),
            (0.3, 2, 0), (0.5, 0, 0.5), (-3, 0.5, 0), (7, 0.5, 0.5), (.nan, 0.5, 0.25), (0.5, .nan, 0),
        ] as [(Double, Double, Double)])
    func partAboutPoint(position: Double, share: Double, start: Double) {
        let size = share.isFinite ? min(share, 1) : 1
        let across = NormalizedRectangle(around: PointOfInterest(x: position, y: 0.5), share: share)
        #expect(abs(across.x - start) < 1e-12 && across.width == size && across.height == size)
        let down = NormalizedRectangle(around: PointOfInterest(x: 0.5, y: position), share: share)
        #expect(abs(down.y - start) < 1e-12)
    }
}
