import SimulatedDevices

/// A texture that repeats in both directions, and its picture out of focus.
struct NoisyTexture {
    /// In pixels.
    static let side = 256
    /// A blur disc is summed up in strips, so many for each row of pixels.
    private static let strips = 4

    /// True when nothing was tuned on this texture.
    let isHeldOut: Bool
    /// The values have a mean of 0 and a deviation of 1.
    private let values: [Float]
    /// For each row, the sums of the values to the left of each column.
    private let sums: [Float]

    init(isHeldOut: Bool = false, _ values: [Float]) {
        let count = Float(values.count)
        let mean = values.reduce(0, +) / count
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
        let values = values.map { ($0 - mean) / deviation }
        var sums: [Float] = []
        sums.reserveCapacity(Self.side * (Self.side + 1))
        for row in 0..<Self.side {
            var sum: Float = 0
            sums.append(0)
            for column in 0..<Self.side {
                sum += values[row * Self.side + column]
                sums.append(sum)
            }
        }
        self.isHeldOut = isHeldOut
        self.values = values
        self.sums = sums
    }

    /// A part of the texture, blurred by a disc.
    /// - Parameter diameter: of the disc, in pixels. Even in focus, a lens and a sensor blur by a pixel.
    func seen(left: Int, top: Int, width: Int, height: Int, diameter: Double) -> [Float] {
        let radius = (0.25 + diameter * diameter / 4).squareRoot()
        let count = Int((radius * Double(Self.strips)).rounded(.up))
        let strips: [(below: Double, half: Double)] = (-count..<count).compactMap { number in
            let below = (Double(number) + 0.5) / Double(Self.strips)
            guard abs(below) < radius else { return nil }
            return (below, (radius * radius - below * below).squareRoot())
        }
        let area = Float(strips.reduce(0) { $0 + 2 * $1.half })
        var seen = [Float](repeating: 0, count: width * height)
        for strip in strips {
            for row in 0..<height {
                let line = Int((Double(top + row) + 0.5 + strip.below).rounded(.down)) & (Self.side - 1)
                for column in 0..<width {
                    let middle = Double(left + column) + 0.5
                    seen[row * width + column] +=
                        sum(line, upTo: middle + strip.half) - sum(line, upTo: middle - strip.half)
                }
            }
        }
        return seen.map { $0 / area }
    }

    /// The integral of a row from column 0.
    private func sum(_ row: Int, upTo place: Double) -> Float {
        let whole = place.rounded(.down)
        let column = Int(whole)
        let inside = column & (Self.side - 1)
        let start = row * (Self.side + 1)
        let turns = Float((column - inside) / Self.side)
        return turns * sums[start + Self.side] + sums[start + inside]
            + Float(place - whole) * values[row * Self.side + inside]
    }
}

extension NoisyTexture {
    /// The textures of the benchmark. Nothing was tuned on the last three.
    static func all(_ random: inout SplitMix64) -> [NoisyTexture] {
        [
            // The same contrast in each octave of detail, like nature and most rooms (Field, 1987).
            NoisyTexture(octaves([2, 4, 8, 16, 32, 64], &random)),
            NoisyTexture(octaves([2, 4], &random)),
            NoisyTexture(text(&random)),
            NoisyTexture(drawn { _, row in row % 32 < 16 ? 1 : 0 }),
            NoisyTexture(isHeldOut: true, octaves([2, 8], &random)),
            NoisyTexture(isHeldOut: true, bricks(&random)),
            NoisyTexture(isHeldOut: true, leaves(&random)),
        ]
    }

    private static func drawn(_ value: (_ column: Int, _ row: Int) -> Float) -> [Float] {
        (0..<side * side).map { value($0 % side, $0 / side) }
    }

    /// Sums random fields with knots this far apart, interpolated smoothly. Each size divides the side.
    private static func octaves(_ sizes: [Int], _ random: inout SplitMix64) -> [Float] {
        var sum = [Float](repeating: 0, count: side * side)
        for size in sizes {
            let across = side / size
            let knots = (0..<across * across).map { _ in Float(random.nextNormal()) }
            for index in sum.indices {
                let (column, row) = (index % side, index / side)
                let (x, y) = (Float(column % size) / Float(size), Float(row % size) / Float(size))
                let (left, right) = (column / size, (column / size + 1) % across)
                let (above, below) = (row / size * across, (row / size + 1) % across * across)
                let upper = knots[above + left] * (1 - x) + knots[above + right] * x
                let lower = knots[below + left] * (1 - x) + knots[below + right] * x
                sum[index] += upper * (1 - y) + lower * y
            }
        }
        return sum
    }

    /// Letters of 6 × 12 pixels, of strokes two pixels wide, in lines 16 pixels apart.
    private static func text(_ random: inout SplitMix64) -> [Float] {
        let strokes = (0..<32 * 16 * 9).map { _ in random.nextUnit() < 0.5 }
        return drawn { column, row in
            guard row % 16 < 12, column % 8 < 6 else { return 1 }
            let letter = column / 8 + row / 16 * 32
            let isDark = strokes[letter * 9 + row % 16 / 4 * 3 + column % 8 / 2]
            return isDark ? 0 : 1
        }
    }

    /// Bricks of 29 × 13 pixels between joints of 3, each of its own brightness.
    private static func bricks(_ random: inout SplitMix64) -> [Float] {
        let tones = (0..<256).map { _ in Float(random.number(0.3...0.7)) }
        return drawn { column, row in
            let layer = row / 16
            let place = (column + layer % 2 * 16) % side
            guard row % 16 >= 3, place % 32 >= 3 else { return 1 }
            return tones[(layer * 8 + place / 32) % tones.count]
        }
    }

    /// Discs of random sizes and tones that lie on each other ("dead leaves", Matheron, 1968).
    private static func leaves(_ random: inout SplitMix64) -> [Float] {
        var image = [Float](repeating: 0, count: side * side)
        for _ in 0..<4000 {
            let (x, y) = (random.integer(0...side - 1), random.integer(0...side - 1))
            let radius = min(2 / (1 - 0.95 * random.nextUnit()).squareRoot(), 24)
            let tone = Float(random.nextUnit())
            let reach = Int(radius)
            for down in -reach...reach {
                for right in -reach...reach where Double(down * down + right * right) <= radius * radius {
                    image[((y + down) & (side - 1)) * side + (x + right) & (side - 1)] = tone
                }
            }
        }
        return image
    }
}
