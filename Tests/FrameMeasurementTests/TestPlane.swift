import FocusCore

/// A plane in a buffer of exactly the needed size, so that a sanitizer sees a read beyond its end.
struct TestPlane {
    var width: Int
    var height: Int
    var bytesPerRow: Int
    var step = 1
    var first = 0
    var isLimitedRange = true
    var bytes: [UInt8]

    /// - Parameter level: the luma at a column and a row.
    init(
        width: Int, height: Int, padding: Int = 0, step: Int = 1, first: Int = 0, isLimitedRange: Bool = true,
        filler: UInt8 = 128, level: (Int, Int) -> UInt8
    ) {
        self.width = width
        self.height = height
        self.step = step
        self.first = first
        self.isLimitedRange = isLimitedRange
        bytesPerRow = width * step + padding
        bytes = Array(repeating: filler, count: bytesPerRow * (height - 1) + width * step)
        for row in 0..<height {
            for column in 0..<width { bytes[row * bytesPerRow + column * step + first] = level(column, row) }
        }
    }

    func level(_ column: Int, _ row: Int) -> Int { Int(bytes[row * bytesPerRow + column * step + first]) }

    func measure(_ request: FrameRequest) -> LumaMeasurement? {
        // A copy on the heap that ends with the last byte; an array's storage may be larger.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        let plane = LumaPlane(
            bytes: UnsafeRawBufferPointer(copy), width: width, height: height, bytesPerRow: bytesPerRow, step: step,
            first: first, isLimitedRange: isLimitedRange)
        return plane.map { LumaMeasurement(of: $0, for: request) }
    }

    func measure(_ region: NormalizedRectangle, grid: Bool = false) -> LumaMeasurement? {
        measure(FrameRequest(focus: region, exposure: region, includesGrid: grid))
    }
}

/// The same measurements, computed pixel by pixel from their definitions.
struct ReferenceMeasurement {
    var plane: TestPlane

    private var black: Double { plane.isLimitedRange ? 16 : 0 }
    private var white: Double { plane.isLimitedRange ? 235 : 255 }

    /// The rectangle must lie inside, and hold a pixel.
    func columns(_ region: NormalizedRectangle) -> Range<Int> {
        Self.span(region.x, region.width, plane.width)
    }

    func rows(_ region: NormalizedRectangle) -> Range<Int> {
        Self.span(region.y, region.height, plane.height)
    }

    private static func span(_ start: Double, _ length: Double, _ whole: Int) -> Range<Int> {
        let first = min(Int((start * Double(whole)).rounded()), whole - 1)
        return first..<max(Int((min(start + length, 1) * Double(whole)).rounded()), first + 1)
    }

    func sharpness(_ region: NormalizedRectangle) -> Double {
        let columns = columns(region).dropLast(2)
        let rows = rows(region).dropLast(2)
        var products = 0
        var sum = 0
        let count = columns.count / 2 * 2
        for y in rows {
            for x in columns.prefix(count) {
                func difference(_ x: Int, _ y: Int, _ right: Int, _ down: Int) -> Int {
                    plane.level(x + right, y + down) - plane.level(x, y)
                }
                products += difference(x, y, 2, 0) * difference(x, y + 1, 2, 0)
                products += difference(x, y, 0, 2) * difference(x + 1, y, 0, 2)
                sum += plane.level(x, y + 2)
            }
        }
        let positions = Double(count * rows.count)
        guard positions > 0 else { return 0 }
        let brightness = max(Double(sum) / positions - black, 4)
        return max(2 * Double(products) / positions / (brightness * brightness), 0)
    }

    func levels(_ region: NormalizedRectangle) -> [Double] {
        rows(region).flatMap { y in columns(region).map { x in Double(plane.level(x, y)) } }
    }

    func mean(_ region: NormalizedRectangle) -> Double {
        let levels = levels(region)
        let mean = (levels.reduce(0, +) / Double(levels.count) - black) / (white - black)
        return min(max(mean, 0), 1)
    }

    func share(_ region: NormalizedRectangle, where belongs: (Double) -> Bool) -> Double {
        let levels = levels(region)
        return Double(levels.count(where: belongs)) / Double(levels.count)
    }

    func bright(_ region: NormalizedRectangle) -> Double { share(region) { $0 >= white } }
    func dark(_ region: NormalizedRectangle) -> Double { share(region) { $0 <= black } }
}
