import Glibc
import SimulatedDevices

/// The texture of the whole scene: noise, divided into octaves of equal strength. Natural scenes are like that, and it
/// makes blur gradual: the finest octave is gone with the first half dioptre, the coarsest remains to the end. Periodic
/// in both directions.
final class Texture: Sendable {
    /// The place of a piece in the texture.
    struct Place: Equatable {
        var x: Int
        var y: Int

        /// A place whose piece has nothing in common with this one.
        var next: Place { Place(x: (x + 71) & (Texture.side - 1), y: (y + 113) & (Texture.side - 1)) }
    }

    /// In streamed pixels.
    static let side = 256
    /// The standard deviation of a band's values.
    static let unit = 32
    private static let octaves = 7

    /// From the finest, whose waves are about 3 pixels long; each has waves twice as long as the one before.
    let bands: [[Int8]]

    static let shared = Texture()

    private init() {
        var random = SplitMix64(seed: 0x7EC5)
        var finer = (0..<Self.side * Self.side).map { _ in Float(random.gaussian()) }
        bands = (0..<Self.octaves).map { octave in
            // Wavelets "à trous": the difference between two blurs, the second twice as wide as the first.
            let coarser = Self.blurred(finer, spacing: 1 << octave)
            let band = zip(finer, coarser).map { $0 - $1 }
            finer = coarser
            return Self.quantised(band)
        }
    }

    /// The remaining strength of a band, 0 to 1, after a blur with this standard deviation (of a Gaussian, in streamed pixels).
    static func attenuation(octave: Int, blur: Double) -> Double {
        // The middle of the band: waves per pixel × 2π.
        let frequency = 2 / Double(1 << octave)
        return exp(-0.5 * blur * blur * frequency * frequency)
    }

    /// A binomial filter over three pixels that are `spacing` apart, in both directions.
    private static func blurred(_ image: [Float], spacing: Int) -> [Float] {
        let mask = side - 1
        var across = image
        for row in 0..<side {
            for column in 0..<side {
                let (left, right) = ((column - spacing) & mask, (column + spacing) & mask)
                across[row * side + column] =
                    0.5 * image[row * side + column] + 0.25 * (image[row * side + left] + image[row * side + right])
            }
        }
        var result = across
        for row in 0..<side {
            let (above, below) = ((row - spacing) & mask, (row + spacing) & mask)
            for column in 0..<side {
                result[row * side + column] =
                    0.5 * across[row * side + column]
                    + 0.25 * (across[above * side + column] + across[below * side + column])
            }
        }
        return result
    }

    private static func quantised(_ band: [Float]) -> [Int8] {
        let count = Float(band.count)
        let mean = band.reduce(0, +) / count
        let variance = band.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
        let factor = Float(unit) / variance.squareRoot()
        return band.map { Int8(max(-127, min(127, (($0 - mean) * factor).rounded()))) }
    }
}
