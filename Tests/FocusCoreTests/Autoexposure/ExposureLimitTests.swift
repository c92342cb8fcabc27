import SimulatedDevices
import Testing

@testable import FocusCore

/// Gain, lamps on the mains, the limits of cameras, and cameras that ignore what is set.
struct ExposureLimitTests {
    struct Start: CustomTestStringConvertible {
        var testDescription: String
        /// The camera's time, the time that would be right with an unchanged gain, the gain, and the mains.
        var time: Int64
        var right: Double
        var gain: Int64
        var mains: MainsFrequency?
    }

    static let starts = [
        Start(testDescription: "gain only", time: 333, right: 1332, gain: 16, mains: nil),
        Start(testDescription: "time, then gain", time: 160, right: 640, gain: 16, mains: nil),
        Start(testDescription: "up, 50 Hz", time: 60, right: 240, gain: 16, mains: .hertz50),
        Start(testDescription: "half an EV up, 50 Hz", time: 100, right: 141, gain: 32, mains: .hertz50),
        Start(testDescription: "down, 60 Hz", time: 333, right: 110, gain: 64, mains: .hertz60),
        Start(testDescription: "a third of an EV down, 60 Hz", time: 333, right: 266, gain: 64, mains: .hertz60),
        Start(testDescription: "shortest times, up", time: 1, right: 4.5, gain: 16, mains: nil),
        Start(testDescription: "shortest times, down", time: 14, right: 3.5, gain: 64, mains: nil),
        Start(testDescription: "gain down only", time: 1, right: 0.4, gain: 200, mains: nil),
    ]

    @Test("Where time alone is not enough, gain does the rest, whatever its unit", arguments: starts)
    func gain(_ start: Start) throws {
        var converged = 0
        var runs = 0
        for law in TestSensor.GainLaw.allCases {
            for encoding in TestSensor.Encoding.allCases {
                for (delay, gainDelay) in [(1, 1), (2, 2), (4, 4), (2, 1), (3, 1), (1, 3)] {
                    for seed in 0..<5 as Range<UInt64> {
                        var sensor = TestSensor()
                        sensor.encoding = encoding
                        sensor.scene = TestSensor.scene(.usual)
                        sensor.gainLaw = law
                        sensor.delay = delay
                        sensor.gainDelay = gainDelay
                        sensor.random = SplitMix64(seed: seed)
                        sensor.setting = ExposureSetting(time: start.time, gain: start.gain)
                        sensor.expose(
                            for: 0.45, at: ExposureSetting(time: 10_000, gain: start.gain),
                            times: start.right / 10_000)
                        let gains = ControlSteps(least: law == .proportional ? 16 : 0, most: 480)
                        let range = try ExposureControlTests.range(gains: gains, mains: start.mains)
                        var control = ExposureControl(range: range, start: sensor.setting)
                        let run = ExposureTrial(&control, &sensor)
                        let about = "\(law), \(encoding), delays \(delay) \(gainDelay), seed \(seed):\(run.trail)"
                        #expect(run.report != nil, "\(about)")
                        #expect(run.overshoot < 0.4, "\(about)")
                        runs += 1
                        let error = abs(sensor.measure(sensor.setting).mean / 0.45 - 1)
                        if run.report?.outcome == .converged, error < 0.06 { converged += 1 }
                        if let mains = start.mains {
                            #expect(run.settings.allSatisfy { Self.isFree($0.time, of: mains) }, "\(about)")
                        }
                    }
                }
            }
        }
        print("\(start.testDescription): \(converged) of \(runs) within 5 %")
        #expect(Double(converged) >= Double(runs) * 0.9)
    }

    /// True when an exposure collects whole flashes of the lamps, or is shorter than one.
    static func isFree(_ time: Int64, of mains: MainsFrequency) -> Bool {
        let flashes = Double(time) / mains.halfPeriod
        return flashes < 1 || abs(flashes - flashes.nearestWhole) < 0.02
    }

    @Test("All black and all white end as limited", arguments: [0.0, 1.0], [1, 4])
    func blackAndWhite(_ mean: Double, _ delay: Int) throws {
        for gains in [nil, ControlSteps(least: 0, most: 255)] {
            var sensor = TestSensor()
            sensor.scene = [mean == 0 ? 0 : 1e12]
            sensor.delay = delay
            sensor.setting = ExposureSetting(time: 60, gain: gains.map { _ in 20 })
            let range = try ExposureControlTests.range(gains: gains)
            var control = ExposureControl(range: range, start: sensor.setting)
            let run = ExposureTrial(&control, &sensor)
            let report = try #require(run.report)
            #expect(report.outcome == .limited, "\(run.trail)")
            #expect(report.frames <= 60)
            #expect(report.time == (mean == 0 ? range.times.most : range.times.least), "\(run.trail)")
        }
    }

    @Test("A target between two adjacent times ends at the nearer one, as limited")
    func coarseTimes() throws {
        for right in [1.4, 2.3, 2.6, 3.5] {
            for start in [1, 4, 9] as [Int64] {
                var sensor = TestSensor()
                sensor.noise = 0
                sensor.setting = ExposureSetting(time: start)
                sensor.expose(for: 0.45, at: ExposureSetting(time: 10_000), times: right / 10_000)
                var control = ExposureControl(range: try ExposureControlTests.range(), start: sensor.setting)
                let run = ExposureTrial(&control, &sensor)
                let report = try #require(run.report)
                #expect(report.outcome == .limited, "\(right):\(run.trail)")
                let miss = abs((Double(report.time) / right).binaryLogarithm)
                for other in 1...5 as ClosedRange<Int64> {
                    #expect(miss <= abs((Double(other) / right).binaryLogarithm) + 0.02, "\(right):\(run.trail)")
                }
            }
        }
    }

    @Test(
        "A camera that ignores what is set is given up after two steps, and its exposure is left unchanged",
        arguments: [333, 100_000] as [Int64])
    func deafCamera(_ longest: Int64) throws {
        let times = try #require(ControlSteps(least: 1, most: longest))
        let range = try #require(ExposureRange(times: times))
        var control = ExposureControl(range: range, start: ExposureSetting(time: 60))
        var report: ExposureReport?
        var set: [Int64] = []
        for number in 0..<200 where report == nil {
            let frame = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), exposure: set.last,
                sharpness: 0, mean: 0.2)
            switch control.look(frame) {
            case .wait: break
            case .set(let time, _): set.append(time)
            case .finished(let end): report = end
            }
        }
        #expect(report?.outcome == .gaveUp)
        #expect(set.count == 3 && set.last == 60, "two steps, and the way back: \(set)")
    }

    @Test("Any numbers in any frames end in a report, and every setting is within the range")
    func anyFrames() throws {
        let odd: [Double] = [.nan, .infinity, -.infinity, -1, 0, 0.45, 1, 2, 1e300]
        let values: [Int64] = [.min, -1, 0, 1, 100, 1 << 31, .max]
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let settings = ExposureSettings().with {
                $0.target = random.pick(odd)
                $0.tolerance = random.pick(odd)
                $0.compensation = random.pick(odd)
                $0.longestDelay = random.pick([.min, 0, 4, .max])
                $0.clippedShare = random.pick(odd)
                $0.longestShare = random.pick(odd)
                $0.confirmingFrames = random.pick([.min, 2, .max])
                $0.mostFrames = 60
            }
            guard
                let times = ControlSteps(
                    least: random.pick(values), most: random.pick(values), step: random.pick(values)),
                let range = ExposureRange(
                    times: times,
                    gains: ControlSteps(
                        least: random.pick(values), most: random.pick(values), step: random.pick(values)),
                    interval: TimeSpan(nanoseconds: random.pick(values)), mains: random.pick([nil, .hertz50, .hertz60]))
            else { continue }
            var control = ExposureControl(
                range: range, settings: random.chance(0.5) ? settings : ExposureSettings(),
                start: ExposureSetting(time: random.pick(values), gain: random.chance(0.5) ? random.pick(values) : nil),
                learnedDelay: random.chance(0.5) ? random.pick([.min, 0, 3, .max]) : nil)
            var isOver = false
            // The limit is more than 60 frames when steps may take long, or when the way back to a setting does.
            for _ in 0..<(settings.longestDelay == .max ? 370 : 170) {
                let frame = FrameStatistics(
                    request: 0, sequence: UInt32(truncatingIfNeeded: random.next()),
                    captured: Instant(nanoseconds: random.pick(values)),
                    exposure: random.chance(0.5) ? random.pick(values) : nil,
                    gain: random.chance(0.5) ? random.pick(values) : nil, sharpness: random.pick(odd),
                    mean: random.chance(0.5) ? random.number(0...1) : random.pick(odd), bright: random.pick(odd),
                    dark: random.pick(odd))
                switch control.look(frame) {
                case .wait: break
                case .set(let time, let gain):
                    #expect(time >= range.times.least && time <= range.times.most, "seed \(seed)")
                    if let gain, let gains = range.gains {
                        #expect(gain >= gains.least && gain <= gains.most, "seed \(seed)")
                    }
                case .finished: isOver = true
                }
            }
            #expect(isOver, "seed \(seed)")
        }
    }

    @Test("A search that cannot get brighter ends after as many frames as must agree", arguments: [1, 2, 5])
    func atTheLimit(_ frames: Int) throws {
        let range = try ExposureControlTests.range()
        var sensor = TestSensor()
        sensor.setting = ExposureSetting(time: range.times.most)
        sensor.expose(for: 0.2, at: sensor.setting)
        var control = ExposureControl(
            range: range, settings: ExposureSettings().with { $0.confirmingFrames = frames }, start: sensor.setting)
        let run = ExposureTrial(&control, &sensor)
        #expect(run.report?.outcome == .limited && run.report?.frames == frames, "\(run.trail)")
    }

    @Test(
        "In the dark and in the white each step is longer than the last, so both ends are reached in few steps",
        arguments: [0.0, 1])
    func longerSteps(_ mean: Double) throws {
        let times = try #require(ControlSteps(least: 1, most: 5000))
        let start: Int64 = mean == 0 ? 1 : 5000
        var control = ExposureControl(
            range: try #require(ExposureRange(times: times)), start: ExposureSetting(time: start))
        var sensor = TestSensor()
        sensor.scene = [mean == 0 ? 0 : 1e12]
        sensor.setting = ExposureSetting(time: start)
        let run = ExposureTrial(&control, &sensor)
        let stops = ([start] + run.settings.map(\.time)).map { Double($0).binaryLogarithm }
        let steps = zip(stops, stops.dropFirst()).map { abs($1 - $0) }
        for (step, next) in zip(steps.dropLast(), steps.dropFirst().dropLast()) {
            #expect(next > 1.5 * step, "\(steps)")
        }
        #expect((3...4).contains(steps.count) && run.report?.time == 5001 - start, "12.3 EV in \(steps)")
    }
}
