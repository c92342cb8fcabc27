import Glibc

/// Lens, shutter and amplifier: from them and the scene follows what the image looks like.
struct Optics {
    var scene = Scene()
    /// In steps of the focus control: 0 is infinity, 250 is as near as the lens can.
    var lens: Double = 0
    /// In units of the exposure control, 100 µs.
    var exposure = Double(CameraControl.exposure.specification.initial)
    var gain: Int64 = 0
    var brightness: Int64 = 0

    /// 250 lens steps are 10 dioptres, that is 10 cm.
    static let dioptresPerStep = 10.0 / 250
    /// Half a dioptre beside the best focus, sharpness has fallen to 1/e.
    private static let depthOfFocus = 0.5
    /// Light × exposure × gain of this many units saturates the sensor.
    private static let saturation = 512.0
    /// One brightness step, as a part of white.
    private static let brightnessStep = 1.0 / 256

    /// The focus control's value for something `half` away, within what the lens can.
    static func bestLens(for half: Scene.Half) -> Double {
        let specification = CameraControl.focus.specification
        let position = half.dioptres / dioptresPerStep
        let steps = (position / Double(specification.step)).rounded() * Double(specification.step)
        return min(max(steps, Double(specification.range.lowerBound)), Double(specification.range.upperBound))
    }

    /// 0 (nothing to see) to 1 (as sharp as can be).
    func sharpness(of half: Scene.Half) -> Double {
        let error = (lens * Self.dioptresPerStep - half.dioptres) / Self.depthOfFocus
        return exp(-error * error)
    }

    func sharpness(in region: SensorRegion) -> Double {
        let shares = Scene.shares(of: region)
        return shares.near * sharpness(of: scene.near) + shares.far * sharpness(of: scene.far)
    }

    /// The amplifier's factor: twice at 64, four times at 192.
    var amplification: Double { 1 + Double(gain) / 64 }

    /// The mean signal of a half, 0 (black) to 1 (white), and above where it would be over-exposed.
    func signal(of half: Scene.Half) -> Double {
        half.light * exposure * amplification / Self.saturation + Double(brightness) * Self.brightnessStep
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
        let range = CameraControl.exposure.specification.range
        return min(max(wanted, Double(range.lowerBound)), Double(range.upperBound))
    }
}
