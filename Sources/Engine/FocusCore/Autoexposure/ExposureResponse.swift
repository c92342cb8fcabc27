/// How a camera's luma answers to light, and its light to gain. Neither is known beforehand; both are learned from steps.
///
/// Luma is light to some power (1 for a linear sensor, 1/2.2 behind the usual encoding), above some level of black. Between two exposures
/// two models are fitted: a power (a straight line between logarithms) and a line. The power is exact for an encoded sensor without a black
/// level, the line for a linear sensor with any. The shorter of the two steps is taken, so none goes too far; the next step does the rest.
struct ExposureResponse: Equatable, Sendable, Snapshotable {
    /// Powers of two of luma for each power of two of light, where nothing is clipped; nil until learned.
    private(set) var slope: Double?
    /// Powers of two of luma for each unit of gain; nil until learned.
    private(set) var gainSlope: Double?
    /// The previous exposure, relative to this one: its sample, and its distance in EV and in units of gain.
    private var previous: Neighbour?

    private struct Neighbour: Equatable, Sendable, Snapshotable {
        var sample: ExposureSample
        var light: Double
        var gain: Double
    }

    /// Plausible values of `slope`. Encodings, gamma and black level together are seldom outside.
    private static let plausibleSlopes = 0.25...1.4
    /// The effect of a step shorter than this, in EV, is lost in noise.
    private static let shortest = 0.2
    /// When at most this much luma is missing, as a power of two, the first step is longer by `stepExtra`, 6 % of luma, so as to be seen.
    private static let smallStep = 0.5
    private static let stepExtra = 0.08
    /// The difference of two frames with noise of 1 % each, as a power of two.
    private static let noise = 0.02
    /// The share of the white that is expected to come out of clipping at once, beyond the recent rate.
    private static let caution = 0.25
    /// An upper limit of a gain's range from end to end, in EV.
    private static let widestGain = 16.0
    /// From this share of clipped pixels on, no step down is longer than `longestWhenClipped`, in EV.
    private static let muchClipped = 0.25
    private static let longestWhenClipped = 1.2
    /// The assumed slope of the first step up: more than that of a linear sensor, with the black level of limited-range video added.
    private static let firstSlopeUp = 1.3
    /// The assumed slope of the first step down, that of a linear sensor: all others change less.
    private static let firstSlopeDown = 1.0

    /// The light that is missing, in EV; negative when there is too much.
    func lightMissing(from sample: ExposureSample, to target: Double) -> Double {
        let stops = -sample.stops(above: target)
        var power: Double
        if let slope {
            power = stops / (slope * liveShare(from: sample, over: stops))
        } else if stops > 0 {
            power = (stops + (stops < Self.smallStep ? Self.stepExtra : 0)) / Self.firstSlopeUp
        } else {
            // Clipped pixels answer late, so the change is smaller than that of a linear sensor.
            let isPartlyClipped = sample.bright > 0.1 && sample.bright < 0.9
            power = (stops - (stops > -Self.smallStep || isPartlyClipped ? Self.stepExtra : 0)) / Self.firstSlopeDown
        }
        // When much is clipped, luma may fall suddenly, and nothing announces it.
        if sample.bright > Self.muchClipped { power = max(power, -Self.longestWhenClipped) }
        guard let line = lineMissing(from: sample, to: target, power: power), line.magnitude < power.magnitude else {
            return power
        }
        return line
    }

    /// The light that is missing by the line through this exposure and the previous one, in EV; nil without such a line.
    private func lineMissing(from sample: ExposureSample, to target: Double, power: Double) -> Double? {
        guard let previous else { return nil }
        let change = sample.mean - previous.sample.mean
        if previous.gain == 0, abs(previous.light) >= Self.shortest, slope != nil {
            // Luma for each unit of light, with this exposure's light as 1.
            let rise = change / (1 - previous.light.powerOfTwo)
            let light = 1 + (target - sample.mean) / rise
            return rise > 0 && light > 0 ? light.binaryLogarithm : nil
        }
        if previous.gain != 0, abs(previous.light) < 0.01, let gainSlope {
            // Luma for each unit of gain, compared with the prediction of the power.
            let rise = -change / previous.gain
            let units = -sample.stops(above: target) / gainSlope
            return rise > 0 && units != 0 ? power * ((target - sample.mean) / rise / units) : nil
        }
        return nil
    }

    /// The largest expected change of luma, as a power of two, for a change of time (in EV) and of gain (in units).
    func stops(forTime time: Double, gain units: Double, in gains: ControlSteps?) -> Double {
        let light = time * (slope ?? 1)
        guard let gains, units != 0 else { return light }
        return light + units * (gainSlope ?? Self.widestGain / max(Double(gains.most) - Double(gains.least), 1))
    }

    /// The units of gain that change the light by this many EV.
    func gain(forLight light: Double, from gain: Int64, in gains: ControlSteps) -> Double {
        if let gainSlope {
            let units = light * (slope ?? 1) / gainSlope
            // The slope from a short step is mostly noise, which is no reason for a very long step.
            guard let previous, previous.gain != 0 else { return units }
            let most = 4 * abs(previous.gain)
            return min(max(units, -most), most)
        }
        // Most gains are proportional to their number, or to two to the power of it.
        let width = Double(gains.most) - Double(gains.least)
        let byRange = light * width / Self.widestGain
        guard gain > 0 else { return byRange }
        let proportional = Double(gain) * (light.powerOfTwo - 1)
        return abs(proportional) < abs(byRange) ? proportional : byRange
    }

    /// The EV that this many units of gain change; nil while that is unknown.
    func light(forGain units: Double) -> Double? {
        gainSlope.map { units * $0 / (slope ?? 1) }
    }

    /// True when the gain cannot make up for the time, as far as steps of the gain have shown. Without it, a search would try a gain of the
    /// usual scale on a camera with another one.
    func denies(from setting: ExposureSetting, to next: ExposureSetting) -> Bool {
        // Where the slope is known, units of other gains differ too much for this: the same factor would deny gains that can.
        guard slope == nil, let gainSlope, let old = setting.gain, let new = next.gain else { return false }
        let light = abs((Double(max(next.time, 1)) / Double(max(setting.time, 1))).binaryLogarithm)
        return gainSlope * abs(Double(new) - Double(old)) < light * Self.plausibleSlopes.lowerBound
    }

    /// The share of the mean that answers to light on the way. Highlights come out of the white at the recent rate or all at once.
    private func liveShare(from sample: ExposureSample, over stops: Double) -> Double {
        let now = max(sample.liveShare, 0.1)
        guard let previous, sample.bright > 0.01 else { return now }
        let change = sample.stops(above: previous.sample.mean)
        guard stops < 0, abs(change) > 0.05 else { return now }
        let growth = (now - previous.sample.liveShare) / change * stops
        let likely = min(max(now + growth / 2, now * 0.7), 1)
        return likely + (1 - likely) * Self.caution
    }

    /// Learns from a step, from its samples before and after, the change of time in EV, and of gain in units.
    /// - Returns: the EV that the gain has changed; nil where it stayed, or where that was not seen.
    mutating func learn(from before: ExposureSample, to after: ExposureSample, time: Double, gain: Double) -> Double? {
        previous = Neighbour(sample: before, light: -time, gain: -gain)
        let isUsable = !before.isWhite && !after.isWhite && !before.isBlack && !after.isBlack
        guard isUsable else { return nil }
        let live = max((before.liveShare + after.liveShare) / 2, 0.1)
        // When most of the mean is clipped, part of the change is invisible.
        guard before.liveShare > 0.2 else { return nil }
        let stops = after.stops(above: before.mean) / live
        if gain == 0 {
            guard abs(time) >= Self.shortest else { return nil }
            let seen = stops / time + Self.noise / abs(time)
            slope = min(max(seen, Self.plausibleSlopes.lowerBound), Self.plausibleSlopes.upperBound)
        } else if time == 0 || slope != nil {
            // A joint change of time and gain can be split only when the effect of one is known.
            learnGain(stops, time: time * (slope ?? 1), over: gain)
        }
        return gain != 0 ? slope.map { stops / $0 - time } : nil
    }

    private mutating func learnGain(_ stops: Double, time: Double, over units: Double) {
        let byGain = (stops - time) * (units < 0 ? -1 : 1)
        // The slope is rather overestimated, so that the next step is rather too short.
        let margin = Self.noise + 0.1 * abs(time)
        gainSlope = (max(byGain, 0) + margin) / abs(units)
    }
}
