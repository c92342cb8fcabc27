/// The exposure that differs from another by a number of EV: the time in steps in which lamps do not flicker, and the rest by gain. Unlike
/// `ExposurePlan` it is no step of a search, which sees its result: a held exposure is set once.
struct ExposureShift: Equatable, Sendable {
    private(set) var setting: ExposureSetting
    /// The light that is missing with this setting, in EV; below 0 when it is too bright.
    private(set) var missing: Double

    private let reference: ExposureSetting
    private let light: Double
    private let range: ExposureRange
    private let scale: GainScale
    private var cost: Double

    /// The cost of 1 EV of gain, which is noise in the picture, in EV of missing light.
    private static let costOfGain = 0.02
    /// The cost of lamps that begin to flicker, in EV of missing light.
    private static let costOfFlicker = 0.15

    /// - Parameters:
    ///   - reference: the setting to start from. Without a gain, the gain is left as it is.
    ///   - light: the wanted change, in EV. At 0 the result is the reference, or the nearest time of a list that does not contain it.
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
        // The reference's own time is tried, too: it may be beyond the range, which must not pull it in the wrong direction.
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

    /// Tries a time with the unchanged gain and with the two next to the needed one, and for each of those the times that fit it best.
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
        // Half a unit of tolerance: 83 stands for 83⅓.
        return Double(time) < halfPeriod - 0.5 && Double(reference.time) >= halfPeriod - 0.5
    }
}
