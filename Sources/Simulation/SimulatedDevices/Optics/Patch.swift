import FocusCore

/// Samples of a part of the picture, which stay valid as long as nothing moves. No image is drawn: the measurements of
/// frames are sums over these samples.
struct Patch: Equatable, Sendable {
    let region: NormalizedRectangle
    let columns: Int
    let rows: Int
    /// The samples, row by row from the top left.
    private var samples: [Sample] = []

    private struct Sample: Equatable, Sendable {
        /// Luminance, after the lens's falloff.
        var light: Double
        var isLampLit: Bool
        var dioptres: Double
        var texture: Double
    }

    init(_ region: NormalizedRectangle, of optics: Optics, columns: Int = 12, rows: Int = 9) {
        self.region = region
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        samples.reserveCapacity(self.columns * self.rows)
        for row in 0..<self.rows {
            let y = region.y + region.height * (Double(row) + 0.5) / Double(self.rows)
            for column in 0..<self.columns {
                let x = region.x + region.width * (Double(column) + 0.5) / Double(self.columns)
                let place = optics.onSensor(x: x, y: y)
                let surface = optics.surface(x: place.x, y: place.y)
                samples.append(
                    Sample(
                        light: surface.light.luminance * Optics.lens.falloff(x: place.x, y: place.y),
                        isLampLit: surface.isLampLit, dioptres: surface.dioptres, texture: surface.texture))
            }
        }
    }

    /// The sharpness, 0…1, as an autofocus measures it. White parts have no texture left.
    func sharpness(lens: Double, exposure: FrameExposure) -> Double {
        let focused = Optics.dioptres(lens: lens)
        return mean { sample in
            guard level(of: sample, exposure) < 1 else { return 0 }
            let misfocus = sample.dioptres - focused
            return sample.texture * Optics.lens.sharpness(misfocus: misfocus, span: Optics.measuredSpan)
        }
    }

    /// The mean linear level, 0…1, as an autoexposure measures it. Levels above white count as white.
    func brightness(_ exposure: FrameExposure) -> Double { mean { min(level(of: $0, exposure), 1) } }

    /// The mean luma as the camera encodes it, 0…1, and the shares of white and of black.
    func luma(_ exposure: FrameExposure) -> (mean: Double, bright: Double, dark: Double) {
        var sum = 0.0
        var bright = 0
        var dark = 0
        for sample in samples {
            let luma = LumaEncoding.luma(of: level(of: sample, exposure))
            sum += luma
            if luma >= 1 { bright += 1 }
            if luma < LumaEncoding.step { dark += 1 }
        }
        let count = Double(samples.count)
        return (sum / count, Double(bright) / count, Double(dark) / count)
    }

    /// The mean luma of each cell of a coarse grid, 0…1. The patch must have a whole number of samples per cell.
    func cells(_ exposure: FrameExposure) -> [Double] {
        let across = columns / LumaGrid.columns
        let down = rows / LumaGrid.rows
        var sums = Array(repeating: 0.0, count: LumaGrid.columns * LumaGrid.rows)
        for row in 0..<(LumaGrid.rows * down) {
            for column in 0..<(LumaGrid.columns * across) {
                let luma = LumaEncoding.luma(of: level(of: samples[row * columns + column], exposure))
                sums[row / down * LumaGrid.columns + column / across] += luma
            }
        }
        return sums.map { $0 / Double(max(across * down, 1)) }
    }

    private func level(of sample: Sample, _ exposure: FrameExposure) -> Double {
        let light = sample.light * (sample.isLampLit ? exposure.lamps : 1)
        return Optics.level(light, exposure: exposure.time) * exposure.amplification * exposure.light
    }

    private func mean(_ measure: (Sample) -> Double) -> Double {
        samples.reduce(0) { $0 + measure($1) } / Double(samples.count)
    }
}

/// Keeps the patches that a camera measures repeatedly.
struct PatchMemory: Equatable, Sendable {
    private var optics: Optics?
    private var patches: [Patch] = []

    private static let kept = 6

    mutating func patch(_ region: NormalizedRectangle, of optics: Optics, columns: Int = 12, rows: Int = 9) -> Patch {
        if self.optics != optics { patches.removeAll(keepingCapacity: true) }
        self.optics = optics
        let known = patches.first { $0.region == region && $0.columns == columns && $0.rows == rows }
        if let known { return known }
        let patch = Patch(region, of: optics, columns: columns, rows: rows)
        if patches.count >= Self.kept { patches.removeFirst() }
        patches.append(patch)
        return patch
    }
}
