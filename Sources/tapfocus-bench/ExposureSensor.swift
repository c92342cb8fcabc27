import FocusCore
import Foundation
import SimulatedDevices

/// A sensor that follows its exposure time some frames late, before a scene of some pixels.
struct ExposureSensor {
    /// Whether luma is light to the power of 1/2.2, or light itself.
    var isEncoded: Bool
    /// The light of each pixel when the exposure is right; 1 and above is white.
    var scene: [Double]
    /// Frames between the first that the driver exposes with a new time and the first that shows it.
    var delay: Int
    /// The time at which the mean luma is the target.
    var right: Double
    /// What the driver has.
    var time: Double
    /// Of the mean, as a share of it.
    var noise = 0.01

    private var history: [Double] = []
    private var random: SplitMix64
    private var sequence: UInt32 = 0

    init(isEncoded: Bool, pixels: [Double], target: Double, delay: Int, stops: Double, seed: UInt64) {
        self.isEncoded = isEncoded
        self.delay = delay
        random = SplitMix64(seed: seed)
        scene = pixels
        right = 1
        time = 1
        // How bright the scene must be so that its mean is the target.
        var low = -20.0
        var high = 20.0
        for _ in 0..<60 {
            let light = exp2((low + high) / 2)
            scene = pixels.map { $0 * light }
            if seen(at: 1).luma < target { low = (low + high) / 2 } else { high = (low + high) / 2 }
        }
        // From 60 to 80 units of 100 µs, so that whole units are near enough to anything.
        right = 60 + Double(random.next() % 20)
        time = (right * exp2(stops)).rounded()
    }

    /// What a frame shows at a time.
    func seen(at time: Double) -> (luma: Double, light: Double, bright: Double, dark: Double) {
        var sum = (luma: 0.0, light: 0.0, bright: 0.0, dark: 0.0)
        for pixel in scene {
            let light = min(pixel * time / right, 1)
            let luma = isEncoded ? pow(light, 1 / 2.2) : light
            sum.light += light / Double(scene.count)
            sum.luma += luma / Double(scene.count)
            if luma > 0.999 { sum.bright += 1 / Double(scene.count) }
            if luma < 0.001 { sum.dark += 1 / Double(scene.count) }
        }
        return sum
    }

    /// The next frame: what a program sees of it, its mean light, its mean luma without noise, and the time that it had.
    mutating func frame() -> (statistics: FrameStatistics, light: Double, luma: Double, time: Double) {
        history.append(time)
        let used = history[max(0, history.count - 1 - delay)]
        let seen = seen(at: used)
        sequence &+= 1
        var sum = 0.0
        for _ in 0..<4 { sum += random.nextUnit() }
        let factor = 1 + (sum - 2) * noise * 1.732
        let statistics = FrameStatistics(
            request: 1, sequence: sequence, captured: Instant(nanoseconds: 0), exposure: Int64(time), sharpness: 0,
            mean: min(seen.luma * factor, 1), bright: seen.bright, dark: seen.dark)
        return (statistics, min(seen.light * factor, 1), seen.luma, used)
    }
}

/// libcamera's exposure, as its Raspberry Pi AGC does it: exponential smoothing of the exposure, with a speed of 0.2 and its
/// square root inside ±20 %. It is told the light of a frame, not its luma, and the time that the frame really had.
struct SmoothedExposure {
    private var filtered: Double
    /// The mean light that is wanted.
    let target: Double
    private let speed = 0.2

    init(start: Double, target: Double) {
        filtered = start
        self.target = target
    }

    mutating func look(light: Double, time: Double) -> Double {
        let wanted = time * target / max(light, 0.001)
        let isNear = filtered > 0.8 * wanted && filtered < 1.2 * wanted
        let used = isNear ? speed.squareRoot() : speed
        filtered = used * wanted + (1 - used) * filtered
        return max(filtered, 1)
    }
}
