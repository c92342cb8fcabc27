/// Which exposures a camera can be given.
public struct ExposureRange: Equatable, Sendable {
    /// Exposure times, in units of 100 µs; the longest keeps the frame rate, where the camera has shorter ones at all.
    public let times: ControlSteps
    /// Nil: no gain to set.
    public let gains: ControlSteps?
    /// The time between two flashes of a lamp, in units of 100 µs; nil where none shall be avoided, and where only the times
    /// of a list count.
    public let halfPeriod: Double?

    /// - Parameters:
    ///   - times: the range of V4L2_CID_EXPOSURE_ABSOLUTE. What is below 1 is no exposure.
    ///   - gains: the range of V4L2_CID_GAIN. A single value is as good as none.
    ///   - interval: the time between frames; zero: not known.
    ///   - mains: see `MainsChoice.frequency(camera:)`.
    ///   - longestShare: see `ExposureSettings`.
    ///
    /// Nil where there is nothing to choose from.
    public init?(
        times: ControlSteps, gains: ControlSteps? = nil, interval: TimeSpan = .zero, mains: MainsFrequency? = nil,
        longestShare: Double = 1
    ) {
        guard times.most >= 1 else { return nil }
        var first = times.least
        if first < 1 {
            // The first step above zero. Neither number is beyond 32 bits.
            first += (1 - first + times.step - 1) / times.step * times.step
        }
        guard first <= times.most else { return nil }
        var longest = times.most
        if interval > .zero {
            let share = ExposureSettings.between(0.01, longestShare, 1000, else: 1)
            longest = min(longest, max(times.floor(interval.seconds * 10_000 * share), first))
        }
        guard let usable = times.limited(from: first, to: longest) else { return nil }
        self.times = usable
        self.gains = gains.flatMap { $0.least < $0.most ? $0 : nil }
        // A list need not have a time that is a whole number of flashes.
        halfPeriod = usable.isList ? nil : mains?.halfPeriod
        guard usable.least < usable.most || self.gains != nil else { return nil }
    }

    /// The times on either side of a wanted one. Of those that are as long as the flash of a lamp, only whole numbers of
    /// flashes count.
    func times(around wanted: Double) -> (below: Int64, above: Int64) {
        if let halfPeriod, wanted >= halfPeriod, Double(times.most) >= halfPeriod {
            let flashes = Double(Int64(min(wanted, Double(times.most)) / halfPeriod))
            let below = times.nearest(flashes * halfPeriod)
            let next = (flashes + 1) * halfPeriod
            // Half a unit more than the longest is still the longest: 333⅓ and 333.
            return (below, next <= Double(times.most) + 0.5 ? times.nearest(next) : below)
        }
        let below = times.floor(wanted)
        var above = times.after(below)
        // Between the longest short time and the first flash nothing is free of flicker.
        if let halfPeriod, Double(above) >= halfPeriod, Double(times.most) >= halfPeriod {
            above = times.nearest(halfPeriod)
        }
        return (below, Double(below) >= wanted ? below : above)
    }

    /// The nearest of these times.
    func nearestTime(to wanted: Double) -> Int64 {
        let (below, above) = times(around: wanted)
        return Double(above) - wanted < wanted - Double(below) ? above : below
    }

    /// Nearest values that the camera has.
    func clamped(_ setting: ExposureSetting) -> ExposureSetting {
        ExposureSetting(
            time: times.isList ? times.nearest(Double(setting.time)) : min(max(setting.time, times.least), times.most),
            gain: gains.map { gains in min(max(setting.gain ?? gains.least, gains.least), gains.most) })
    }
}
