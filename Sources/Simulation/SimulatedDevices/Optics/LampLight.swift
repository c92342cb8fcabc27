import FocusCore

/// The light of lamps on the mains, which flashes twice in each period: 100 times a second at 50 Hz.
struct LampLight: Equatable, Sendable {
    var mains: MainsFrequency
    /// The amplitude of the flicker, as a share of the mean light: 0.05 to 0.1 for a filament, 0.3 for a plain fluorescent tube.
    private static let depth = 0.1

    /// The mean light over an exposure that ends at a time, relative to the mean over all times. Over whole flashes it is 1.
    /// - Parameter exposure: the exposure time, in units of 100 µs.
    func mean(until end: Instant, exposure: Double) -> Double {
        guard exposure > 0 else { return 1 }
        let last = Double(end.nanoseconds) / 100_000 / mains.halfPeriod
        let first = last - exposure / mains.halfPeriod
        return 1 + Self.depth * (Self.integral(last) - Self.integral(first)) / (last - first)
    }

    /// The integral of a wave of two parabolas. It approximates a sine, and is the same on every machine.
    private static func integral(_ swells: Double) -> Double {
        let phase = (swells - swells.rounded(.down)) * 2 - 1
        let size = abs(phase)
        return -phase * phase + size * size * size * 2 / 3
    }
}
