/// Lens, shutter and amplifier, which together with the scene determine the image.
struct Optics {
    let lensRange: LensRange
    var scene = Scene()
    /// A position of the focus control; between two steps while the lens moves.
    var lens: Double
    /// In units of the exposure control, 100 µs.
    var exposure = Double(CameraControl.exposure.specification.initial)
    var gain: Int64 = 0
    var brightness: Int64 = 0

    /// In dioptres: a subject within this distance of the lens's focus counts as sharp.
    static let depthOfField = 0.4
    /// In dioptres: at this error, the sharpness is one half.
    private static let halfSharpness = 0.6
    /// The sensor saturates when light × exposure × gain reaches this many units.
    private static let saturation = 512.0
    /// One step of brightness, as a share of white.
    static let brightnessStep = 1.0 / 256

    /// The lens starts at infinity.
    init(_ lensRange: LensRange) {
        self.lensRange = lensRange
        lens = Double(lensRange.minimum)
    }

    /// The best position of the focus control for `half`, within the lens's range.
    func bestLens(for half: Scene.Half) -> Double {
        Double(lensRange.nearestStep(lensRange.position(at: half.dioptres)))
    }

    /// The lens positions at which `half` is sharp.
    func depthOfField(of half: Scene.Half) -> ClosedRange<Double> {
        let ends = [-Self.depthOfField, Self.depthOfField].map { lensRange.position(at: half.dioptres + $0) }
        return min(ends[0], ends[1])...max(ends[0], ends[1])
    }

    /// The lens's distance from the best position, in dioptres.
    func error(for half: Scene.Half) -> Double {
        lensRange.dioptres(at: lens) - half.dioptres
    }

    /// From 0 (no detail visible) to 1 (fully sharp).
    func sharpness(of half: Scene.Half) -> Double {
        let error = error(for: half) / Self.halfSharpness
        return 1 / (1 + error * error)
    }

    func sharpness(in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        return shares.near * sharpness(of: scene.near) + shares.far * sharpness(of: scene.far)
    }

    /// The amplifier's factor: 2 at gain 64, 4 at gain 192.
    var amplification: Double { 1 + Double(gain) / 64 }

    /// The sensor's signal for the light of a half, where 1 is white, before brightness is added.
    func exposedSignal(of half: Scene.Half) -> Double {
        half.light * exposure * amplification / Self.saturation
    }

    /// The mean signal of a half, from 0 (black) to 1 (white); above 1 it is over-exposed.
    func signal(of half: Scene.Half) -> Double {
        exposedSignal(of: half) + Double(brightness) * Self.brightnessStep
    }

    /// The mean brightness of a region of the image, 0 to 1.
    func brightness(in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        return shares.near * min(max(signal(of: scene.near), 0), 1) + shares.far * min(max(signal(of: scene.far), 0), 1)
    }

    /// The exposure that gives `region` the mean signal `target`, within the shutter's range.
    func exposure(for target: Double, in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        let light = shares.near * scene.near.light + shares.far * scene.far.light
        let wanted = (target - Double(brightness) * Self.brightnessStep) * Self.saturation / (light * amplification)
        let specification = CameraControl.exposure.specification
        return min(max(wanted, Double(specification.minimum)), Double(specification.maximum))
    }
}
