/// Finds the setting that gives a wanted change of light: time first, because what it does is known, then gain.
struct ExposurePlan {
    let range: ExposureRange
    let response: ExposureResponse

    /// Less than this, in EV, is not worth a gain: it is 2 % of the light.
    private static let negligible = 0.03

    /// - Parameters:
    ///   - light: the wanted change, in EV.
    ///   - setting: what is in effect.
    func setting(changing light: Double, from setting: ExposureSetting) -> ExposureSetting {
        let now = Double(max(setting.time, 1))
        let wanted = min(max(now * light.powerOfTwo, Double(range.times.least)), Double(range.times.most))
        let (below, above) = range.times(around: wanted)
        guard let gains = range.gains, let gain = setting.gain else {
            let isBelowNearer = abs(rest(light, from: now, to: below)) <= abs(rest(light, from: now, to: above))
            return ExposureSetting(time: isBelowNearer ? below : above, gain: setting.gain)
        }
        // Until it is known how luma answers to light, one thing at a time: the time, and rather too little of it.
        let cautious = light > 0 ? below : above
        if response.slope == nil, cautious != setting.time, abs(rest(light, from: now, to: cautious)) < abs(light) {
            return ExposureSetting(time: cautious, gain: gain)
        }
        let first = option(below, light, from: setting, gain, gains)
        let second = option(above, light, from: setting, gain, gains)
        // A longer time is less noise, but one that needs no other gain is surer.
        if abs(first.missed - second.missed) > Self.negligible {
            return first.missed < second.missed ? first.setting : second.setting
        }
        return first.byGain < second.byGain ? first.setting : second.setting
    }

    private struct Option {
        var setting: ExposureSetting
        /// The EV that are still missing then, without sign.
        var missed: Double
        /// The EV that are left to the gain, without sign.
        var byGain: Double
    }

    private func option(
        _ time: Int64, _ light: Double, from setting: ExposureSetting, _ gain: Int64, _ gains: ControlSteps
    ) -> Option {
        let rest = rest(light, from: Double(max(setting.time, 1)), to: time)
        guard abs(rest) > Self.negligible else {
            return Option(setting: ExposureSetting(time: time, gain: gain), missed: abs(rest), byGain: 0)
        }
        let units = response.gain(forLight: rest, from: gain, in: gains)
        var chosen = gains.nearest(Double(gain) + units)
        if chosen == gain, response.gainSlope == nil {
            // Too little to be a step: the smallest one shows what a step is.
            chosen = gains.nearest(Double(gain) + Double(rest > 0 ? gains.step : -gains.step))
        }
        let change = Double(chosen) - Double(gain)
        let given = response.light(forGain: change) ?? (change == 0 ? 0 : rest)
        return Option(
            setting: ExposureSetting(time: time, gain: chosen), missed: abs(rest - given), byGain: abs(rest))
    }

    /// The EV that a change to a time leaves.
    private func rest(_ light: Double, from now: Double, to time: Int64) -> Double {
        light - (Double(max(time, 1)) / now).binaryLogarithm
    }
}
