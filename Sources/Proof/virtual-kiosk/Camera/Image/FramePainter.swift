import SimulatedDevices

/// Paints the sensor's image. The costly part, the blurred texture, is kept while the lens stays where it is.
final class FramePainter {
    private struct Look: Equatable {
        var blur: Double
        var place: Texture.Place
        var isPlain: Bool
    }

    private(set) var luma: Luma
    /// The factor for each pixel's light, in units of 1/8192: texture and vignetting.
    private var shade: [Int16]
    private var looks: [Look?] = [nil, nil]
    /// The corners get less light than the middle; in units of 1/8192, with a mean of 1.
    private let vignette: (columns: [Int32], rows: [Int32])
    private let noise: SensorNoise
    private let strongNoise: SensorNoise
    private var random = SplitMix64(seed: 1)
    /// One row of the texture while its octaves are summed, and one row of the resulting shades.
    private var sums: [Int32]
    private var line: [Int16]

    private static let one: Int32 = 8192
    /// Each octave's standard deviation, as a share of the mean.
    private static let contrast = 0.12
    private static let strongestContrast: Int32 = one * 9 / 10
    /// In streamed pixels per dioptre of error, for an image of 160 columns.
    private static let blurPerDioptre = 0.54

    /// - Parameter noise: the standard deviation of a pixel, as a share of white; nil: no noise in any scene.
    init(_ size: ImageSize, _ levels: Luma.Levels, noise: Double?) {
        luma = Luma(size, levels)
        shade = [Int16](repeating: 0, count: size.pixels)
        sums = [Int32](repeating: 0, count: size.width)
        line = [Int16](repeating: 0, count: size.width)
        self.noise = SensorNoise(deviation: (noise ?? 0) * Double(levels.span))
        strongNoise = SensorNoise(deviation: (noise.map { max($0, 0.03) } ?? 0) * Double(levels.span))
        func falloff(_ count: Int) -> [Int32] {
            (0..<count).map { index in
                let place = 2 * (Double(index) + 0.5) / Double(count) - 1
                return Int32(Double(Self.one) * 0.05 * (1.0 / 3 - place * place))
            }
        }
        vignette = (falloff(size.width), falloff(size.height))
    }

    /// Paints into `luma`.
    /// - Parameters:
    ///   - zoom: in percent, from 100: enlarges the middle of the sensor.
    ///   - lamp: the lamp's present light, as a share of its mean.
    func paint(_ optics: Optics, zoom: Int64, lamp: Double = 1) {
        switch optics.scene.appearance {
        case .white: fill(luma.levels.white)
        case .black: fill(luma.levels.black)
        case .normal, .noise:
            shadeHalf(0, optics, optics.scene.near)
            shadeHalf(1, optics, optics.scene.far)
            paintRows(optics, zoom: Int(max(100, zoom)), lamp: lamp)
        }
    }

    private func fill(_ value: Int) {
        luma.bytes.withUnsafeMutableBufferPointer { $0.update(repeating: UInt8(clamping: value)) }
    }

    // The first column of the far half.
    private var border: Int { luma.size.width / 2 }

    private func shadeHalf(_ index: Int, _ optics: Optics, _ half: Scene.Half) {
        let blur = Self.blurPerDioptre * Double(luma.size.width) / 160 * abs(optics.error(for: half))
        let look = Look(blur: blur, place: half.place, isPlain: optics.scene.appearance == .noise)
        guard looks[index] != look else { return }
        looks[index] = look
        let columns = index == 0 ? 0..<border : border..<luma.size.width
        // In units of 1/8192/16 for each unit of a band.
        let scale = look.isPlain ? 0 : Self.contrast * Double(Self.one) * 16 / Double(Texture.unit)
        // Waves longer than a quarter of the image do not look like texture.
        let octaves = luma.size.width < 320 ? 5 : luma.size.width < 640 ? 6 : 7
        let weights = (0..<octaves).map { Int32(scale * Texture.attenuation(octave: $0, blur: blur)) }
        let bands = weights.indices.filter { weights[$0] > 0 }
        for row in 0..<luma.size.height {
            for column in columns { sums[column] = 0 }
            for octave in bands {
                addBand(Texture.shared.bands[octave], weights[octave], row, columns, half.place)
            }
            shadeRow(row, columns)
        }
    }

    private func addBand(_ band: [Int8], _ weight: Int32, _ row: Int, _ columns: Range<Int>, _ place: Texture.Place) {
        let side = Texture.side
        let start = ((row + place.y) & (side - 1)) * side
        band.withUnsafeBufferPointer { band in
            sums.withUnsafeMutableBufferPointer { sums in
                var column = columns.lowerBound
                // In pieces, each up to the place where the texture repeats.
                while column < columns.upperBound {
                    let from = (column + place.x) & (side - 1)
                    let count = min(side - from, columns.upperBound - column)
                    for index in 0..<count {
                        sums[column &+ index] &+= weight &* Int32(band[start &+ from &+ index])
                    }
                    column += count
                }
            }
        }
    }

    private func shadeRow(_ row: Int, _ columns: Range<Int>) {
        let (one, most) = (Self.one, Self.strongestContrast)
        let rowFactor = one + vignette.rows[row]
        let start = row * luma.size.width
        sums.withUnsafeBufferPointer { sums in
            vignette.columns.withUnsafeBufferPointer { falloff in
                shade.withUnsafeMutableBufferPointer { shade in
                    for column in columns {
                        let texture = min(max(sums[column] >> 4, 0 &- most), most)
                        let factor = rowFactor &+ falloff[column]
                        shade[start &+ column] = Int16(truncatingIfNeeded: (factor &* (one &+ texture)) >> 13)
                    }
                }
            }
        }
    }

    private func paintRows(_ optics: Optics, zoom: Int, lamp: Double) {
        let size = luma.size
        let factors = [optics.scene.near, optics.scene.far].map { factor(optics.exposedSignal(of: $0) * lamp) }
        let sensor = optics.scene.appearance == .noise ? strongNoise : noise
        let added = Double(optics.brightness) * Optics.brightnessStep * Double(luma.levels.span)
        let offset = Int32(luma.levels.black) + Int32(added.rounded())
        let visible = (width: size.width * 100 / zoom, height: size.height * 100 / zoom)
        let corner = (x: (size.width - visible.width) / 2, y: (size.height - visible.height) / 2)
        for row in 0..<size.height {
            let source = (corner.y + row * visible.height / size.height) * size.width
            if zoom == 100 {
                line.withUnsafeMutableBufferPointer { _ = $0.update(from: shade[source..<source + size.width]) }
            } else {
                for column in line.indices {
                    line[column] = shade[source + corner.x + column * visible.width / size.width]
                }
            }
            let grain = sensor.row(of: size.width, &random)
            paint(row, 0..<border, factors[0], offset, grain)
            paint(row, border..<size.width, factors[1], offset, grain)
        }
    }

    /// The factor for a shade, in units of 1/32 of a luma step.
    private func factor(_ signal: Double) -> Int32 {
        // Eight times white leaves nothing dark, and keeps the product within 32 bits.
        Int32(min(max(signal, 0), 8) * Double(luma.levels.span) * 32)
    }

    private func paint(_ row: Int, _ columns: Range<Int>, _ factor: Int32, _ offset: Int32, _ grain: ArraySlice<Int16>)
    {
        let (black, white) = (Int32(luma.levels.black), Int32(luma.levels.white))
        let start = row * luma.size.width
        line.withUnsafeBufferPointer { line in
            grain.withUnsafeBufferPointer { grain in
                luma.bytes.withUnsafeMutableBufferPointer { pixels in
                    for column in columns {
                        // Half a step is added for rounding.
                        let light = (Int32(line[column]) &* factor &+ 1 << 17) >> 18
                        let value = min(max(light &+ offset &+ Int32(grain[column]), black), white)
                        pixels[start &+ column] = UInt8(truncatingIfNeeded: value)
                    }
                }
            }
        }
    }
}
