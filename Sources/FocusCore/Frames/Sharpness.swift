/// The sharpness of an area: version 2 of the measure. `tapfocus-bench` compares it with others (`SharpnessExperiment`,
/// `PhotographExperiment`).
///
/// A brightness difference over two pixels is multiplied by the parallel differences in the next three lines, the next one
/// weighted twice: a difference along a row by those in the rows below, a difference along a column by those in the
/// columns to the right. The mean of these products is divided by the square of the mean brightness.
///
/// - An edge in one line continues in the next ones, so the product is the edge's energy. Noise in one line is independent
///   of noise in another, so on average it adds nothing. Squaring one difference, as Brenner's and the Tenengrad
///   measure do, adds twice the noise's variance.
/// - The next line decides at the summit: fine texture differs two lines on, so version 1, which looked only there, had its
///   summit beside the sharpest picture in one of ten areas.
/// - The lines after it decide at the foot: what is blurred is alike in all of them, and noise that demosaicing has smeared
///   over neighbouring pixels fades with the distance.
/// - When the camera changes its exposure during a search, differences and mean change by the same factor.
/// - Every second column is enough: neighbouring differences see mostly the same pixels.
struct Sharpness {
    /// The length of a difference, in pixels.
    static let reach = 2
    /// The distance to the last line that a difference is compared with, in pixels.
    static let extent = 3
    /// Products are divided by this. The weights add up to 4; half of that makes blurred edges as sharp as in version 1, whose
    /// differences were longer, so the limits of a search are those of version 1.
    static let divisor = 2.0
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
    /// The brightness of the positions' columns, in the rows of their last line: two pixels for each position.
    var tally = LumaTally()

    /// The sharpness, 0 or more, without unit; 0 when the area is too small to tell.
    func value(_ levels: LumaLevels) -> Double {
        guard products > 0, tally.pixels > 0 else { return 0 }
        let pixels = Double(tally.pixels)
        let brightness = max(Double(tally.sum) / pixels - Double(levels.black), Self.leastBrightness)
        return Double(products) / (pixels / 2 * Self.divisor) / (brightness * brightness)
    }
}
