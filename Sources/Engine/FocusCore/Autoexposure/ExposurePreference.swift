// Of all settings of the same light, the one that a search ends with: the longest time that is allowed, and the least gain. A short time
// with a high gain is as bright, and much noisier.
extension ExposureRange {
    /// Errors of the light by rounding the gain, in EV, up to which a setting is of the same light.
    private static let sameLight = 0.1
    /// A change of the time by less than this, in EV, is not worth the frames of a step: nobody sees the noise that it saves.
    private static let worthwhile = 0.1

    /// The setting to prefer to this one; nil: no other, by this scale of the gain.
    func preferred(to setting: ExposureSetting, scale: GainScale) -> ExposureSetting? {
        guard let longestTime, let gains, let gain = setting.gain else { return nil }
        let now = Double(max(setting.time, 1))
        // The usual scale does not tell the light of a gain of 0.
        let told = scale.light(from: gains.least, to: gain) ?? scale.light(from: max(gains.least, 1), to: gain)
        let amplified = told ?? 0
        let most = min(now * amplified.clamped(to: 0...20).powerOfTwo, Double(longestTime))
        let time = setting.time > longestTime ? longestTime : times(around: most).below
        guard time > setting.time || setting.time > longestTime else { return nil }
        let light = (Double(max(time, 1)) / now).binaryLogarithm
        guard light >= Self.worthwhile || setting.time > longestTime else { return nil }
        guard let wanted = scale.gain(light: -light, from: gain), wanted <= Double(gains.most) else { return nil }
        let chosen = gains.nearest(wanted)
        guard chosen != gain, let given = scale.light(from: gain, to: chosen), abs(given + light) < Self.sameLight
        else { return nil }
        return ExposureSetting(time: time, gain: chosen)
    }

    /// The longest time while the gain can give more light; beyond it the gain is at its end, and only a longer time helps.
    func timeLimit(at gain: Int64?) -> Int64 {
        guard let longestTime, let gains, let gain, gain < gains.most else { return times.most }
        return longestTime
    }
}

extension ExposureControl {
    /// Ends the search with the setting that is preferred: it is set first, if it is another one.
    mutating func finishOnTarget(_ sample: ExposureSample) -> Action {
        if let step = prefer(sample) { return step }
        return finish(.converged, sample.mean)
    }

    /// The setting to prefer to the present one; nil: no other, by what is known of the gain.
    var preferredSetting: ExposureSetting? {
        guard let next = range.preferred(to: setting, scale: known.gainScale ?? .usual) else { return nil }
        return known.response.denies(from: setting, to: next) ? nil : next
    }

    /// A step to the setting of the same light that is preferred; nil: it is set, or was tried.
    private mutating func prefer(_ sample: ExposureSample) -> Action? {
        guard !trials.isReturning, trials.preferred < ExposureTrials.mostPreferred,
            let next = preferredSetting
        else { return nil }
        trials.preferred += 1
        _ = trials.add(setting, miss: abs(sample.stops(above: target)))
        // Nothing is to be seen of the step: it counts as done when both controls have certainly followed.
        return set(next, from: sample, isLast: false, expected: 0)
    }
}
