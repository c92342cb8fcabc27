import FocusCore
import SimulatedDevices

/// A random scene before a random camera of 160 × 120 pixels, and a tap on it.
struct NoisyTapScene {
    static let width = 160
    static let height = 120
    /// The highest position of the lens.
    static let last = 1023
    static let lens = LensRange(minimum: 0, maximum: Int64(last))!

    /// A surface at one distance.
    struct Surface {
        var texture: NoisyTexture
        /// The place of the picture's corner on the texture.
        var left: Int
        var top: Int
        /// The mean brightness and the texture's deviation, in levels of 255.
        var brightness: Double
        var contrast: Double
        /// The lens position that focuses on it.
        var focus: Double
    }

    /// What is behind, then what is before it; the latter covers the picture's columns up to `border`.
    let surfaces: [Surface]
    let border: Int
    /// The diameter of a blur disc at a misfocus of the whole range, in pixels.
    let blur: Double
    let region: NormalizedRectangle
    let start: Int
    /// The lens's lag, in frames; and whether an earlier search has shown it.
    let lag: Int
    let isLagKnown: Bool
    let seed: UInt64

    init(_ textures: [NoisyTexture], _ random: inout SplitMix64) {
        func surface(_ random: inout SplitMix64) -> Surface {
            Surface(
                texture: random.pick(textures), left: random.integer(0...255), top: random.integer(0...255),
                brightness: random.number(60...160),
                // From 3 to 48, each doubling as frequent as the next.
                contrast: [3.0, 6, 12, 24][random.integer(0...3)] * random.number(1...2),
                focus: random.number(0...Double(Self.last)))
        }
        let point = PointOfInterest(x: random.nextUnit(), y: random.nextUnit())
        let share = RegionSizes().focus
        region = NormalizedRectangle(around: point, share: share)
        let isDivided = random.chance(0.05)
        surfaces = isDivided ? [surface(&random), surface(&random)] : [surface(&random)]
        let middle = (region.x + region.width * random.nextUnit()) * Double(Self.width)
        border = isDivided ? Int(middle) : 0
        blur = random.number(12...32)
        start = random.integer(0...Self.last)
        lag = random.integer(0...4)
        isLagKnown = random.chance(0.5)
        seed = random.next()
    }

    /// The pixels of the region: the same as the measure's.
    var pixels: (left: Int, top: Int, width: Int, height: Int) {
        let left = Int((region.x * Double(Self.width)).rounded())
        let top = Int((region.y * Double(Self.height)).rounded())
        let right = Int(((region.x + region.width) * Double(Self.width)).rounded())
        let bottom = Int(((region.y + region.height) * Double(Self.height)).rounded())
        return (left, top, right - left, bottom - top)
    }

    /// The diameter of the blur disc of a surface, in pixels.
    func diameter(of surface: Surface, lens: Double) -> Double {
        abs(lens - surface.focus) / Double(Self.last) * blur
    }

    /// The region without noise, in levels of 255.
    func seen(lens: Double) -> [Float] {
        seen { diameter(of: $0, lens: lens) }
    }

    private func seen(_ diameter: (Surface) -> Double) -> [Float] {
        let pixels = pixels
        let views = surfaces.map { surface in
            surface.texture.seen(
                left: surface.left + pixels.left, top: surface.top + pixels.top, width: pixels.width,
                height: pixels.height, diameter: diameter(surface)
            ).map { Float(surface.brightness) + Float(surface.contrast) * $0 }
        }
        guard views.count == 2, let near = surfaces.last else { return views[0] }
        let edge = max(diameter(near), 1)
        return views[0].indices.map { index in
            let column = Double(pixels.left + index % pixels.width) + 0.5
            let share = Float(min(max((Double(border) - column) / edge + 0.5, 0), 1))
            return views[0][index] * (1 - share) + views[1][index] * share
        }
    }

    /// The surfaces that fill a quarter of the region or more.
    private var subjects: [Surface] {
        guard surfaces.count == 2 else { return surfaces }
        let share = Double(border - pixels.left) / Double(pixels.width)
        return (share <= 0.75 ? [surfaces[0]] : []) + (share >= 0.25 ? [surfaces[1]] : [])
    }

    /// True when a subject's blur disc is no wider than a pixel: nothing sharper can be seen.
    func isSharp(lens: Double) -> Bool {
        subjects.contains { diameter(of: $0, lens: lens) <= 2 }
    }

    /// The detail that focusing brings out, in levels of 255: the deviation of the sharpest picture from the same
    /// one behind a blur of eight pixels.
    var detail: Double {
        let plain = seen { _ in 8 }
        return subjects.map { subject in
            let sharp = seen(lens: subject.focus)
            let sum = zip(sharp, plain).reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
            return (sum / Double(sharp.count)).squareRoot()
        }.max() ?? 0
    }
}
