/// A step that was set, while its effect is awaited.
struct ExposureStep: Equatable, Sendable, Snapshotable {
    var from: ExposureSetting
    var to: ExposureSetting
    var before: ExposureSample
    /// The expected change of luma, as a power of two.
    var expected: Double
    /// True for the return to the best setting, which is the last step.
    var isLast: Bool
    /// Frames since the first one that the driver exposed with the new values; nil until there is one.
    var age: Int?

    /// The least change of luma, as a power of two, that noise of 1 % cannot cause.
    private static let smallest = 0.08
    /// An expected change below this may stay invisible, even when it happens.
    private static let clear = 0.2

    var isClear: Bool { abs(expected) >= Self.clear }

    /// True when a frame shows the step.
    func isVisible(in sample: ExposureSample, isEarly: Bool) -> Bool {
        // The first highlights that come out of the white show the step before the mean does.
        if expected < 0, before.isWhite, before.bright - sample.bright > 0.1 { return true }
        let change = sample.stops(above: before.mean) * (expected < 0 ? -1 : 1)
        return change >= max(Self.smallest, abs(expected) * (isEarly ? 0.5 : 0.12))
    }

    func isAsExpected(in sample: ExposureSample) -> Bool {
        let share = sample.stops(above: before.mean) / expected
        return share > 0.7 && share < 1.4
    }

    /// True when the driver had the new values at the frame's capture. Nil values do not contradict.
    func isInEffect(in frame: FrameStatistics) -> Bool {
        if to.time != from.time, let time = frame.exposure, time == from.time { return false }
        if to.gain != from.gain, let gain = frame.gain, gain == from.gain { return false }
        return true
    }

    /// True when time and gain both change. Sensors may apply them in different frames.
    var changesBoth: Bool { to.time != from.time && to.gain != from.gain }
}
