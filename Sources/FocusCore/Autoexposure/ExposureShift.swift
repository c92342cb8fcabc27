/// The exposure that gives so many EV more light than another, as exactly as the camera allows: the time in steps in which
/// lamps do not flicker, and the rest by gain.
///
/// Unlike `ExposurePlan` it is no step of a search, which looks at what has come of it and sets again: what is held is set
/// once.
struct ExposureShift: Equatable, Sendable {
    /// What is to be set.
    private(set) var setting: ExposureSetting
    /// The EV that are missing with it; below 0 where it is too bright.
    private(set) var missing: Double

    private let reference: ExposureSetting
    private let light: Double
    private let range: ExposureRange
    private let scale: GainScale
    private var cost: Double

    /// An EV of gain is noise in the picture: as bad as so many EV of light missing.
    private static let costOfGain = 0.02
    /// So many EV are rather missed than that lamps begin to flicker.
    private static let costOfFlicker = 0.15

    /// - Parameters:
    ///   - reference: what it is counted from. Without a gain, the gain stays as it is.
    ///   - light: in EV. At 0 the answer is the reference itself, whatever it is, unless only the times of a list count and
    ///     its time is none of them.
    ///   - scale: what the gain makes of the light.
    init(of reference: ExposureSetting, by light: Double, in range: ExposureRange, scale: GainScale = .usual) {
        self.reference = reference
        self.light = light
        self.range = range
        self.scale = scale
        setting = reference
        missing = light
        let isTaken = !range.times.isList || range.times.nearest(Double(reference.time)) == reference.time
        cost = isTaken ? abs(light) : .infinity
        guard light != 0 || !isTaken else { return }
        let (below, above) = times(for: light)
        // The time as it is, too: it may be beyond the range, and then the range must not pull it the other way.
        if isTaken { tryGains(at: reference.time) }
        tryGains(at: below)
        tryGains(at: above)
    }

    private var now: Double { Double(max(reference.time, 1)) }

    private func times(for light: Double) -> (below: Int64, above: Int64) {
        let wanted = now * light.powerOfTwo
        return range.times(around: min(max(wanted, Double(range.times.least)), Double(range.times.most)))
    }

    private func light(of time: Int64) -> Double {
        (Double(max(time, 1)) / now).binaryLogarithm
    }

    private func light(ofGain gain: Int64?) -> Double? {
        guard let old = reference.gain, let gain else { return 0 }
        return scale.light(from: old, to: gain)
    }

    /// A time with the gain as it is, and with the gains on either side of what would be right; and for these, because a
    /// gain may be coarse, the times that fit them best.
    private mutating func tryGains(at time: Int64) {
        consider(time, reference.gain)
        guard let gains = range.gains, let gain = reference.gain,
            let needed = scale.gain(light: light - light(of: time), from: gain)
        else { return }
        let low = gains.floor(needed)
        tryTimes(at: low, time)
        tryTimes(at: gains.after(low), time)
    }

    private mutating func tryTimes(at gain: Int64, _ time: Int64) {
        consider(time, gain)
        guard let byGain = light(ofGain: gain) else { return }
        let (below, above) = times(for: light - byGain)
        consider(below, gain)
        consider(above, gain)
    }

    private mutating func consider(_ time: Int64, _ gain: Int64?) {
        guard let byGain = light(ofGain: gain) else { return }
        let rest = light - light(of: time) - byGain
        let cost = abs(rest) + abs(byGain) * Self.costOfGain + (beginsToFlicker(time) ? Self.costOfFlicker : 0)
        guard cost < self.cost else { return }
        self.cost = cost
        missing = rest
        setting = ExposureSetting(time: time, gain: gain)
    }

    private func beginsToFlicker(_ time: Int64) -> Bool {
        guard let halfPeriod = range.halfPeriod else { return false }
        // 83 is the flash of 83⅓.
        return Double(time) < halfPeriod - 0.5 && Double(reference.time) >= halfPeriod - 0.5
    }
}
