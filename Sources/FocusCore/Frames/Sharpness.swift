/// The sharpness of an area, by the best of the measures that `tapfocus-bench` compares (`SharpnessExperiment`).
///
/// A brightness difference over three pixels is multiplied by the parallel difference two lines away: a difference
/// along a row by that two rows below, a difference along a column by that two columns to the right. The mean of these
/// products is divided by the square of the mean brightness.
///
/// - An edge in one line continues two lines on, so the product is the edge's energy. Noise in one line is independent
///   of noise in the other, so on average it adds nothing. Squaring one difference, as Brenner's and the Tenengrad
///   measure do, adds twice the noise's variance.
/// - The lines are two apart, not one, because demosaicing smears a pixel's noise over its neighbours.
/// - Differences over three pixels, not one, gather more of an edge at the same noise.
/// - When the camera changes its exposure during a search, differences and mean change by the same factor.
/// - Every second column is enough: neighbouring differences see mostly the same pixels.
struct Sharpness {
    /// The length of a difference, in pixels.
    static let reach = 3
    /// The distance between the two lines, in pixels.
    static let spacing = 2
    /// The least brightness above black, in levels of 255, by which products are divided. In a darker area, noise and
    /// the rounding of the black level would dominate the divisor.
    static let leastBrightness = 4.0

    /// The number of columns in which positions lie; it is even, and every second of them has a position. A position is
    /// the pixel at which its differences start.
    static func columns(in width: Int) -> Int { max(width &- reach, 0) & ~1 }

    /// The number of rows in which positions lie.
    static func rows(in height: Int) -> Int { max(height &- reach, 0) }

    /// The sum of the products over all positions.
    var products: Int64 = 0
    /// The brightness of the positions' columns, in the rows where the differences end: two pixels for each position.
    var tally = LumaTally()

    /// The sharpness, 0 or more, without unit; 0 when the area is too small to tell.
    func value(_ levels: LumaLevels) -> Double {
        guard products > 0, tally.pixels > 0 else { return 0 }
        let pixels = Double(tally.pixels)
        let brightness = max(Double(tally.sum) / pixels - Double(levels.black), Self.leastBrightness)
        return Double(products) / (pixels / 2) / (brightness * brightness)
    }
}
