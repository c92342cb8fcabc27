import SimulatedDevices
import Testing

@testable import FocusCore

/// The longest time and the least gain, wherever a search begins.
struct ExposurePreferenceTests {
    private static func range(
        gains: ControlSteps?, longest: TimeSpan? = .milliseconds(20), mains: MainsFrequency? = .hertz50
    ) throws -> ExposureRange {
        let times = try #require(ControlSteps(least: 3, most: 2047))
        return try #require(
            ExposureRange(
                times: times, gains: gains, interval: TimeSpan(nanoseconds: 33_333_333), mains: mains,
                longestTime: longest))
    }

    @Test("The longest time is shortened to whole flashes of the lamps, and to what the camera has")
    func longest() throws {
        let gains = ControlSteps(least: 16, most: 255)
        let table: [(milliseconds: Int64, mains: MainsFrequency?, time: Int64)] = [
            (20, .hertz50, 200), (29, .hertz50, 200), (20, .hertz60, 167), (20, nil, 200), (5, .hertz50, 50),
            (0, nil, 3), (1000, nil, 333), (1000, .hertz50, 300),
        ]
        for (milliseconds, mains, time) in table {
            let range = try Self.range(gains: gains, longest: .milliseconds(milliseconds), mains: mains)
            #expect(range.longestTime == time, "\(milliseconds) ms")
        }
        #expect(try Self.range(gains: gains, longest: nil).longestTime == nil)
    }

    @Test("Of the same light, the longest time and the least gain are preferred")
    func preferred() throws {
        let range = try Self.range(gains: ControlSteps(least: 16, most: 255))
        let table: [(from: ExposureSetting, to: ExposureSetting?)] = [
            (ExposureSetting(time: 100, gain: 81), ExposureSetting(time: 200, gain: 40)),
            (ExposureSetting(time: 200, gain: 40), nil), (ExposureSetting(time: 100, gain: 24), nil),
            (ExposureSetting(time: 50, gain: 25), ExposureSetting(time: 78, gain: 16)),
            (ExposureSetting(time: 40, gain: 64), ExposureSetting(time: 100, gain: 26)),
            (ExposureSetting(time: 300, gain: 64), ExposureSetting(time: 200, gain: 96)),
            (ExposureSetting(time: 300, gain: 255), nil), (ExposureSetting(time: 100, gain: nil), nil),
        ]
        for (from, to) in table { #expect(range.preferred(to: from, scale: .usual) == to, "\(from)") }
        let setting = ExposureSetting(time: 100, gain: 81)
        #expect(try Self.range(gains: nil).preferred(to: setting, scale: .usual) == nil)
        #expect(
            try Self.range(gains: ControlSteps(least: 16, most: 255), longest: nil)
                .preferred(to: setting, scale: .usual) == nil)
    }

    @Test("Gains so coarse that the light would change are left as they are")
    func coarseGains() throws {
        let range = try Self.range(gains: ControlSteps(least: 16, most: 256, step: 48))
        #expect(range.preferred(to: ExposureSetting(time: 100, gain: 64), scale: .usual) == nil)
    }

    @Test("While the gain can give more, no time is longer than the longest; at the end of the gain it is")
    func beyond() throws {
        let range = try Self.range(gains: ControlSteps(least: 16, most: 255))
        let plan = ExposurePlan(range: range, response: ExposureResponse())
        let up = plan.setting(changing: 1, from: ExposureSetting(time: 200, gain: 32))
        #expect(up.time == 200 && up.gain.map { $0 > 32 } == true, "\(up)")
        let last = plan.setting(changing: 1, from: ExposureSetting(time: 200, gain: 255))
        #expect(last == ExposureSetting(time: 300, gain: 255), "\(last)")
    }

    private struct End {
        var setting: ExposureSetting
        var light: Double
        var isRight: Bool
    }

    /// The end of a search in a scene that needs a time with the least gain, from a setting.
    private static func end(
        _ law: TestSensor.GainLaw, needed: Double, from start: ExposureSetting, delay: Int, seed: UInt64
    ) throws -> (end: End, trail: String) {
        let least: Int64 = law == .proportional ? 16 : 0
        var sensor = TestSensor()
        sensor.encoding = .gamma
        sensor.scene = TestSensor.scene(.usual)
        sensor.gainLaw = law
        sensor.delay = delay
        sensor.random = SplitMix64(seed: seed)
        sensor.expose(for: 0.45, at: ExposureSetting(time: 1000, gain: least), times: needed / 1000)
        sensor.setting = start
        var control = ExposureControl(
            range: try range(gains: ControlSteps(least: least, most: 480)), start: start, learnedDelay: delay)
        let run = ExposureTrial(&control, &sensor)
        let report = try #require(run.report, "no end:\(run.trail)")
        let gain = report.gain ?? 0
        let light =
            switch law {
            case .offset: 1 + Double(gain) / 16
            case .proportional: Double(gain) / 16
            case .exponential: (Double(gain) / 60).powerOfTwo
            }
        let end = End(
            setting: ExposureSetting(time: report.time, gain: report.gain), light: light,
            isRight: report.outcome == .converged)
        return (end, run.trail)
    }

    @Test(
        "The same scene always ends with the same time, and nearly the same gain, wherever the search begins",
        arguments: TestSensor.GainLaw.allCases)
    func same(_ law: TestSensor.GainLaw) throws {
        let least: Int64 = law == .proportional ? 16 : 0
        var (alike, count) = (0, 0)
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed &+ 900)
            // Far enough from the times where another one becomes the longest.
            let needed = random.chance(0.5) ? random.number(240...1500) : random.number(120...170)
            let expected: Int64 = needed > 200 ? 200 : 100
            for turn in 0..<6 as Range<UInt64> {
                let start = ExposureSetting(
                    time: random.pick([40, 100, 200, 300]), gain: Int64(random.integer(Int(least)...240)))
                let (end, trail) = try Self.end(
                    law, needed: needed, from: start, delay: random.integer(1...3), seed: seed &* 6 &+ turn)
                count += 1
                let product = Double(end.setting.time) * end.light / needed
                let isSame = end.isRight && end.setting.time == expected && abs(product.binaryLogarithm) < 0.3
                if isSame { alike += 1 } else { print("\(law), needed \(needed), from \(start): \(end)\(trail)") }
            }
        }
        print("\(law): \(alike) of \(count) ended the same")
        #expect(Double(alike) >= Double(count) * (law == .proportional ? 0.97 : 0.88))
    }

    @Test(
        "A gain that changes little is not tried in place of time: a search with one ends on target, long before its limit"
    )
    func weakGain() throws {
        var longest = 0
        for needed in stride(from: 110.0, through: 190, by: 4) {
            for gain in [0, 2, 4, 18, 40, 66] as [Int64] {
                for delay in 1...4 {
                    var sensor = TestSensor()
                    sensor.encoding = .gamma
                    sensor.scene = TestSensor.scene(.usual)
                    sensor.gainOfTwice = 64
                    sensor.delay = delay
                    sensor.expose(for: 0.45, at: ExposureSetting(time: 1000, gain: 0), times: needed / 1000)
                    sensor.setting = ExposureSetting(time: 200, gain: gain)
                    var control = ExposureControl(
                        range: try Self.range(gains: ControlSteps(least: 0, most: 255)), start: sensor.setting,
                        learnedDelay: delay)
                    let run = ExposureTrial(&control, &sensor)
                    let report = try #require(run.report)
                    #expect(report.outcome == .converged, "needed \(needed), gain \(gain), delay \(delay):\(run.trail)")
                    longest = max(longest, report.frames)
                }
            }
        }
        print("a gain that changes little: at most \(longest) frames")
        #expect(longest < ExposureSettings().mostFrames)
    }
}
