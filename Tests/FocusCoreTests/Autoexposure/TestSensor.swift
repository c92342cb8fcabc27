import Foundation
import SimulatedDevices

@testable import FocusCore

/// A simulated camera: a scene of pixels, a sensor that follows its controls some frames late, and an encoding.
struct TestSensor {
    enum Encoding: CaseIterable { case linear, gamma }
    /// The effect of a unit of gain.
    enum GainLaw: CaseIterable { case offset, proportional, exponential }

    var encoding = Encoding.linear
    /// Added to all pixels, as a share of white; if negative, the darkest pixels are cut off.
    var black = 0.0
    /// The light of each pixel, relative to the others.
    var scene: [Double] = [1]
    var gainLaw = GainLaw.offset
    /// The gain that doubles the light of a gain of 0, where the law is an offset.
    var gainOfTwice = 16.0
    /// Frames from the first one that the driver exposes with new values to the first one that shows them.
    var delay = 1
    /// The same delay for the gain; nil: that of the time.
    var gainDelay: Int?
    /// The standard deviation of the mean, as a share of it.
    var noise = 0.01
    var random = SplitMix64(seed: 1)
    /// The setting that the driver has.
    var setting = ExposureSetting(time: 100, gain: nil)
    /// The number of sequence numbers that the driver skips before a frame.
    var lost: UInt32 = 0

    private var line = DelayLine<ExposureSetting>()
    private var sequence: UInt32 = .max - 5
    private var light = 1.0

    /// Sets the scene's brightness so that a setting gives the mean; `factor` multiplies that setting's time.
    mutating func expose(for mean: Double, at setting: ExposureSetting, times factor: Double = 1) {
        var low = -60.0
        var high = 30.0
        for _ in 0..<80 {
            light = Foundation.exp2((low + high) / 2)
            if measure(setting).mean < mean { low = (low + high) / 2 } else { high = (low + high) / 2 }
        }
        light /= factor
    }

    /// The measurements of a frame once the sensor has followed: mean, bright, dark.
    func measure(_ setting: ExposureSetting) -> (mean: Double, bright: Double, dark: Double) {
        let exposure = Double(setting.time) * factor(of: setting.gain ?? 0) * light
        var sum = (mean: 0.0, bright: 0.0, dark: 0.0)
        for pixel in scene {
            let linear = min(pixel * exposure, 1)
            let encoded = encoding == .linear ? linear : pow(linear, 1 / 2.2)
            let luma = min(max(black + encoded * (1 - black), 0), 1)
            sum.mean += luma
            if luma > 0.999 { sum.bright += 1 }
            if luma < 0.001 { sum.dark += 1 }
        }
        let count = Double(scene.count)
        return (sum.mean / count, sum.bright / count, sum.dark / count)
    }

    private func factor(of gain: Int64) -> Double {
        switch gainLaw {
        case .offset: 1 + Double(gain) / gainOfTwice
        case .proportional: Double(max(gain, 1)) / 16
        case .exponential: Foundation.exp2(Double(gain) / 60)
        }
    }

    /// The next frame, and its mean without noise.
    mutating func frame() -> (statistics: FrameStatistics, mean: Double) {
        for _ in 0...lost { _ = line.pass(setting, delay: delay) }
        let time = line.inEffect(after: delay)?.time ?? setting.time
        let gain = line.inEffect(after: gainDelay ?? delay)?.gain
        let seen = measure(ExposureSetting(time: time, gain: gain))
        sequence &+= 1 &+ lost
        let mean = min(max(seen.mean * (1 + random.noise(noise)), 0), 1)
        let statistics = FrameStatistics(
            request: 1, sequence: sequence, captured: Instant(nanoseconds: 0), exposure: setting.time,
            gain: setting.gain, sharpness: 0, mean: mean, bright: seen.bright, dark: seen.dark)
        return (statistics, seen.mean)
    }

    /// The pixels of a kind of scene.
    static func scene(_ kind: SceneKind) -> [Double] {
        switch kind {
        case .flat: [1]
        case .usual: (0..<100).map { Foundation.exp2(Double($0) / 100 * 3 - 1.5) }
        case .lamps: (0..<100).map { $0 < 85 ? 0.7 + Double($0) / 140 : 6 }
        case .contrasty: (0..<100).map { Foundation.exp2(Double($0) / 100 * 7 - 3.5) }
        }
    }

    enum SceneKind: CaseIterable {
        /// A wall.
        case flat
        /// Three EV from the darkest to the brightest.
        case usual
        /// A wall with lamps in it that stay white.
        case lamps
        /// Seven EV: a quarter of the region is white when the mean is right.
        case contrasty
    }
}

/// The result of a control on a sensor.
struct ExposureTrial {
    /// The number of the last frame that was farther than 5 % from the target, from 1.
    var lastOutside = 0
    /// The largest overshoot of the mean beyond the target, as a share of the target.
    var overshoot = 0.0
    var report: ExposureReport?
    /// All settings that were set.
    var settings: [ExposureSetting] = []
    /// The mean luma of each frame, in thousandths.
    var trail = ""

    init(_ control: inout ExposureControl, _ sensor: inout TestSensor, frames: Int = 200) {
        let target = control.settings.compensatedTarget
        var first: Double?
        for number in 1...frames {
            let (statistics, mean) = sensor.frame()
            let error = mean / target - 1
            trail += " \(Int(mean * 1000))"
            let start = first ?? error
            first = start
            if abs(error) > 0.05 { lastOutside = number }
            overshoot = max(overshoot, start < 0 ? error : -error)
            switch control.look(statistics) {
            case .wait: break
            case .set(let time, let gain):
                sensor.setting = ExposureSetting(time: time, gain: gain ?? sensor.setting.gain)
                settings.append(sensor.setting)
                trail += " [\(time) \(gain.map { "\($0)" } ?? "-")]"
            case .finished(let report):
                self.report = report
                return
            }
        }
    }
}
