/// A step that was asked for, and whose effect is waited for.
struct ExposureStep: Equatable, Sendable {
    var from: ExposureSetting
    var to: ExposureSetting
    /// What was seen before it.
    var before: ExposureSample
    /// The change of luma that is expected, as a power of two.
    var expected: Double
    /// Whether it is the way back to the best that was found: nothing comes after it.
    var isLast: Bool
    /// Frames since the driver exposed the first one with it; nil until then.
    var age: Int?

    /// What a change of luma must be, as a power of two, so that noise of 1 % cannot be mistaken for it.
    private static let smallest = 0.08
    /// An expectation below this may not be seen even when it is met.
    private static let clear = 0.2

    /// Whether a change of this size can be told from noise.
    var isClear: Bool { abs(expected) >= Self.clear }

    /// Whether a frame shows it.
    func isVisible(in sample: ExposureSample, isEarly: Bool) -> Bool {
        // The first highlights that come out of the white say it before the mean does.
        if expected < 0, before.isWhite, before.bright - sample.bright > 0.1 { return true }
        let change = sample.stops(above: before.mean) * (expected < 0 ? -1 : 1)
        return change >= max(Self.smallest, abs(expected) * (isEarly ? 0.5 : 0.12))
    }

    /// Whether the change is about the expected one.
    func isAsExpected(in sample: ExposureSample) -> Bool {
        let share = sample.stops(above: before.mean) / expected
        return share > 0.7 && share < 1.4
    }

    /// Whether a frame says that the driver had the new values when it was captured. Nil values say nothing against it.
    func isInEffect(in frame: FrameStatistics) -> Bool {
        if to.time != from.time, let time = frame.exposure, time == from.time { return false }
        if to.gain != from.gain, let gain = frame.gain, gain == from.gain { return false }
        return true
    }

    /// Time and gain at once: sensors may apply them in different frames.
    var changesBoth: Bool { to.time != from.time && to.gain != from.gain }
}
