/// The sharpness of an area: version 2 of the measure. `tapfocus-bench` compares it with others (`SharpnessExperiment`,
/// `PhotographExperiment`).
///
/// A brightness difference over five pixels, weighted -1 -3 0 3 1, is multiplied by the parallel difference in the next line: a
/// difference along a row by that one row below, a difference along a column by that one column to the right. The mean of
/// these products is divided by the square of the mean brightness.
///
/// - An edge in one line continues in the next, so the product is the edge's energy. Noise in one line is independent of noise
///   in the next, so on average it adds nothing. Squaring one difference, as Brenner's and the Tenengrad measure do, adds
///   twice the noise's variance.
/// - The next line decides at the summit: fine texture differs two lines on. Version 1 looked there, and had its summit
///   beside the sharpest picture in one of seven areas.
/// - Five pixels decide at the foot: a difference over more pixels gathers more of a blurred edge at the same noise. The pixels
///   farther away weigh less, because fine texture differs there, too.
/// - When the camera changes its exposure during a search, differences and mean change by the same factor.
/// - Every second column is enough: neighbouring differences see mostly the same pixels.
struct Sharpness {
    /// The number of lines before the last one that a position is compared with, in rows and in columns.
    static let extent = 4
    /// The weight of the pixels beside the middle of a difference; those at its ends weigh 1.
    static let innerWeight: Int16 = 3
    /// Products are divided by this. A sharp edge is then as sharp as in version 1, and so is a blurred one, so that the limits of
    /// a search hold for both: (1² + 4² + 4² + 1²) / 11 is 3.1, and 10² / 11 is 9.1, where version 1 has 3 and 9.
    static let divisor = 11.0
    /// The least brightness above black, in levels of 255, by which products are divided. In a darker area, noise and
    /// the rounding of the black level would dominate the divisor.
    static let leastBrightness = 4.0

    /// The number of columns in which positions lie; it is even, and every second of them has a position. A position is
    /// the pixel at which its differences start.
    static func columns(in width: Int) -> Int { max(width &- extent, 0) & ~1 }

    /// The number of rows in which positions lie.
    static func rows(in height: Int) -> Int { max(height &- extent, 0) }

    /// The sum of the products over all positions.
    var products: Int64 = 0
    /// The brightness of the positions' columns, in the rows where the differences end: two pixels for each position.
    var tally = LumaTally()

    /// The sharpness, 0 or more, without unit; 0 when the area is too small to tell.
    func value(_ levels: LumaLevels) -> Double {
        guard products > 0, tally.pixels > 0 else { return 0 }
        let pixels = Double(tally.pixels)
        let brightness = max(Double(tally.sum) / pixels - Double(levels.black), Self.leastBrightness)
        return Double(products) / (pixels / 2 * Self.divisor) / (brightness * brightness)
    }
}
