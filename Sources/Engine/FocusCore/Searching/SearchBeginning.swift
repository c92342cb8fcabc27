/// Searches that begin with what a camera has, and where it stands: each with the number of frames (`rest`) in which the lens may still be
/// on its way to where the search begins, or the exposure may be an earlier one.
extension CameraCapabilities {
    /// A search for focus, at the present position (nil: unknown), with the delay of the lens that earlier searches have learned, and with
    /// their other findings.
    /// - Parameter isOnItsWay: true when another search may have moved the lens just now.
    /// - Returns: the search, and the position where it begins; nil: the lens has no two positions.
    func focusSearch(
        at lens: Int64?, _ settings: FocusSearchSettings, learned: LensDelay?, experience: FocusExperience,
        isOnItsWay: Bool
    ) -> (search: FocusDriver, rest: Int, start: Int64)? {
        guard let control = control(.focusAbsolute) else { return nil }
        let focus = quirks.narrowing(control)
        guard let range = LensRange(minimum: focus.minimum, maximum: focus.maximum, step: focus.step) else {
            return nil
        }
        var (settings, learned) = (settings, learned)
        if let delay = quirks.lensDelay {
            // A delay from a quirk is used instead of a learned one.
            learned = .given(frames: Self.usable(Int(delay)))
            settings.lensDelay = Int(delay)
        }
        let start = range.nearest(to: lens ?? focus.value?.integer ?? focus.defaultValue)
        let search = FocusDriver(
            range: range, start: start, settings: settings, learned: learned, experience: experience)
        // The lens must rest before the first measurement.
        let delay = learned?.longest.map(Self.usable) ?? Self.usable(settings.lensDelay)
        return (search, canWrite(.focusAuto) || isOnItsWay ? delay : 0, start)
    }

    /// The positions that the lens may be set to; nil: it has no two.
    var lensRange: LensRange? {
        guard let control = control(.focusAbsolute) else { return nil }
        let focus = quirks.narrowing(control)
        return LensRange(minimum: focus.minimum, maximum: focus.maximum, step: focus.step)
    }

    /// A search for the exposure, from the present time and gain (nil: unknown), with the delay that earlier searches have learned.
    /// - Parameters:
    ///   - interval: the time between two frames; zero: unknown.
    ///   - isOnItsWay: true when the sensor may not expose with the present setting yet: it was written just now, after another one.
    /// - Returns: nil: the camera has no time to set.
    func exposureSearch(
        at now: (time: Int64?, gain: Int64?), _ settings: ExposureSettings, interval: TimeSpan, learned: Int?,
        isOnItsWay: Bool
    ) -> (search: ExposureControl, rest: Int)? {
        guard let control = control(.exposureAbsolute), let range = exposureRange(settings, interval: interval) else {
            return nil
        }
        let time = now.time ?? control.value?.integer ?? control.defaultValue
        let start = ExposureSetting(
            // At the time that an automatic has chosen, lamps may flicker; `nearestTime` avoids that.
            time: range.nearestTime(to: Double(time)), gain: gain(toBeginWith: now.gain))
        let search = ExposureControl(
            range: range, settings: settings, start: start, learnedDelay: learned,
            givenDelay: quirks.exposureDelay.map { Self.usable(Int($0)) })
        let changes = canWrite(.exposureAuto) || start.time != time || isOnItsWay
        return (search, changes ? search.learnedDelay ?? Self.usable(settings.longestDelay) : 0)
    }

    private func gain(toBeginWith now: Int64?) -> Int64? {
        // Not with map: the control that it would capture is allocated.
        guard let control = control(.gain), let gain = now ?? control.value?.integer else { return nil }
        return control.nearest(to: gain)
    }

    /// A delay in frames, limited to 0…30: a search has no time for more.
    private static func usable(_ delay: Int) -> Int { delay.clamped(to: 0...30) }

    func readable(_ settings: ControlSettings) -> ControlIDs { settings.filter { canRead($0.id) }.ids }
}
