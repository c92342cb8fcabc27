import FocusCore
import Foundation
import SimulatedDevices

/// A sensor whose exposure time takes effect some frames late, with a scene of a few pixels.
struct ExposureSensor {
    /// True if luma is light to the power of 1/2.2, false if it is proportional to light.
    var isEncoded: Bool
    /// The light of each pixel at the right exposure; 1 and above is white.
    var scene: [Double]
    /// Number of frames from the driver's first exposure with a new time to the first frame that shows it.
    var delay: Int
    /// The exposure time at which the mean luma is the target.
    var right: Double
    /// The driver's exposure time.
    var time: Double
    /// Noise of the mean, as a share of it.
    var noise = 0.01

    private var line = DelayLine<Double>()
    private var random: SplitMix64
    private var sequence: UInt32 = 0

    init(isEncoded: Bool, pixels: [Double], target: Double, delay: Int, stops: Double, seed: UInt64) {
        self.isEncoded = isEncoded
        self.delay = delay
        random = SplitMix64(seed: seed)
        scene = pixels
        right = 1
        time = 1
        // Finds the brightness of the scene at which its mean is the target.
        var low = -20.0
        var high = 20.0
        for _ in 0..<60 {
            let light = exp2((low + high) / 2)
            scene = pixels.map { $0 * light }
            if seen(at: 1).luma < target { low = (low + high) / 2 } else { high = (low + high) / 2 }
        }
        // From 60 to 80 units of 100 µs, so that whole units are fine enough for any target.
        right = 60 + Double(random.next() % 20)
        time = (right * exp2(stops)).rounded()
    }

    /// The measurements of a frame with this exposure time.
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

    /// The next frame: the measurements that a program gets, its mean light, its mean luma without noise, and its exposure time.
    mutating func frame() -> (statistics: FrameStatistics, light: Double, luma: Double, time: Double) {
        let used = line.pass(time, delay: delay)
        let seen = seen(at: used)
        sequence &+= 1
        let factor = 1 + random.noise(noise)
        let statistics = FrameStatistics(
            request: 1, sequence: sequence, captured: Instant(nanoseconds: 0), exposure: Int64(time), sharpness: 0,
            mean: min(seen.luma * factor, 1), bright: seen.bright, dark: seen.dark)
        return (statistics, min(seen.light * factor, 1), seen.luma, used)
    }
}

/// libcamera's exposure in its Raspberry Pi AGC: exponential smoothing of the exposure, with a speed of 0.2, or its
/// square root within ±20 % of the wanted exposure. It gets the light of a frame, not its luma, and the frame's real
/// exposure time.
struct SmoothedExposure {
    /// The exposure time that it has come to.
    var filtered: Double
    /// The target of the mean light.
    let target: Double

    private static let speed = 0.2

    mutating func look(light: Double, time: Double) -> Double {
        let wanted = time * target / max(light, 0.001)
        let isNear = filtered > 0.8 * wanted && filtered < 1.2 * wanted
        let used = isNear ? Self.speed.squareRoot() : Self.speed
        filtered = used * wanted + (1 - used) * filtered
        return max(filtered, 1)
    }
}
