extension CameraCapabilities {
    /// The exposure times and gains that the camera and the frame rate allow; nil: there is no time to set.
    /// - Parameter interval: the time between two frames, which limits the exposure time; zero: no limit.
    func exposureRange(_ settings: ExposureSettings, interval: TimeSpan) -> ExposureRange? {
        guard let times = exposureTimes else { return nil }
        let gain = canWrite(.gain) ? control(.gain) : nil
        let gains = gain.flatMap { ControlSteps(least: $0.minimum, most: $0.maximum, step: $0.step) }
        let mains = control(.powerLineFrequency)?.value?.integer
        return ExposureRange(
            times: times, gains: gains, interval: interval,
            mains: settings.mains.frequency(camera: mains.flatMap(MainsFrequency.init(powerLineFrequency:))),
            longestShare: settings.longestShare)
    }
}
