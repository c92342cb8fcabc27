import SimulatedDevices

/// A camera's noise in a frame's luma.
struct PhotographNoise: Hashable {
    /// Standard deviation of the luma, of 255.
    var deviation: Double
    /// True for a sensor behind a Bayer mosaic: each pixel has one colour's noise, and demosaicing (bilinear) gives it to the
    /// pixels around it.
    var isDemosaiced = false

    /// The noise of a frame, row by row.
    func grain(width: Int, height: Int, _ random: inout SplitMix64) -> [Float] {
        guard deviation > 0 else { return [Float](repeating: 0, count: width * height) }
        guard isDemosaiced else { return Self.white(width * height, deviation, &random) }
        let raw = Self.white((width + 2) * (height + 2), deviation * Self.gain, &random)
        var grain: [Float] = []
        grain.reserveCapacity(width * height)
        for row in 1...height {
            for column in 1...width {
                let weights = Self.weights[(row & 1) * 2 + (column & 1)]
                let here = row * (width + 2) + column
                let (up, down) = (here - width - 2, here + width + 2)
                let edges = weights.beside * (raw[here - 1] + raw[here + 1]) + weights.above * (raw[up] + raw[down])
                let corners = raw[up - 1] + raw[up + 1] + raw[down - 1] + raw[down + 1]
                grain.append(weights.here * raw[here] + edges + weights.corners * corners)
            }
        }
        return grain
    }

    /// The sum of four uniform numbers of 16 bits is close enough to normal: its deviation is 65536 / √3.
    private static func white(_ count: Int, _ deviation: Double, _ random: inout SplitMix64) -> [Float] {
        let scale = Float(deviation) * 1.732_051 / 65_536
        return (0..<count).map { _ in
            let bits = random.next()
            let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)
            return (Float(sum) - 131_070) * scale
        }
    }

    /// The share of each raw pixel in a pixel's luma.
    private struct Weights {
        var here: Float
        var beside: Float
        var above: Float
        var corners: Float

        var squares: Float {
            here * here + 2 * (beside * beside + above * above) + 4 * corners * corners
        }
    }

    private static let weights: [Weights] = {
        // The shares of the colours in luma (ITU-R BT.601), in a mosaic of red and green, green and blue.
        let (red, green, blue): (Float, Float, Float) = (0.299, 0.587, 0.114)
        return [
            Weights(here: red, beside: green / 4, above: green / 4, corners: blue / 4),
            Weights(here: green, beside: red / 2, above: blue / 2, corners: 0),
            Weights(here: green, beside: blue / 2, above: red / 2, corners: 0),
            Weights(here: blue, beside: green / 4, above: green / 4, corners: red / 4),
        ]
    }()

    /// Demosaicing averages noise away; this makes up for it.
    private static let gain: Double = {
        let variance = weights.reduce(0) { $0 + $1.squares } / Float(weights.count)
        return 1 / Double(variance).squareRoot()
    }()
}
