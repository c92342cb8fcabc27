import Testing

@testable import FocusCore

/// Steps of the exposure: when frames show them, and what is learned from them.
struct ExposureStepTests {
    private static func frame(
        mean: Double, bright: Double = 0, exposure: Int64? = nil, gain: Int64? = nil
    ) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), exposure: exposure, gain: gain, sharpness: 0,
            mean: mean, bright: bright)
    }

    @Test(
        "A step down from white is seen when highlights come out of it, before the mean falls, however short it is",
        arguments: [-0.1, -0.5, -0.99, -3])
    func outOfTheWhite(_ expected: Double) throws {
        let white = try #require(ExposureSample(Self.frame(mean: 0.98, bright: 0.95)))
        let step = ExposureStep(
            from: ExposureSetting(time: 200), to: ExposureSetting(time: 100), before: white, expected: expected,
            isLast: false)
        let less = try #require(ExposureSample(Self.frame(mean: 0.98, bright: 0.8)))
        #expect(step.isVisible(in: less, isEarly: true))
        #expect(!step.isVisible(in: white, isEarly: true))
    }

    @Test("A step of the gain without effect makes the next step no longer than the missing light")
    func deadGain() throws {
        let sample = try #require(ExposureSample(Self.frame(mean: 0.2)))
        var response = ExposureResponse()
        let plain = response.lightMissing(from: sample, to: 0.45)
        _ = response.learn(from: sample, to: sample, time: 0, gain: 5)
        let missing = response.lightMissing(from: sample, to: 0.45)
        #expect(missing.isFinite && missing == plain)
    }

    @Test("A camera that rounds the time that was set is believed")
    func rounded() throws {
        var control = ExposureControl(range: try ExposureControlTests.range(), start: ExposureSetting(time: 60))
        guard case .set(let time, _) = control.look(Self.frame(mean: 0.2, exposure: 60)) else {
            Issue.record("nothing was set")
            return
        }
        var report: ExposureReport?
        for number in 2...40 as ClosedRange<UInt32> where report == nil {
            var frame = Self.frame(mean: 0.45, exposure: time - 2)
            frame.sequence = number
            if case .finished(let end) = control.look(frame) { report = end }
        }
        #expect(report?.outcome == .converged && report?.time == time - 2)
    }

    /// A control that sets one step and sees it at once.
    /// - Parameter marks: the marks of the step's first frame, and of the frames after it, computed from what was set.
    private static func report(
        _ control: ExposureControl, _ marks: (_ time: Int64, _ gain: Int64?, _ isFirst: Bool) -> (Int64?, Int64?)
    ) throws -> ExposureReport {
        var control = control
        let (start, startGain) = (control.setting.time, control.setting.gain)
        guard case .set(let time, let gain) = control.look(frame(mean: 0.7, exposure: start, gain: startGain)) else {
            throw NoStep()
        }
        for number in 2...40 as ClosedRange<UInt32> {
            let (exposure, gain) = marks(time, gain ?? startGain, number == 2)
            var frame = frame(mean: 0.45, exposure: exposure, gain: gain)
            frame.sequence = number
            if case .finished(let end) = control.look(frame) { return end }
        }
        throw NoStep()
    }

    private struct NoStep: Error {}

    @Test(
        "A camera that rounds the time needs as many frames as one that does not, down to a time of 1",
        arguments: [(4, 1), (60, 50), (60, 20)] as [(Int64, Int64)])
    func roundedAtOnce(_ start: Int64, _ told: Int64) throws {
        let times = try #require(ControlSteps(least: 1, most: 2000))
        let range = try #require(ExposureRange(times: times, gains: nil))
        let control = ExposureControl(range: range, start: ExposureSetting(time: start))
        let exact = try Self.report(control) { time, _, _ in (time, nil) }
        let rounded = try Self.report(control) { _, _, _ in (told, nil) }
        #expect(rounded.outcome == .converged && rounded.time == told)
        #expect(rounded.frames == exact.frames)
    }

    @Test("A frame that reports a time of 0 or less changes nothing", arguments: [0, -1] as [Int64])
    func markedWithNothing(_ mark: Int64) throws {
        let control = ExposureControl(range: try ExposureControlTests.range(), start: ExposureSetting(time: 60))
        let exact = try Self.report(control) { time, _, _ in (time, nil) }
        #expect(try Self.report(control) { time, _, isFirst in (isFirst ? mark : time, nil) } == exact)
    }

    @Test("A gain that the camera rounds counts as rounded; without a gain to set, none counts")
    func roundedGain() throws {
        let times = try #require(ControlSteps(least: 60, most: 61))
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let start = ExposureSetting(time: 61, gain: 50)
        let range = try #require(ExposureRange(times: times, gains: gains))
        let rounded = try Self.report(ExposureControl(range: range, start: start)) { time, _, _ in (time, 53) }
        #expect(rounded.outcome == .converged && rounded.gain == 53)
        let plain = ExposureControl(range: try ExposureControlTests.range(), start: ExposureSetting(time: 60))
        #expect(try Self.report(plain) { time, _, _ in (time, 53) }.gain == nil)
    }
}
