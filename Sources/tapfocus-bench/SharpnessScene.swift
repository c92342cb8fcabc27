import SimulatedDevices

/// A scene, and the frames that a camera takes of it.
struct SharpnessScene {
    static let width = 160
    static let height = 120
    /// Pixels around the frame, so that blur brings in what lies beside it.
    private static let margin = 26

    let name: String
    /// Brightness around 0, in focus, margin included.
    private let pattern: [Float]

    private static var fullWidth: Int { width + 2 * margin }
    private static var fullHeight: Int { height + 2 * margin }

    private init(_ name: String, _ level: (Int, Int) -> Float) {
        self.name = name
        pattern = (0..<Self.fullHeight).flatMap { row in (0..<Self.fullWidth).map { level($0, row) } }
    }

    static func all(_ random: inout SplitMix64) -> [SharpnessScene] {
        let natural = octaves([1, 2, 4, 8, 16, 32, 64], deviation: 0.2, &random)
        let weave = octaves([1, 2], deviation: 0.2, &random)
        let strokes = (0..<4096).map { _ in random.nextUnit() < 0.45 }
        return [
            // The same contrast in each octave of detail, like nature and most rooms (Field, 1987).
            SharpnessScene("natural") { natural[$1 * fullWidth + $0] },
            SharpnessScene("weave") { weave[$1 * fullWidth + $0] },
            SharpnessScene("text") { column, row in
                // Letters of 7 × 9 pixels, of strokes two pixels wide.
                guard row % 14 < 9, column % 9 < 7 else { return 0.4 }
                let letter = column / 9 + row / 14 * 31
                let stroke = row % 14 % 4 < 2 ? row % 14 / 4 : 4 + column % 9 / 2
                return strokes[(letter * 8 + stroke) % strokes.count] ? -0.4 : 0.4
            },
            SharpnessScene("blinds") { _, row in row / 28 % 2 == 0 ? 0.4 : -0.4 },
        ]
    }

    /// Sums random fields of the given sizes, interpolated smoothly.
    private static func octaves(_ sizes: [Int], deviation: Float, _ random: inout SplitMix64) -> [Float] {
        var sum = [Float](repeating: 0, count: fullWidth * fullHeight)
        for size in sizes {
            let columns = fullWidth / size + 2
            let knots = (0..<(columns * (fullHeight / size + 2))).map { _ in Float(random.nextNormal()) }
            for row in 0..<fullHeight {
                for column in 0..<fullWidth {
                    let (x, y) = (Float(column % size) / Float(size), Float(row % size) / Float(size))
                    let knot = row / size * columns + column / size
                    let upper = knots[knot] * (1 - x) + knots[knot + 1] * x
                    let lower = knots[knot + columns] * (1 - x) + knots[knot + columns + 1] * x
                    sum[row * fullWidth + column] += upper * (1 - y) + lower * y
                }
            }
        }
        let mean = sum.reduce(0, +) / Float(sum.count)
        let variance = sum.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(sum.count)
        return sum.map { ($0 - mean) / variance.squareRoot() * deviation }
    }

    /// The pattern, blurred by a lens out of focus.
    /// - Parameter blur: standard deviation of a Gaussian, in pixels, up to 8.
    func seen(blur: Double) -> [Float] {
        let radius = min(Int((blur * 3).rounded(.up)), Self.margin)
        var weights = (-radius...radius).map { Float(exponential(-Double($0 * $0) / (2 * blur * blur))) }
        let total = weights.reduce(0, +)
        for index in weights.indices { weights[index] /= total }
        let (fullWidth, width, height, margin) = (Self.fullWidth, Self.width, Self.height, Self.margin)
        var rows = [Float](repeating: 0, count: width * Self.fullHeight)
        for row in 0..<Self.fullHeight {
            for column in 0..<width {
                var sum: Float = 0
                let start = row * fullWidth + column + margin - radius
                for index in weights.indices { sum += weights[index] * pattern[start + index] }
                rows[row * width + column] = sum
            }
        }
        var seen = [Float](repeating: 0, count: width * height)
        for row in 0..<height {
            for column in 0..<width {
                var sum: Float = 0
                let start = (row + margin - radius) * width + column
                for index in weights.indices { sum += weights[index] * rows[start + index * width] }
                seen[row * width + column] = sum
            }
        }
        return seen
    }

    /// e to a negative number, by squaring: (1 + x/2¹⁶)^(2¹⁶).
    private func exponential(_ exponent: Double) -> Double {
        var power = 1 + max(exponent, -60) / 65_536
        for _ in 0..<16 { power *= power }
        return power
    }
}

/// A camera's noise and exposure.
struct SharpnessConditions {
    /// Standard deviation, as a share of white.
    var noise = 0.0
    /// True if neighbouring pixels share noise, as after demosaicing: weights 1 2 1 in both directions.
    var isSmeared = false
    /// Share of the scene's contrast.
    var contrast = 1.0
    /// Amplitude of the brightness change from frame to frame, up and down, as a share.
    var brightnessChange = 0.0

    /// A frame in the range of video.
    func frame(of seen: [Float], into bytes: inout [UInt8], _ random: inout SplitMix64) {
        let brightness = Float(0.4 * (1 + brightnessChange * (2 * random.nextUnit() - 1)))
        let grain = noise > 0 ? grain(count: seen.count, &random) : []
        for index in seen.indices {
            var level = brightness * (1 + Float(contrast) * seen[index])
            if noise > 0 { level += grain[index] }
            bytes[index] = UInt8(min(max(16 + 219 * level, 0), 255).rounded())
        }
    }

    private func grain(count: Int, _ random: inout SplitMix64) -> [Float] {
        // The sum of four uniform numbers of 16 bits is close enough to normal: its deviation is 65536 / √3.
        let scale = Float(noise) * 1.732_051 / 65_536
        let white = (0..<count).map { _ in
            let bits = random.next()
            let sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48)
            return (Float(sum) - 131_070) * scale
        }
        guard isSmeared else { return white }
        // The squares of the weights sum to (6/16)² in two directions.
        let width = SharpnessScene.width
        var smeared = white
        for index in (width + 1)..<(count - width - 1) {
            func row(_ middle: Int) -> Float { white[middle - 1] + 2 * white[middle] + white[middle + 1] }
            smeared[index] = (row(index - width) + 2 * row(index) + row(index + width)) / 6
        }
        return smeared
    }
}
