import Glibc

/// The room's lamps: on mains they are brightest twice in each period. A shutter that is open for a whole number of
/// half periods does not see the flicker.
enum Lamp {
    /// Amplitude of the light about its mean, as a share.
    private static let depth = 0.3
    /// Mains are never exactly on frequency. Without this, 60 Hz would stand still at 15 frames a second.
    private static let deviation = 1.0005

    /// The light, as a share of its mean, on a shutter that is open for `exposure` units of 100 µs until `time`.
    static func light(mains: Double, exposure: Double, until time: Nanoseconds) -> Double {
        let halfPeriod = 1 / (2 * mains * deviation)
        let length = max(exposure, 1) / 10_000
        // The mean of a cosine over the exposure.
        let angle = Double.pi * length / halfPeriod
        let middle = (time.seconds - length / 2).truncatingRemainder(dividingBy: halfPeriod) / halfPeriod
        return 1 + depth * sin(angle) / angle * cos(2 * .pi * middle)
    }
}
