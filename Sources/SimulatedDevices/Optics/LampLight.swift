import FocusCore

/// The light of lamps on the mains, which swells twice in each period: 100 times a second at 50 Hz.
struct LampLight: Equatable, Sendable {
    var mains: MainsFrequency
    /// By how much it swells above its mean and falls below it, as a share of it. A filament does 0.05 to 0.1, a plain
    /// fluorescent tube 0.3.
    var depth: Double

    /// The mean over an exposure that ends at a moment, beside the mean over all times. Over whole swells it is 1.
    /// - Parameter exposure: in units of 100 µs.
    func mean(until end: Instant, exposure: Double) -> Double {
        guard exposure > 0 else { return 1 }
        let last = Double(end.nanoseconds) / 100_000 / mains.halfPeriod
        let first = last - exposure / mains.halfPeriod
        return 1 + depth * (Self.integral(last) - Self.integral(first)) / (last - first)
    }

    /// Of a wave of two parabolas, nearly a sine, whose integral is known on every machine.
    private static func integral(_ swells: Double) -> Double {
        let phase = (swells - swells.rounded(.down)) * 2 - 1
        let size = abs(phase)
        return -phase * phase + size * size * size * 2 / 3
    }
}
