import SimulatedDevices
import Testing

@testable import FocusCore

/// Searches from any exposure to the right one.
struct ExposureControlTests {
    static func range(gains: ControlSteps? = nil, mains: MainsFrequency? = nil) throws -> ExposureRange {
        let times = try #require(ControlSteps(least: 1, most: 5000))
        return try #require(
            ExposureRange(times: times, gains: gains, interval: TimeSpan(nanoseconds: 33_333_333), mains: mains))
    }

    /// Runs a search from an exposure that is off by a number of EV; the right one is a time of 40 to 80 units.
    static func run(
        _ kind: TestSensor.SceneKind, _ encoding: TestSensor.Encoding, black: Double, stops: Double, delay: Int,
        seed: UInt64, noise: Double = 0.01
    ) throws -> (ExposureTrial, TestSensor) {
        var sensor = TestSensor()
        sensor.scene = TestSensor.scene(kind)
        sensor.encoding = encoding
        sensor.black = black
        sensor.delay = delay
        sensor.noise = noise
        sensor.random = SplitMix64(seed: seed)
        let right = Int64(sensor.random.integer(40...80))
        sensor.expose(for: 0.45, at: ExposureSetting(time: right))
        sensor.setting = ExposureSetting(time: Int64((Double(right) * stops.powerOfTwo).nearestWhole))
        var control = ExposureControl(range: try range(), start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        return (run, sensor)
    }

    @Test(
        "Two EV too dark or too bright are corrected in three steps, at any delay, encoding and level of black",
        arguments: [TestSensor.SceneKind.flat, .usual, .lamps], TestSensor.Encoding.allCases)
    func twoStops(_ kind: TestSensor.SceneKind, _ encoding: TestSensor.Encoding) throws {
        var runs = 0
        var late = 0
        for black in [0, 0.03, -0.05] {
            for stops in [-2.0, 2] {
                for delay in 1...4 {
                    for seed in 0..<40 as Range<UInt64> {
                        let (run, sensor) = try Self.run(
                            kind, encoding, black: black, stops: stops, delay: delay, seed: seed)
                        let about = "seed \(seed), black \(black), \(stops) EV, delay \(delay):\(run.trail)"
                        runs += 1
                        if run.lastOutside > 3 * (delay + 1) { late += 1 }
                        #expect(run.lastOutside <= 5 * (delay + 1), "\(about)")
                        #expect(run.overshoot <= 0.13, "\(about)")
                        let report = try #require(run.report)
                        #expect(report.outcome == .converged, "\(about)")
                        #expect(report.frames <= 6 * (delay + 1), "\(about)")
                        let mean = sensor.measure(sensor.setting).mean
                        #expect(abs(mean / 0.45 - 1) < 0.06, "\(about)")
                    }
                }
            }
        }
        print("\(kind), \(encoding): \(late) of \(runs) needed a fourth step because of the noise")
        #expect(Double(late) <= Double(runs) * 0.01)
    }

    @Test(
        "Without noise, three steps are always enough, and none goes more than 10 % too far",
        arguments: [TestSensor.SceneKind.flat, .usual, .lamps, .contrasty], TestSensor.Encoding.allCases)
    func withoutNoise(_ kind: TestSensor.SceneKind, _ encoding: TestSensor.Encoding) throws {
        for black in [0, 0.03, -0.05] {
            for stops in [-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2] {
                for delay in 1...4 {
                    for seed in 0..<6 as Range<UInt64> {
                        let (run, _) = try Self.run(
                            kind, encoding, black: black, stops: stops, delay: delay, seed: seed, noise: 0)
                        let about = "seed \(seed), black \(black), \(stops) EV, delay \(delay):\(run.trail)"
                        #expect(run.lastOutside <= 3 * (delay + 1), "\(about)")
                        #expect(run.overshoot <= 0.1, "\(about)")
                        #expect(run.report?.outcome == .converged, "\(about)")
                    }
                }
            }
        }
    }

    @Test("The delay is learned, and a control that knows it needs no more frames", arguments: 0...4)
    func delayIsLearned(_ delay: Int) throws {
        var sensor = TestSensor()
        sensor.delay = delay
        sensor.expose(for: 0.45, at: ExposureSetting(time: 60))
        sensor.setting = ExposureSetting(time: 200)
        var first = ExposureControl(range: try Self.range(), start: sensor.setting)
        _ = ExposureTrial(&first, &sensor)
        #expect(first.learnedDelay == delay)
        sensor.setting = ExposureSetting(time: 15)
        for _ in 0..<8 { _ = sensor.frame() }
        var second = ExposureControl(range: try Self.range(), start: sensor.setting, learnedDelay: first.learnedDelay)
        let run = ExposureTrial(&second, &sensor)
        #expect(run.report?.outcome == .converged)
        #expect(run.lastOutside <= 3 * (delay + 1), "\(run.trail)")
    }

    @Test("Lost frames count as frames: the sensor has exposed them")
    func lostFrames() throws {
        var sensor = TestSensor()
        sensor.delay = 3
        sensor.lost = 3
        sensor.expose(for: 0.45, at: ExposureSetting(time: 60))
        sensor.setting = ExposureSetting(time: 200)
        var control = ExposureControl(range: try Self.range(), start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        #expect(run.report?.outcome == .converged, "\(run.trail)")
    }

    @Test("An exposure that is right already is held after two frames, and nothing is set")
    func rightAlready() throws {
        var sensor = TestSensor()
        sensor.setting = ExposureSetting(time: 60)
        sensor.expose(for: 0.45, at: sensor.setting)
        var control = ExposureControl(range: try Self.range(), start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        #expect(run.settings.isEmpty)
        #expect(run.report?.frames == 2)
        #expect(run.report?.outcome == .converged)
    }

    @Test("Compensation moves the target", arguments: [-4.0, -2, -1, 0, 1, 2, 4])
    func compensation(_ stops: Double) throws {
        var sensor = TestSensor()
        sensor.encoding = .gamma
        sensor.setting = ExposureSetting(time: 60)
        sensor.scene = TestSensor.scene(.usual)
        sensor.expose(for: 0.45, at: sensor.setting)
        let settings = ExposureSettings().with { $0.compensation = stops }
        var control = ExposureControl(range: try Self.range(), settings: settings, start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        let report = try #require(run.report)
        #expect(report.outcome == .converged, "\(run.trail)")
        #expect(report.target == settings.compensatedTarget)
        #expect(abs(sensor.measure(sensor.setting).mean / report.target - 1) < 0.06, "\(run.trail)")
    }

    @Test(
        "A reported exposure time of 0 or less counts as 1",
        arguments: [.min, -5, 0] as [Int64])
    func noTime(_ time: Int64) throws {
        var control = ExposureControl(range: try Self.range(), start: ExposureSetting(time: time))
        #expect(control.giveUp().time == 1)
    }

    @Test(
        "A camera whose frames keep reporting another time than was set is believed, and no time is below 1",
        arguments: [(120, 120), (2, 2), (1, 1), (0, 1), (-7, 1)] as [(Int64, Int64)])
    func anotherTime(_ marked: Int64, _ counted: Int64) throws {
        var control = ExposureControl(range: try Self.range(), start: ExposureSetting(time: 60))
        var report: ExposureReport?
        for number in 1...40 as ClosedRange<UInt32> where report == nil {
            let frame = FrameStatistics(
                request: 1, sequence: number, captured: Instant(nanoseconds: 0), exposure: marked, sharpness: 0,
                mean: 0.45)
            if case .finished(let end) = control.look(frame) { report = end }
        }
        #expect(report?.outcome == .converged && report?.time == counted, "\(String(describing: report))")
    }
}
