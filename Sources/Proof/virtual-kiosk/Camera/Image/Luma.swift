/// The brightness of an image's pixels, one byte each.
struct Luma {
    /// The bytes of black and white.
    struct Levels: Equatable {
        var black: Int
        var white: Int

        /// As in video (ITU-R BT.601).
        static let video = Levels(black: 16, white: 235)
        /// As in JPEG files.
        static let full = Levels(black: 0, white: 255)

        var span: Int { white - black }
    }

    let size: ImageSize
    let levels: Levels
    var bytes: [UInt8]

    init(_ size: ImageSize, _ levels: Levels) {
        self.size = size
        self.levels = levels
        bytes = [UInt8](repeating: UInt8(clamping: levels.black), count: size.pixels)
    }

    /// The mean, 0 (black) to 1 (white).
    func mean(in area: PixelArea) -> Double {
        var sum = 0
        for row in area.rows {
            for place in row * size.width + area.columns.lowerBound..<row * size.width + area.columns.upperBound {
                sum += Int(bytes[place])
            }
        }
        return (Double(sum) / Double(max(1, area.count)) - Double(levels.black)) / Double(levels.span)
    }

    /// Brenner's measure of sharpness: the mean square of the difference between pixels that are two columns apart.
    func sharpness(in area: PixelArea) -> Double {
        guard area.columns.count > 2 else { return 0 }
        var sum = 0
        for row in area.rows {
            let start = row * size.width
            for place in start + area.columns.lowerBound..<start + area.columns.upperBound - 2 {
                let difference = Int(bytes[place + 2]) - Int(bytes[place])
                sum += difference * difference
            }
        }
        let count = area.rows.count * (area.columns.count - 2)
        return Double(sum) / Double(max(1, count)) / Double(levels.span * levels.span)
    }
}

/// A rectangle of an image's pixels.
struct PixelArea {
    var columns: Range<Int>
    var rows: Range<Int>

    var count: Int { columns.count * rows.count }

    /// The rectangle with the given shares of the image; at least one pixel, and nothing outside.
    init(_ area: RelativeArea, of size: ImageSize) {
        columns = Self.pixels(area.x, area.width, of: size.width)
        rows = Self.pixels(area.y, area.height, of: size.height)
    }

    private static func pixels(_ start: Double, _ length: Double, of count: Int) -> Range<Int> {
        func clamped(_ share: Double) -> Int { Int((min(max(share, 0), 1) * Double(count)).rounded()) }
        let first = min(clamped(start), count - 1)
        return first..<max(first + 1, clamped(start + length))
    }
}

/// A rectangle, as shares of the image's width and height, from its upper left corner.
struct RelativeArea {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    static let nearHalf = RelativeArea(x: 0, y: 0, width: 0.5, height: 1)
    static let farHalf = RelativeArea(x: 0.5, y: 0, width: 0.5, height: 1)
}
