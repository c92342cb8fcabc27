/// Finds the setting for a wanted change of light. The time comes first, because its effect is known, then the gain.
struct ExposurePlan {
    let range: ExposureRange
    let response: ExposureResponse

    /// Below this error, in EV, the gain is not changed: it is 2 % of the light.
    private static let negligible = 0.03
    /// An overshoot of this many EV is accepted: 8 % of the light, which nobody notices.
    private static let harmless = 0.12
    /// Within this many units of its lower end, the gain may go there at once.
    private static let fewUnits = 4.0

    /// - Parameters:
    ///   - light: the wanted change, in EV.
    ///   - setting: the setting in effect.
    func setting(changing light: Double, from setting: ExposureSetting) -> ExposureSetting {
        let now = Double(max(setting.time, 1))
        let longest = range.timeLimit(at: setting.gain)
        let wanted = min(max(now * light.powerOfTwo, Double(range.times.least)), Double(longest))
        let (below, next) = range.times(around: wanted)
        let above = next > longest ? below : next
        guard let gains = range.gains, let gain = setting.gain else {
            let isBelowNearer = abs(rest(light, from: now, to: below)) <= abs(rest(light, from: now, to: above))
            return ExposureSetting(time: isBelowNearer ? below : above, gain: setting.gain)
        }
        if response.slope == nil, let first = firstStep(light, setting, gain, gains, below, above) { return first }
        let first = option(below, light, from: setting, gain, gains)
        let second = option(above, light, from: setting, gain, gains)
        // While the gain's effect is unknown, the time must not go past the target for the gain to come back.
        let near = light > 0 ? first : second
        if response.gainSlope == nil, near.byGain > Self.negligible, near.setting.gain != gain { return near.setting }
        let isAlike = abs(first.missed - second.missed) <= Self.negligible
        let isFirst = isAlike ? first.byGain < second.byGain : first.missed < second.missed
        let (better, other) = isFirst ? (first, second) : (second, first)
        // Where the gain is at its end, the other time comes nearer; the gain may need several steps to follow.
        return better.setting == setting && better.missed > Self.harmless ? other.setting : better.setting
    }

    /// The first step, before it is known how luma answers to light: rather too little time, or else gain. Nil: neither can go there.
    private func firstStep(
        _ light: Double, _ setting: ExposureSetting, _ gain: Int64, _ gains: ControlSteps, _ below: Int64,
        _ above: Int64
    ) -> ExposureSetting? {
        let (near, far) = light > 0 ? (below, above) : (above, below)
        let now = Double(max(setting.time, 1))
        if far != setting.time, abs(rest(light, from: now, to: far)) < Self.harmless {
            return ExposureSetting(time: far, gain: gain)
        }
        if near != setting.time, abs(rest(light, from: now, to: near)) < abs(light) {
            return ExposureSetting(time: near, gain: gain)
        }
        let byGain = option(setting.time, light, from: setting, gain, gains).setting
        return byGain.gain != gain && range.clamped(byGain) == byGain ? byGain : nil
    }

    private struct Option {
        var setting: ExposureSetting
        /// The error that remains, in EV, without sign.
        var missed: Double
        /// The part that is left to the gain, in EV, without sign.
        var byGain: Double
    }

    private func option(
        _ time: Int64, _ light: Double, from setting: ExposureSetting, _ gain: Int64, _ gains: ControlSteps
    ) -> Option {
        let rest = rest(light, from: Double(max(setting.time, 1)), to: time)
        guard abs(rest) > Self.negligible else {
            return Option(setting: ExposureSetting(time: time, gain: gain), missed: abs(rest), byGain: 0)
        }
        var units = response.gain(forLight: rest, from: gain, in: gains)
        // Down by at most half of the range below: the lower part of a gain changes more light for each unit.
        if rest < 0 { units = max(units, min((Double(gains.least) - Double(gain)) / 2, -Self.fewUnits)) }
        var chosen = gains.nearest(Double(gain) + units)
        if chosen == gain, response.gainSlope == nil {
            // The change is less than a step. The smallest step shows what a step does.
            chosen = gains.nearest(Double(gain) + Double(rest > 0 ? gains.step : -gains.step))
        }
        let change = Double(chosen) - Double(gain)
        let given = response.light(forGain: change) ?? (change == 0 ? 0 : rest)
        return Option(setting: ExposureSetting(time: time, gain: chosen), missed: abs(rest - given), byGain: abs(rest))
    }

    /// The EV that remain after a change to a time.
    private func rest(_ light: Double, from now: Double, to time: Int64) -> Double {
        light - (Double(max(time, 1)) / now).binaryLogarithm
    }
}
