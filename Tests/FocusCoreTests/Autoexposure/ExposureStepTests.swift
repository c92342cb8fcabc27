import Testing

@testable import FocusCore

/// Steps of the exposure: how they are seen, and what is learned from them.
struct ExposureStepTests {
    private static func frame(mean: Double, bright: Double = 0, exposure: Int64? = nil) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), exposure: exposure, sharpness: 0, mean: mean,
            bright: bright)
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

    @Test("A step of the gain that changed nothing makes the next step no longer than what is missing")
    func deadGain() throws {
        let sample = try #require(ExposureSample(Self.frame(mean: 0.2)))
        var response = ExposureResponse()
        let plain = response.lightMissing(from: sample, to: 0.45)
        _ = response.learn(from: sample, to: sample, time: 0, gain: 5)
        let missing = response.lightMissing(from: sample, to: 0.45)
        #expect(missing.isFinite && missing == plain)
    }

    @Test("A camera that rounds the time that it was told is believed")
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
}
