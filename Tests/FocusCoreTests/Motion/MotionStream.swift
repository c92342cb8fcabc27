import FocusCore
import SimulatedDevices

/// A simulated accelerometer: gravity in some direction, noise, and added motion, at some rate.
struct MotionStream {
    var random: SplitMix64
    var gravity: Acceleration
    /// Samples a second.
    var rate: Double
    /// Standard deviation of each axis, in m/s².
    var noise = 0.05
    /// The time of the first sample after the restart, as a share of an interval.
    var phase = 0.0

    init(seed: UInt64, rate: Double) {
        random = SplitMix64(seed: seed)
        gravity = Self.direction(&random) * Acceleration.standardGravity
        self.rate = rate
        phase = random.number(0...1)
    }

    /// A random direction, evenly spread over the sphere, of length 1.
    static func direction(_ random: inout SplitMix64) -> Acceleration {
        while true {
            let vector = Acceleration(x: random.noise(1), y: random.noise(1), z: random.noise(1))
            let length = vector.squaredLength.squareRoot()
            if length > 1e-3 { return vector * (1 / length) }
        }
    }

    /// Feeds a detector that was restarted at 0 until it reports motion or the time is over.
    /// - Parameter extra: the acceleration that is added to gravity at a time in seconds.
    /// - Returns: the time of the report, in seconds.
    mutating func firstMotion(
        _ detector: inout MotionDetector, seconds: Double, adding extra: (Double) -> Acceleration
    ) -> Double? {
        detector.restart(at: Instant(nanoseconds: 0))
        var index = 0.0
        while true {
            let time = (index + phase) / rate
            guard time <= seconds else { return nil }
            let jolt = Acceleration(x: random.noise(noise), y: random.noise(noise), z: random.noise(noise))
            let sample = gravity + jolt + extra(time)
            let instant = Instant(nanoseconds: 0).advanced(by: .seconds(time))
            if detector.handle(sample, at: instant) { return time }
            index += 1
        }
    }

    static let still = Acceleration(x: 0, y: 0, z: 0)
}

/// The push of a finger: full strength for 40 ms, then ringing that dies away with a time constant of 12 ms.
struct TapShock {
    var direction: Acceleration
    /// The strength of the push, in m/s².
    var strength: Double
    /// The time at which the finger lands, in seconds.
    var start: Double
    /// The frequency of the ringing, in Hz.
    var frequency: Double

    func acceleration(at time: Double) -> Acceleration {
        let since = time - start
        guard since >= 0 else { return MotionStream.still }
        if since < 0.04 { return direction * strength }
        let decay = Self.exponential(-(since - 0.04) / 0.012)
        // A triangle wave is as good as a sine here, and needs no library.
        let cycle = ((since - 0.04) * frequency).truncatingRemainder(dividingBy: 1)
        return direction * (strength * decay * (abs(cycle - 0.5) * 4 - 1))
    }

    private static func exponential(_ x: Double) -> Double {
        // (1 + x/2^10)^(2^10) is accurate to a thousandth for the few units that are needed here.
        guard x > -20 else { return 0 }
        var power = 1 + x / 1024
        for _ in 0..<10 { power *= power }
        return power
    }
}
