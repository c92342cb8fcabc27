import FocusCore
import SimulatedDevices
import Testing

/// The vector code against the definitions, over random planes and regions.
struct LumaMeasurementPropertyTests {
    static let layouts = [(step: 1, first: 0), (step: 2, first: 0), (step: 2, first: 1)]

    static func plane(_ random: inout SplitMix64) -> TestPlane {
        let layout = random.pick(layouts)
        // Noise around a level, so that some planes are clipped and some are not.
        let middle = random.number(0...255)
        let spread = random.pick([0.0, 3, 40, 300])
        return TestPlane(
            width: random.integer(1...90), height: random.integer(1...24), padding: random.pick([0, 0, 1, 7, 64]),
            step: layout.step, first: layout.first, isLimitedRange: random.chance(0.5),
            filler: UInt8(random.integer(0...255))
        ) { _, _ in UInt8(min(max(middle + random.number(-1...1) * spread, 0), 255)) }
    }

    static func region(_ random: inout SplitMix64) -> NormalizedRectangle {
        if random.chance(0.2) { return .whole }
        let x = random.number(0...1)
        let y = random.number(0...1)
        return NormalizedRectangle(
            x: x, y: y, width: random.number(0...1) * (1 - x), height: random.number(0...1) * (1 - y))
    }

    @Test("Every measurement equals its definition, in every layout, for one region and for two")
    func agreesWithDefinition() throws {
        for seed in 0..<600 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let plane = Self.plane(&random)
            let focus = Self.region(&random)
            let exposure = random.chance(0.5) ? focus : Self.region(&random)
            let found = try #require(plane.measure(FrameRequest(focus: focus, exposure: exposure)), "seed \(seed)")
            let reference = ReferenceMeasurement(plane: plane)
            #expect(isClose(found.sharpness, reference.sharpness(focus)), "seed \(seed)")
            #expect(isClose(found.mean, reference.mean(exposure)), "seed \(seed)")
            #expect(isClose(found.bright, reference.bright(exposure)), "seed \(seed)")
            #expect(isClose(found.dark, reference.dark(exposure)), "seed \(seed)")
            #expect(found.grid == nil)
        }
    }

    private func isClose(_ found: Double, _ expected: Double) -> Bool {
        abs(found - expected) <= 1e-9 * max(abs(expected), 1)
    }

    @Test("The longest row does not overflow a lane", arguments: layouts.map(\.step))
    func longRow(step: Int) throws {
        // The largest products, along rows and along columns, and negative ones: every difference is 255 or 0.
        let patterns: [(Int, Int) -> Int] = [
            { column, _ in column / 2 }, { _, row in row / 2 }, { $0 / 2 + $1 / 2 }, { $0 / 2 + $1 },
        ]
        for (number, pattern) in patterns.enumerated() {
            let plane = TestPlane(width: 65_536, height: 6, step: step, isLimitedRange: false) { column, row in
                pattern(column, row) % 2 == 0 ? 255 : 0
            }
            let found = try #require(plane.measure(.whole))
            let reference = ReferenceMeasurement(plane: plane)
            #expect(isClose(found.sharpness, reference.sharpness(.whole)), "pattern \(number)")
            #expect(isClose(found.mean, reference.mean(.whole)))
            #expect(isClose(found.bright, reference.bright(.whole)))
        }
    }

    @Test("A white image is white to its last pixel, for rows of any length", arguments: layouts.map(\.step))
    func whiteRows(step: Int) throws {
        // The lanes of a sum hold 128 blocks of 16 pixels. The last of these widths leave a partial block.
        for width in [2047, 2048, 2050, 2063] {
            let plane = TestPlane(width: width, height: 6, step: step, isLimitedRange: false) { _, _ in 255 }
            for focus in [.whole, NormalizedRectangle(x: 0, y: 0, width: 0.1, height: 1)] {
                let found = try #require(plane.measure(FrameRequest(focus: focus, exposure: .whole)))
                #expect((found.mean, found.bright) == (1, 1), "width \(width), focus \(focus)")
            }
        }
    }

    @Test("Any region, even NaN, inverted or infinite, gets finite answers in their ranges")
    func anyRegion() throws {
        let numbers = [
            0, 1, -1, 0.5, 0.999, 1e-9, Double.leastNonzeroMagnitude, 1e308, -1e308, .nan, .infinity, -.infinity,
        ]
        for seed in 0..<3000 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0xf0c5)
            func region() -> NormalizedRectangle {
                NormalizedRectangle(
                    x: random.pick(numbers), y: random.pick(numbers), width: random.pick(numbers),
                    height: random.pick(numbers))
            }
            let focus = region()
            let exposure = region()
            let layout = random.pick(Self.layouts)
            let plane = TestPlane(
                width: random.integer(1...20), height: random.integer(1...8), step: layout.step, first: layout.first
            ) { column, row in UInt8((column * 37 + row * 91) % 256) }
            let found = try #require(
                plane.measure(FrameRequest(focus: focus, exposure: exposure, includesGrid: true)), "seed \(seed)")
            #expect(found.sharpness.isFinite && found.sharpness >= 0, "seed \(seed)")
            for share in [found.mean, found.bright, found.dark] {
                #expect(share >= 0 && share <= 1, "seed \(seed)")
            }
        }
    }

    @Test("Each cell of the grid is near the mean of its pixels, and exact where all rows are read")
    func grid() throws {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix64(seed: seed ^ 0x961d)
            let layout = random.pick(Self.layouts)
            let columns = random.integer(8...140)
            let plane = TestPlane(
                width: columns, height: random.integer(6...60), padding: 3, step: layout.step, first: layout.first
            ) { _, _ in UInt8(random.integer(0...255)) }
            let grid = try #require(plane.measure(.whole, grid: true)?.grid)
            for cell in 0..<48 {
                let (column, row) = (cell % 8, cell / 8)
                let x = (column * plane.width / 8)..<((column + 1) * plane.width / 8)
                let y = (row * plane.height / 6)..<((row + 1) * plane.height / 6)
                let levels = y.flatMap { y in x.map { x in Double(plane.level(x, y)) } }
                let mean = levels.reduce(0, +) / Double(levels.count)
                #expect(abs(Double(grid.cells[cell]) - mean) <= 0.5 + 1e-9, "seed \(seed), cell \(cell)")
            }
        }
    }
}
