import Testing

@testable import FocusCore

/// The end of a search that returns to the best setting it has tried.
struct ExposureReturnTests {
    /// The mean and the bright share of a camera for its times and gains, as recorded on a real driver. Highlights were
    /// clipped at first, which spoils what is learned about its gain.
    private static let recorded: [(setting: ExposureSetting, mean: Double, bright: Double)] = [
        (ExposureSetting(time: 200, gain: 7), 0.7503, 0.112),
        (ExposureSetting(time: 200, gain: 4), 0.7311, 0.094),
        (ExposureSetting(time: 200, gain: 0), 0.7031, 0.074),
        (ExposureSetting(time: 100, gain: 16), 0.4673, 0),
        (ExposureSetting(time: 91, gain: 16), 0.4253, 0),
    ]

    @Test("A search that has returned to its best setting ends there", arguments: [nil, 0, 1])
    func endsThere(_ learned: Int?) throws {
        let times = try #require(ControlSteps(least: 3, most: 2047))
        let range = try #require(
            ExposureRange(
                times: times, gains: ControlSteps(least: 0, most: 255), interval: TimeSpan(nanoseconds: 33_333_333),
                mains: .hertz50))
        var setting = Self.recorded[0].setting
        var control = ExposureControl(range: range, start: setting, learnedDelay: learned)
        var trail = [setting]
        for number in 0..<100 as Range<UInt32> {
            let seen = try #require(Self.recorded.first { $0.setting == setting }, "not recorded: \(trail)")
            let frame = FrameStatistics(
                request: 1, sequence: number, captured: Instant(nanoseconds: Int64(number) * 33_333_333),
                exposure: setting.time, gain: setting.gain, sharpness: 0.1, mean: seen.mean, bright: seen.bright)
            switch control.look(frame) {
            case .wait: break
            case .set(let time, let gain):
                setting = ExposureSetting(time: time, gain: gain ?? setting.gain)
                trail.append(setting)
            case .finished(let report):
                #expect(report.outcome == .converged && report.time == 100 && report.gain == 16, "\(trail)")
                #expect(trail.count { $0.time == 91 } <= 1, "\(trail)")
                return
            }
        }
        Issue.record("no end: \(trail)")
    }

    @Test(
        "A search that has found the exposure does not fail at its limit of frames: it sets it again, and says so",
        arguments: 5...60)
    func limit(_ most: Int) throws {
        var sensor = TestSensor()
        sensor.noise = 0
        sensor.encoding = .gamma
        sensor.scene = TestSensor.scene(.usual)
        sensor.delay = 4
        sensor.gainOfTwice = 40
        sensor.expose(for: 0.45, at: ExposureSetting(time: 100, gain: 18))
        sensor.setting = ExposureSetting(time: 100, gain: 18)
        let times = try #require(ControlSteps(least: 3, most: 2047))
        let range = try #require(
            ExposureRange(
                times: times, gains: ControlSteps(least: 0, most: 255), interval: TimeSpan(nanoseconds: 33_333_333),
                mains: .hertz50, longestTime: .milliseconds(20)))
        var control = ExposureControl(
            range: range, settings: ExposureSettings().with { $0.mostFrames = most }, start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        let report = try #require(run.report)
        #expect(report.outcome == .converged, "\(run.trail)")
        #expect(report.frames <= most + 10, "\(run.trail)")
        #expect(ExposureSetting(time: report.time, gain: report.gain) == sensor.setting)
    }
}
