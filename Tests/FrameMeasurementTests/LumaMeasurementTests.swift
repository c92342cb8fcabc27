import FocusCore
import Testing

/// The meaning of the measurements, on simple images.
struct LumaMeasurementTests {
    private func flat(_ level: UInt8, isLimitedRange: Bool = true) -> TestPlane {
        TestPlane(width: 64, height: 48, isLimitedRange: isLimitedRange) { _, _ in level }
    }

    @Test(
        "Black is mean 0 and white is mean 1, in the range of video and in the full one",
        arguments: [(16, 235, true), (0, 255, false)] as [(UInt8, UInt8, Bool)])
    func range(black: UInt8, white: UInt8, isLimited: Bool) throws {
        let dark = try #require(flat(black, isLimitedRange: isLimited).measure(.whole))
        #expect((dark.mean, dark.dark, dark.bright, dark.sharpness) == (0, 1, 0, 0))
        let bright = try #require(flat(white, isLimitedRange: isLimited).measure(.whole))
        #expect((bright.mean, bright.dark, bright.bright, bright.sharpness) == (1, 0, 1, 0))
        let above = try #require(flat(black + 1, isLimitedRange: isLimited).measure(.whole))
        #expect((above.dark, above.bright) == (0, 0))
        let below = try #require(flat(white - 1, isLimitedRange: isLimited).measure(.whole))
        #expect((below.dark, below.bright) == (0, 0))
    }

    @Test("Levels beyond black and white, which some cameras send, stay within 0…1")
    func beyondRange() throws {
        #expect(try #require(flat(3).measure(.whole)).mean == 0)
        #expect(try #require(flat(250).measure(.whole)).mean == 1)
    }

    @Test("Sharpness is measured in the focus region, brightness in the exposure region")
    func regions() throws {
        // Stripes on the left, plain white on the right.
        let plane = TestPlane(width: 64, height: 48) { column, _ in column >= 32 ? 235 : column / 4 % 2 == 0 ? 60 : 180
        }
        let left = NormalizedRectangle(x: 0, y: 0, width: 0.5, height: 1)
        let right = NormalizedRectangle(x: 0.5, y: 0, width: 0.5, height: 1)
        let found = try #require(plane.measure(FrameRequest(focus: left, exposure: right)))
        #expect(found.sharpness > 0.1)
        #expect((found.mean, found.bright) == (1, 1))
        let exchanged = try #require(plane.measure(FrameRequest(focus: right, exposure: left)))
        #expect((exchanged.sharpness, exchanged.bright) == (0, 0))
        #expect(exchanged.mean > 0.4 && exchanged.mean < 0.6)
    }

    @Test(
        "A region too small for two differences has no sharpness",
        arguments: [(1, 1), (2, 2), (3, 40), (40, 2)])
    func tiny(width: Int, height: Int) throws {
        let plane = TestPlane(width: width, height: height) { column, row in (column + row) % 2 == 0 ? 30 : 200 }
        let found = try #require(plane.measure(.whole, grid: true))
        #expect(found.sharpness == 0)
        #expect(found.mean > 0 && found.mean < 1)
    }

    @Test("Chroma beside the luma is ignored", arguments: [0, 1])
    func chroma(first: Int) throws {
        func measured(_ filler: UInt8) throws -> LumaMeasurement {
            let plane = TestPlane(width: 37, height: 20, padding: 5, step: 2, first: first, filler: filler) {
                UInt8(($0 * $0 + $1 * 7) % 256)
            }
            return try #require(plane.measure(.whole, grid: true))
        }
        #expect(try measured(0) == measured(255))
        let planar = TestPlane(width: 37, height: 20) { UInt8(($0 * $0 + $1 * 7) % 256) }
        #expect(try measured(0) == planar.measure(.whole, grid: true))
    }

    @Test("The grid has the image's brightness at the same places, row by row from the top left")
    func grid() throws {
        let plane = TestPlane(width: 640, height: 480) { column, row in UInt8(column / 80 * 20 + row / 80 * 4) }
        let grid = try #require(plane.measure(.whole, grid: true)?.grid)
        for cell in 0..<48 { #expect(Int(grid.cells[cell]) == cell % 8 * 20 + cell / 8 * 4) }
    }

    @Test("In an image of fewer pixels than cells, neighbouring cells share a pixel")
    func smallGrid() throws {
        let plane = TestPlane(width: 4, height: 3) { column, row in UInt8(100 + column * 10 + row) }
        let grid = try #require(plane.measure(.whole, grid: true)?.grid)
        for cell in 0..<48 { #expect(Int(grid.cells[cell]) == 100 + cell % 8 / 2 * 10 + cell / 8 / 2, "cell \(cell)") }
    }

    @Test("A grid is measured only on request")
    func noGrid() throws {
        #expect(try #require(flat(100).measure(.whole)).grid == nil)
    }

    @Test("A plane whose memory was taken away measures as 0 everywhere, without a grid")
    func withoutMemory() throws {
        try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            var plane = try #require(LumaPlane(bytes: bytes, width: 8, height: 8, bytesPerRow: 8))
            plane.bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            let found = LumaMeasurement(
                of: plane, for: FrameRequest(focus: .whole, exposure: .whole, includesGrid: true))
            #expect((found.sharpness, found.mean, found.bright, found.dark) == (0, 0, 0, 0))
            #expect(found.grid == nil)
        }
    }
}
