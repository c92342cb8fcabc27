import Glibc

/// The lamps of the room: on mains they are brightest twice in each period, and a shutter that is open for a whole number of half
/// periods does not notice.
enum Lamp {
    /// How far the light swings about its mean.
    private static let depth = 0.3
    /// No mains are exactly as fast as they should be; else 60 Hz would stand still in 15 frames a second.
    private static let deviation = 1.0005

    /// How much light a shutter gets, as a part of the mean, that is open until `time` for `exposure` units of 100 µs.
    static func light(mains: Double, exposure: Double, until time: Nanoseconds) -> Double {
        let halfPeriod = 1 / (2 * mains * deviation)
        let length = max(exposure, 1) / 10_000
        // The mean of a cosine over the exposure.
        let angle = Double.pi * length / halfPeriod
        let middle = (time.seconds - length / 2).truncatingRemainder(dividingBy: halfPeriod) / halfPeriod
        return 1 + depth * sin(angle) / angle * cos(2 * .pi * middle)
    }
}
