/// The exposure times and gains that a camera can be given.
public struct ExposureRange: Equatable, Sendable, Snapshotable, SnapshotChecked {
    /// Exposure times, in units of 100 µs. The longest one keeps the frame rate, if the camera has such times at all.
    public let times: ControlSteps
    /// Gains; nil when there is no gain to set.
    public let gains: ControlSteps?
    /// The time between two flashes of a lamp, in units of 100 µs. Nil when no flicker is avoided, and when the times are those of a list.
    public let halfPeriod: Double?
    /// The longest time that is used as long as the gain can do the rest; nil: any time, and a search prefers none.
    public private(set) var longestTime: Int64?

    /// Nil when there is only one setting, so nothing to choose.
    /// - Parameters:
    ///   - times: the range of V4L2_CID_EXPOSURE_ABSOLUTE. Values below 1 are no exposure.
    ///   - gains: the range of V4L2_CID_GAIN. A range of one value counts as no gain.
    ///   - interval: the time between frames; zero when unknown.
    ///   - longestTime: the longest time as long as the gain can do the rest; nil: no limit.
    public init?(
        times: ControlSteps, gains: ControlSteps? = nil, interval: TimeSpan = .zero, mains: MainsFrequency? = nil,
        longestShare: Double = 1, longestTime: TimeSpan? = nil
    ) {
        guard times.most >= 1 else { return nil }
        var first = times.least
        if first < 1 {
            // The first value above zero. Neither number exceeds 32 bits.
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
        // A list may not contain a time that is a whole number of flashes.
        halfPeriod = usable.isList ? nil : mains?.halfPeriod
        guard usable.least < usable.most || self.gains != nil else { return nil }
        guard let longestTime else { return }
        // Lamps do not flicker in it, if it is a whole number of their flashes or more.
        let units = longestTime.seconds * 10_000
        self.longestTime = self.times(around: units.clamped(to: Double(usable.least)...Double(usable.most))).below
    }

    var isSound: Bool {
        let longest = longestTime ?? times.most
        return halfPeriod ?? 1 >= 1 && longest >= times.least && longest <= times.most
    }

    /// The accepted times on either side of a wanted one; of times that are not shorter than a lamp's flash, only whole numbers of flashes.
    func times(around wanted: Double) -> (below: Int64, above: Int64) {
        if let halfPeriod, wanted >= halfPeriod, Double(times.most) >= halfPeriod {
            let flashes = Double(Int64(min(wanted, Double(times.most)) / halfPeriod))
            let below = times.nearest(flashes * halfPeriod)
            let next = (flashes + 1) * halfPeriod
            // Half a unit of tolerance: 333⅓ and 333 are the same time.
            return (below, next <= Double(times.most) + 0.5 ? times.nearest(next) : below)
        }
        let below = times.floor(wanted)
        var above = times.after(below)
        // No time between the longest short one and the first flash is free of flicker.
        if let halfPeriod, Double(above) >= halfPeriod, Double(times.most) >= halfPeriod {
            above = times.nearest(halfPeriod)
        }
        return (below, Double(below) >= wanted ? below : above)
    }

    func nearestTime(to wanted: Double) -> Int64 {
        let (below, above) = times(around: wanted)
        return Double(above) - wanted < wanted - Double(below) ? above : below
    }

    func clamped(_ setting: ExposureSetting) -> ExposureSetting {
        ExposureSetting(
            time: times.isList ? times.nearest(Double(setting.time)) : min(max(setting.time, times.least), times.most),
            gain: gains.map { gains in min(max(setting.gain ?? gains.least, gains.least), gains.most) })
    }
}

enum ExposureLimit: Equatable, Sendable {
    case highest, lowest
}

/// The values of an exposure that can be set.
public struct ExposureSetting: Equatable, Sendable, Snapshotable {
    /// V4L2_CID_EXPOSURE_ABSOLUTE, in units of 100 µs.
    public var time: Int64
    /// V4L2_CID_GAIN, in a unit that only the camera knows. Nil: there is no gain, or its value is unknown.
    public var gain: Int64?

    public init(time: Int64, gain: Int64? = nil) {
        self.time = time
        self.gain = gain
    }
}
