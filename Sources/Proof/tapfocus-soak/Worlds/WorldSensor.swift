import FocusCore
import SimulatedDevices

/// A world's accelerometer, and the hand that shakes it. Times are in nanoseconds.
struct WorldSensor {
    var isConnected = false
    /// The time of the next sample; the largest number while there is none.
    private(set) var nextSample: Int64 = .max
    /// The time until which the device is shaken.
    var shakeEnds: Int64 = 0

    private static let samplePeriod: Int64 = 20_000_000

    /// The engine wakes the sensor or lets it sleep.
    mutating func wake(_ isAwake: Bool, at now: Int64) { nextSample = isAwake ? now : .max }

    /// The sample that is due; nil if there is no sensor, or if it sleeps.
    mutating func sample(at now: Int64, isAwake: Bool, _ random: inout SplitMix64) -> Acceleration? {
        guard isConnected, isAwake else {
            nextSample = .max
            return nil
        }
        nextSample = now + Self.samplePeriod
        let isShaken = now < shakeEnds
        let push = isShaken ? ((now / 200_000_000) % 2 == 0 ? 6.0 : -6.0) : 0
        return Acceleration(x: push + random.number(-0.05...0.05), y: 0, z: 9.8)
    }
}
