/// Lens, shutter and amplifier: from them and the scene follows what the image looks like.
struct Optics {
    let lensRange: LensRange
    var scene = Scene()
    /// A position of the focus control; between two of its steps while the lens moves.
    var lens: Double
    /// In units of the exposure control, 100 µs.
    var exposure = Double(CameraControl.exposure.specification.initial)
    var gain: Int64 = 0
    var brightness: Int64 = 0

    /// What is so many dioptres nearer or farther than where the lens is set to is as sharp as anybody could want.
    static let depthOfField = 0.4
    /// Beside the best focus by so many dioptres, a half is half as sharp.
    private static let halfSharpness = 0.6
    /// Light × exposure × gain of this many units saturates the sensor.
    private static let saturation = 512.0
    /// One brightness step, as a part of white.
    static let brightnessStep = 1.0 / 256

    /// The lens looks to infinity.
    init(_ lensRange: LensRange) {
        self.lensRange = lensRange
        lens = Double(lensRange.minimum)
    }

    /// The focus control's value for something `half` away, within what the lens can.
    func bestLens(for half: Scene.Half) -> Double {
        Double(lensRange.nearestStep(lensRange.position(at: half.dioptres)))
    }

    /// The lens positions with which `half` is sharp.
    func depthOfField(of half: Scene.Half) -> ClosedRange<Double> {
        let ends = [-Self.depthOfField, Self.depthOfField].map { lensRange.position(at: half.dioptres + $0) }
        return min(ends[0], ends[1])...max(ends[0], ends[1])
    }

    /// How far the lens is beside what would be best, in dioptres.
    func error(for half: Scene.Half) -> Double {
        lensRange.dioptres(at: lens) - half.dioptres
    }

    /// Near 0 (nothing to see) to 1 (as sharp as can be).
    func sharpness(of half: Scene.Half) -> Double {
        let error = error(for: half) / Self.halfSharpness
        return 1 / (1 + error * error)
    }

    func sharpness(in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        return shares.near * sharpness(of: scene.near) + shares.far * sharpness(of: scene.far)
    }

    /// The amplifier's factor: twice at 64, four times at 192.
    var amplification: Double { 1 + Double(gain) / 64 }

    /// What the sensor makes of the light of a half, 1 being white, before anything is added to it.
    func exposedSignal(of half: Scene.Half) -> Double {
        half.light * exposure * amplification / Self.saturation
    }

    /// The mean signal of a half, 0 (black) to 1 (white), and above where it would be over-exposed.
    func signal(of half: Scene.Half) -> Double {
        exposedSignal(of: half) + Double(brightness) * Self.brightnessStep
    }

    /// The mean brightness of the image there, 0 to 1.
    func brightness(in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        return shares.near * min(max(signal(of: scene.near), 0), 1) + shares.far * min(max(signal(of: scene.far), 0), 1)
    }

    /// The exposure that gives `region` the mean signal `target`, within what the shutter can.
    func exposure(for target: Double, in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        let light = shares.near * scene.near.light + shares.far * scene.far.light
        let wanted = (target - Double(brightness) * Self.brightnessStep) * Self.saturation / (light * amplification)
        let specification = CameraControl.exposure.specification
        return min(max(wanted, Double(specification.minimum)), Double(specification.maximum))
    }
}
