/// How sharp an area is: the winner among the measures that `tapfocus-bench` compares (`SharpnessExperiment`).
///
/// A brightness difference over three pixels is multiplied with the one beside it, two lines further: a difference along a row
/// with that two rows below, a difference along a column with that two columns to the right. The mean of these products is
/// divided by the square of the mean brightness.
///
/// - What is an edge in one line is an edge two lines on, so the product is the edge's energy. What is noise in one line is
///   not in the other, so noise adds nothing on average; squaring one difference, as Brenner's and the Tenengrad measure do,
///   adds twice its variance.
/// - Two lines apart, and not one, because demosaicing has smeared a pixel's noise over its neighbours.
/// - Three pixels, and not one, gather more of an edge, for the same noise.
/// - When the camera changes its exposure during a search, differences and mean change by the same factor.
/// - Every second column is enough: neighbouring differences share most of what they see.
struct Sharpness {
    /// How far a difference reaches, in pixels.
    static let reach = 3
    /// How far apart the two lines are, in pixels.
    static let spacing = 2
    /// Below this brightness above black, in levels of 255, an area counts as this bright: there, noise and the rounding of
    /// the black level would be most of what the products are divided by.
    static let leastBrightness = 4.0

    /// In how many columns of an area there are positions, in every second of them: an even number. A position is the pixel
    /// that its differences start from.
    static func columns(in width: Int) -> Int { max(width &- reach, 0) & ~1 }

    /// In how many rows of an area there are positions.
    static func rows(in height: Int) -> Int { max(height &- reach, 0) }

    /// The sum of the products, over all positions.
    var products: Int64 = 0
    /// The brightness of the positions' columns, in the rows where their differences end. It has two pixels for each position.
    var tally = LumaTally()

    /// 0 or more, without unit; 0 where nothing can be told.
    func value(_ levels: LumaLevels) -> Double {
        guard products > 0, tally.pixels > 0 else { return 0 }
        let pixels = Double(tally.pixels)
        let brightness = max(Double(tally.sum) / pixels - Double(levels.black), Self.leastBrightness)
        return Double(products) / (pixels / 2) / (brightness * brightness)
    }
}
