/// The encoding of light by cameras: luma is light to the power 1/2.2, as displays expect it (IEC 61966-2-1, without
/// the straight part in the dark).
package enum LumaEncoding {
    /// The distance between two levels of eight bits.
    static let step = 1.0 / 255

    /// The luma of a linear level, 0…1. A level within half a step of white is white.
    package static func luma(of level: Double) -> Double {
        guard level > 0 else { return 0 }
        guard level < 1 else { return 1 }
        // Over the square root of the level the curve is nearly straight.
        let place = level.squareRoot() * Double(pieces)
        let piece = min(Int(place), pieces - 1)
        let luma = table[piece] + (table[piece + 1] - table[piece]) * (place - Double(piece))
        return luma > 1 - step / 2 ? 1 : luma
    }

    private static let pieces = 512

    /// x to the power 10/11 for x in 0…1, by Newton's method on y¹¹ = x¹⁰. The mathematics library would give different
    /// bits on different machines.
    private static let table: [Double] = (0...pieces).map { index in
        let root = Double(index) / Double(pieces)
        guard root > 0 else { return 0 }
        let wanted = power(root, 10)
        var guess = 1.0
        for _ in 0..<80 {
            let tenth = power(guess, 10)
            guess -= (guess * tenth - wanted) / (11 * tenth)
        }
        return guess
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        (0..<exponent).reduce(1.0) { product, _ in product * base }
    }
}
