import FocusCore
import SimulatedDevices
import Testing

/// The properties of sharpness that a focus search relies on.
struct SharpnessTests {
    /// The sharpness of bars and blocks. A lens blurs each edge to a ramp over `blur` pixels; noise and exposure are
    /// added.
    private func sharpness(
        blur: Double, noise: Double = 0, brightness: Double = 0.45, contrast: Double = 0.6, seed: UInt64 = 1
    ) throws -> Double {
        let plane = bars(blur: blur, noise: noise, brightness: brightness, contrast: contrast, seed: seed)
        return try #require(plane.measure(.whole)).sharpness
    }

    private func bars(
        blur: Double, noise: Double = 0, brightness: Double = 0.45, contrast: Double = 0.6, seed: UInt64 = 1
    ) -> TestPlane {
        var random = SplitMix64(seed: seed)
        func bar(_ place: Int) -> Double {
            // A triangle wave, cut off: its slopes are the edges.
            let phase = Double(place % 24) - 12
            return min(max((6 - abs(phase)) / max(blur, 0.5), -1), 1)
        }
        return TestPlane(width: 96, height: 72) { column, row in
            let pattern = (bar(column) + bar(row)) / 2
            let level = 16 + 219 * (brightness * (1 + contrast * pattern) + random.noise(noise))
            return UInt8(min(max(level, 0), 255))
        }
    }

    /// Version 1 of the measure, pixel by pixel.
    private func versionOne(_ plane: TestPlane) -> Double {
        var (products, sum, count) = (0, 0, 0)
        for y in 0..<(plane.height - 3) {
            for x in stride(from: 0, to: plane.width - 4, by: 2) {
                func across(_ y: Int) -> Int { plane.level(x + 3, y) - plane.level(x, y) }
                func down(_ x: Int) -> Int { plane.level(x, y + 3) - plane.level(x, y) }
                products += across(y) * across(y + 2) + down(x) * down(x + 2)
                sum += plane.level(x, y)
                count += 1
            }
        }
        let brightness = Double(sum) / Double(count) - 16
        return Double(products) / Double(count) / (brightness * brightness)
    }

    @Test(
        "A blurred edge is nearly as sharp as in version 1, so that the limits of a search hold for both",
        arguments: [2, 3, 4, 5, 6])
    func scale(blur: Double) throws {
        let ratio = try sharpness(blur: blur) / versionOne(bars(blur: blur))
        #expect((0.8...1.05).contains(ratio))
    }

    @Test("Sharpness falls with every increase of blur")
    func falls() throws {
        let values = try [1, 2, 3, 4, 5, 6].map { try sharpness(blur: $0) }
        for (sharper, softer) in zip(values, values.dropFirst()) { #expect(sharper > softer) }
    }

    /// A texture as fine as a lens can show; blurred, each point is a disc of a pixel and its four neighbours.
    private static func texture(_ seed: UInt64, isBlurred: Bool) -> TestPlane {
        let size = 120
        var random = SplitMix64(seed: seed)
        func filtered(_ levels: [Double], _ weights: [(Int, Int, Double)]) -> [Double] {
            levels.indices.map { place in
                weights.reduce(0) { sum, weight in
                    let (x, y) = ((place % size + weight.0 + size) % size, (place / size + weight.1 + size) % size)
                    return sum + weight.2 * levels[y * size + x]
                }
            }
        }
        let grain = (0..<(size * size)).map { _ in random.noise(120) }
        // A lens in focus and the sensor's pixels blur by about a pixel.
        let lens = [(-1, 1.0), (0, 2), (1, 1)].flatMap { x, first in
            [(-1, 1.0), (0, 2), (1, 1)].map { y, second in (x, y, first * second / 16) }
        }
        var levels = filtered(grain, lens)
        if isBlurred {
            levels = filtered(levels, [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map { ($0.0, $0.1, 0.2) })
        }
        return TestPlane(width: size, height: size) { column, row in
            UInt8(min(max(120 + levels[row * size + column], 0), 255))
        }
    }

    @Test(
        "The finest texture is sharpest in focus, and not at a blur of a pixel", arguments: 1...8 as ClosedRange<UInt64>
    )
    func fineTexture(seed: UInt64) throws {
        let inFocus = try #require(Self.texture(seed, isBlurred: false).measure(.whole)).sharpness
        let blurred = try #require(Self.texture(seed, isBlurred: true).measure(.whole)).sharpness
        #expect(blurred < 0.8 * inFocus)
    }

    @Test("Noise of 1, 3 and 10 % of white adds no sharpness to a plain wall", arguments: [0.01, 0.03, 0.1])
    func plainWall(noise: Double) throws {
        let wall = try (0..<8).map { try sharpness(blur: 1, noise: noise, contrast: 0, seed: $0) }.max() ?? 1
        #expect(try wall < sharpness(blur: 1) / 10)
    }

    @Test("Another exposure of the same scene is as sharp", arguments: [0.3, 0.4, 0.55])
    func exposure(brightness: Double) throws {
        let ratio = try sharpness(blur: 2, brightness: brightness) / sharpness(blur: 2)
        #expect(abs(ratio - 1) < 0.03)
    }

    @Test("Edges count equally in both directions")
    func directions() throws {
        // Bars of an odd width: consecutive edges lie differently in the blocks of sixteen columns.
        let upright = TestPlane(width: 420, height: 420) { column, _ in column / 7 % 2 == 0 ? 60 : 180 }
        let lying = TestPlane(width: 420, height: 420) { _, row in row / 7 % 2 == 0 ? 60 : 180 }
        let (first, second) = (try #require(upright.measure(.whole)), try #require(lying.measure(.whole)))
        #expect(first.sharpness > 0)
        #expect(abs(first.sharpness / second.sharpness - 1) < 0.05)
    }

    @Test("Black with noise is not sharp, although its brightness is near 0")
    func black() throws {
        #expect(try sharpness(blur: 1, noise: 0.005, brightness: 0) < 0.05)
    }
}
