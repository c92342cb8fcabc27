/// How a camera's luma answers to light, and its light to the gain: neither is known beforehand, both are learned from the
/// steps.
///
/// Luma is light to some power (1 for a linear sensor, 1/2.2 behind the usual encoding), above some level of black. Between
/// two exposures it is taken for a power (a straight line between logarithms) and for a line; the first is exact for an
/// encoded sensor without black level, the second for a linear one with any. Of the two answers the shorter step is taken:
/// what is left is left for the next one, and none goes too far.
struct ExposureResponse: Equatable, Sendable {
    /// Powers of two of luma for each power of two of light, where nothing is clipped. Nil: not learned yet.
    private(set) var slope: Double?
    /// Powers of two of luma for each unit of gain. Nil: not learned yet.
    private(set) var gainSlope: Double?
    /// The exposure before, seen from this one: what it showed, and how many EV (or units of gain) away it was.
    private var previous: Neighbour?

    private struct Neighbour: Equatable, Sendable {
        var sample: ExposureSample
        var light: Double
        var gain: Double
    }

    /// What a camera may be expected to do. Encodings, gamma and black level together are seldom outside.
    private static let slopes = 0.25...1.4
    /// A step that is shorter than this, in EV, drowns in noise.
    private static let shortest = 0.2
    /// When this much luma is missing or less, as a power of two, the first step may go too far by the next number, which
    /// is 6 %: else it might not be seen.
    private static let short = 0.5
    private static let boldness = 0.08
    /// What noise of 1 % in two frames makes of their difference, as a power of two.
    private static let noise = 0.02
    /// How much of the white is expected to come out at once, beyond what lately came out.
    private static let caution = 0.25
    /// Nobody's gain has more than so many EV from end to end.
    private static let widestGain = 16.0
    /// From this share of clipped pixels on, no step down is longer than the next number of EV.
    private static let muchClipped = 0.25
    private static let longestWhenClipped = 1.2
    /// Before anything is learned: more than a linear sensor has, and the black level of limited-range video on top.
    private static let firstSlopeUp = 1.3
    /// As a linear sensor: any other changes less.
    private static let firstSlopeDown = 1.0

    /// The light that is missing, in EV; negative when there is too much.
    func lightMissing(from sample: ExposureSample, to target: Double) -> Double {
        let stops = -sample.stops(above: target)
        var power: Double
        if let slope {
            power = stops / (slope * liveShare(from: sample, over: stops))
        } else if stops > 0 {
            power = (stops + (stops < Self.short ? Self.boldness : 0)) / Self.firstSlopeUp
        } else {
            // What is clipped answers late: less than a linear sensor's whole answer comes.
            let isPartlyClipped = sample.bright > 0.1 && sample.bright < 0.9
            power = (stops - (stops > -Self.short || isPartlyClipped ? Self.boldness : 0)) / Self.firstSlopeDown
        }
        // Where much is clipped, a step may fall off an edge that nothing announces.
        if sample.bright > Self.muchClipped { power = max(power, -Self.longestWhenClipped) }
        guard let line = lineMissing(from: sample, to: target, power: power), line.magnitude < power.magnitude else {
            return power
        }
        return line
    }

    /// What is missing by the line through this exposure and the one before, in EV; nil where there is none.
    private func lineMissing(from sample: ExposureSample, to target: Double, power: Double) -> Double? {
        guard let previous else { return nil }
        let change = sample.mean - previous.sample.mean
        if previous.gain == 0, abs(previous.light) >= Self.shortest, slope != nil {
            // Luma for each unit of light, this exposure's light being 1.
            let rise = change / (1 - previous.light.powerOfTwo)
            let light = 1 + (target - sample.mean) / rise
            return rise > 0 && light > 0 ? light.binaryLogarithm : nil
        }
        if previous.gain != 0, abs(previous.light) < 0.01, let gainSlope {
            // Luma for each unit of gain, compared with what the power says.
            let rise = -change / previous.gain
            let units = -sample.stops(above: target) / gainSlope
            return rise > 0 && units != 0 ? power * ((target - sample.mean) / rise / units) : nil
        }
        return nil
    }

    /// The change of luma, as a power of two, that a change of time (in EV) and of gain (in units) should make at most.
    func stops(forTime time: Double, gain units: Double, in gains: ControlSteps?) -> Double {
        let light = time * (slope ?? 1)
        guard let gains, units != 0 else { return light }
        return light + units * (gainSlope ?? Self.widestGain / max(Double(gains.most) - Double(gains.least), 1))
    }

    /// The units of gain that give so many EV.
    func gain(forLight light: Double, from gain: Int64, in gains: ControlSteps) -> Double {
        if let gainSlope {
            let units = light * (slope ?? 1) / gainSlope
            // What a short step has shown is mostly noise: it is no reason for an enormous one.
            guard let previous, previous.gain != 0 else { return units }
            let most = 4 * abs(previous.gain)
            return min(max(units, -most), most)
        }
        // Most gains are proportional to their number, or to its power of two.
        let width = Double(gains.most) - Double(gains.least)
        let byRange = light * width / Self.widestGain
        guard gain > 0 else { return byRange }
        let proportional = Double(gain) * (light.powerOfTwo - 1)
        return abs(proportional) < abs(byRange) ? proportional : byRange
    }

    /// The EV that so many units of gain give, or nil while that is not known.
    func light(forGain units: Double) -> Double? {
        gainSlope.map { units * $0 / (slope ?? 1) }
    }

    /// The share of the mean that answers, on the way to the target. With less light, highlights come out of the white: as
    /// many as lately, or all at once, and a step must not go too far in either case.
    private func liveShare(from sample: ExposureSample, over stops: Double) -> Double {
        let now = max(sample.liveShare, 0.1)
        guard let previous, sample.bright > 0.01 else { return now }
        let change = sample.stops(above: previous.sample.mean)
        guard stops < 0, abs(change) > 0.05 else { return now }
        let growth = (now - previous.sample.liveShare) / change * stops
        let likely = min(max(now + growth / 2, now * 0.7), 1)
        return likely + (1 - likely) * Self.caution
    }

    /// Takes the result of a step: what was seen before and after, the change of time in EV, and of gain in units.
    /// - Returns: the EV that a step of the gain alone has given; nil of other steps, and where that could not be seen.
    mutating func learn(from before: ExposureSample, to after: ExposureSample, time: Double, gain: Double) -> Double? {
        previous = Neighbour(sample: before, light: -time, gain: -gain)
        let isUsable = !before.isWhite && !after.isWhite && !before.isBlack && !after.isBlack
        guard isUsable else { return nil }
        let live = max((before.liveShare + after.liveShare) / 2, 0.1)
        // With half of the mean clipped, a share of what came and went is not seen at all.
        guard before.liveShare > 0.2 else { return nil }
        let stops = after.stops(above: before.mean) / live
        if gain == 0 {
            guard abs(time) >= Self.shortest else { return nil }
            let seen = stops / time + Self.noise / abs(time)
            slope = min(max(seen, Self.slopes.lowerBound), Self.slopes.upperBound)
        } else if time == 0 || slope != nil {
            // What both did together tells them apart only if one is known.
            learnGain(stops, time: time * (slope ?? 1), over: gain)
        }
        return gain != 0 && time == 0 ? slope.map { stops / $0 } : nil
    }

    private mutating func learnGain(_ stops: Double, time: Double, over units: Double) {
        let byGain = (stops - time) * (units < 0 ? -1 : 1)
        // Rather too much, so that the next step is rather too short.
        let margin = Self.noise + 0.1 * abs(time)
        gainSlope = (max(byGain, 0) + margin) / abs(units)
    }
}
