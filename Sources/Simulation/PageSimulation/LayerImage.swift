import SimulatedDevices

/// A pixel of light: red, green, blue and the share that it covers, each 0…65535. The light is multiplied by the share already.
typealias LightPixel = SIMD4<UInt16>

/// A layer of the scene as pixels, sharp and with blurs of several sizes. It is painted once.
struct LayerImage {
    /// The place of the first pixel, in pixels of the picture to the right of its left edge and below its upper edge.
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    private let dioptres: Double
    /// The image with each blur of `radii`.
    private let levels: [UnsafeMutablePointer<LightPixel>]
    /// The pixels of each row, from the first to behind the last, in which anything is seen with any blur.
    let spans: [Range<Int>]

    /// The largest light that a pixel holds. More is white in every exposure of the scene.
    static let largestLight = 4.0
    /// The blurs, as radii in pixels: the lens cannot blur anything more.
    private static let radii = [0.0, 1, 2, 3, 4, 5, 6, 7.5]
    private static let margin = 8

    /// - Parameters:
    ///   - x: the part of the scene that the layer takes up, in shares of the picture's width.
    ///   - y: the part of the scene that the layer takes up, in shares of the picture's height.
    init(_ layer: Scene.Layer, x: ClosedRange<Double>, y: ClosedRange<Double>) {
        let (across, down) = (Double(PagePicture.width), Double(PagePicture.height))
        left = Int((x.lowerBound * across).rounded(.down)) - Self.margin
        top = Int((y.lowerBound * down).rounded(.down)) - Self.margin
        width = Int((x.upperBound * across).rounded(.up)) + Self.margin - left
        height = Int((y.upperBound * down).rounded(.up)) + Self.margin - top
        dioptres = Scene.dioptres(of: layer)
        let sharp = Self.memory(width * height)
        for row in 0..<height {
            for column in 0..<width {
                sharp[row * width + column] = Self.pixel(layer, column: left + column, row: top + row)
            }
        }
        let sums = Sums(sharp, width: width, height: height)
        levels = [sharp] + Self.radii.dropFirst().map { sums.blurred(radius: $0) }
        sums.memory.deallocate()
        let (last, width) = (levels[Self.radii.count - 1], width)
        spans = (0..<height).map { row in
            let columns = (0..<width)
            guard let first = columns.first(where: { last[row * width + $0].w > 0 }) else { return 0..<0 }
            return first..<((columns.last { last[row * width + $0].w > 0 } ?? first) + 1)
        }
    }

    static func memory(_ count: Int) -> UnsafeMutablePointer<LightPixel> {
        let memory = UnsafeMutablePointer<LightPixel>.allocate(capacity: count)
        memory.initialize(repeating: .zero, count: count)
        return memory
    }

    /// The mean of four points in a pixel, so that edges are soft.
    private static func pixel(_ layer: Scene.Layer, column: Int, row: Int) -> LightPixel {
        var sum = SIMD4<Double>.zero
        for part in 0..<4 {
            let x = (Double(column) + 0.25 + 0.5 * Double(part & 1)) / Double(PagePicture.width)
            let y = (Double(row) + 0.25 + 0.5 * Double(part >> 1)) / Double(PagePicture.height)
            guard let light = Scene.surface(in: layer, x: x, y: y)?.light else { continue }
            sum += SIMD4(light.red, light.green, light.blue, largestLight)
        }
        let share = (sum * (65535 / 4 / largestLight)).clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 65535))
        return LightPixel(UInt16(share.x), UInt16(share.y), UInt16(share.z), UInt16(share.w))
    }

    /// The two levels between which the blur lies when the lens is focused at a distance, and the share of the second one in 256ths.
    func blur(focusedAt focus: Double) -> LayerBlur {
        // The circle of confusion of the simulated optics; half of it is a radius.
        let radius = abs(dioptres - focus) * Optics.lens.blurPerDioptre * Double(PagePicture.width) / 2
        let upper = Self.radii.firstIndex { $0 > radius } ?? Self.radii.count - 1
        let lower = max(upper - 1, 0)
        let share = min(max((radius - Self.radii[lower]) / (Self.radii[upper] - Self.radii[lower]), 0), 1)
        return LayerBlur(
            one: UnsafePointer(levels[lower]), other: UnsafePointer(levels[upper]),
            share: UInt32((share * 256).rounded()))
    }
}

/// A layer between two of its blurs.
struct LayerBlur {
    let one: UnsafePointer<LightPixel>
    let other: UnsafePointer<LightPixel>
    /// The share of `other`, in 256ths.
    let share: UInt32

    @inline(__always)
    func pixel(_ index: Int) -> SIMD4<UInt32> {
        let near = SIMD4<UInt32>(truncatingIfNeeded: one[index])
        if share == 0 { return near }
        let far = SIMD4<UInt32>(truncatingIfNeeded: other[index])
        return (near &* (256 &- share) &+ far &* share) &>> 8
    }
}

/// The sums of each row up to each pixel, from which discs are blurred: a disc is one span in each of its rows.
private struct Sums {
    let memory: UnsafeMutablePointer<SIMD4<UInt32>>
    let width: Int
    let height: Int

    init(_ pixels: UnsafeMutablePointer<LightPixel>, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        memory = .allocate(capacity: (width + 1) * height)
        for row in 0..<height {
            var sum = SIMD4<UInt32>.zero
            memory[row * (width + 1)] = sum
            for column in 0..<width {
                sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixels[row * width + column])
                memory[row * (width + 1) + column + 1] = sum
            }
        }
    }

    func blurred(radius: Double) -> UnsafeMutablePointer<LightPixel> {
        let reach = Int(radius + 0.25)
        let halves = (-reach...reach).map { row in
            Int(max((radius + 0.25) * (radius + 0.25) - Double(row * row), 0).squareRoot())
        }
        let count = halves.reduce(0) { $0 + 2 * $1 + 1 }
        let reciprocal = SIMD4<Float>(repeating: 1 / Float(count))
        let result = LayerImage.memory(width * height)
        for row in 0..<height {
            for column in 0..<width {
                var sum = SIMD4<UInt32>.zero
                for (index, half) in halves.enumerated() {
                    let other = row + index - reach
                    guard other >= 0, other < height else { continue }
                    let line = memory + other * (width + 1)
                    sum &+= line[min(column + half + 1, width)] &- line[max(column - half, 0)]
                }
                result[row * width + column] = LightPixel(
                    truncatingIfNeeded: SIMD4<UInt32>(SIMD4<Float>(sum) * reciprocal))
            }
        }
        return result
    }
}
