/// The sharpness of an area: version 2 of the measure. Documentation/Frames.md compares it with others.
///
/// The brightness difference between a pixel and the one after next is multiplied by the parallel difference in the next line: a
/// difference along a row by that one row below, a difference along a column by that one column to the right. The mean of
/// these products is divided by the square of the mean brightness, and doubled.
///
/// - An edge in one line continues in the next, so the product is the edge's energy. Noise in one line is independent of noise in the next,
///   so on average it adds nothing. Squaring one difference, as Brenner's and the Tenengrad measure do, adds twice the noise's variance.
/// - The next line, because fine texture differs two lines on. Version 1 looked there, and had its summit beside the sharpest
///   picture in one of six areas.
/// - Differences over two pixels, because longer ones fall with a blur later, and shorter ones gather less of an edge at the same noise.
/// - When the camera changes its exposure during a search, differences and mean change by the same factor.
/// - Doubled, a blurred edge is nearly as sharp as in version 1, whose differences were over three pixels: 2 × 2² = 8 is
///   nearly 3². So the limits of a search hold for both versions.
struct Sharpness {
    /// The length of a difference, in pixels.
    static let reach = 2
    /// The least brightness above black, in levels of 255, by which products are divided: in the dark, noise would dominate the divisor.
    static let leastBrightness = 4.0

    /// The number of columns in which positions lie; it is even. A position is the pixel at which its differences start.
    static func columns(in width: Int) -> Int { max(width &- reach, 0) & ~1 }

    /// The number of rows in which positions lie.
    static func rows(in height: Int) -> Int { max(height &- reach, 0) }

    /// The sum of the products over all positions.
    var products: Int64 = 0
    /// The brightness of the positions' columns, in the rows where the differences end: a pixel for each position.
    var tally = LumaTally()

    /// The sharpness, 0 or more, without unit; 0 when the area is too small to tell.
    func value(_ levels: LumaLevels) -> Double {
        guard products > 0, tally.pixels > 0 else { return 0 }
        let pixels = Double(tally.pixels)
        let brightness = max(Double(tally.sum) / pixels - Double(levels.black), Self.leastBrightness)
        return Double(products) / (pixels / 2) / (brightness * brightness)
    }
}
