import SimulatedDevices
import Testing

@testable import FocusCore

/// A held exposure, made brighter or darker.
struct ExposureShiftTests {
    struct Held: CustomTestStringConvertible {
        var mains: MainsFrequency?
        var time: Int64
        var gain: Int64?
        var gains: ControlSteps?

        var testDescription: String {
            "\(mains.map { "\($0.name)" } ?? "no mains"), time \(time), gain \(gain.map { "\($0)" } ?? "none")"
        }
    }

    /// Times below the first flash, at whole flashes, at values that an automatic may choose regardless of lamps, and
    /// the longest.
    static let table: [Held] = {
        var table: [Held] = []
        for mains in [nil, MainsFrequency.hertz50, .hertz60] {
            let flash = Int64(mains?.halfPeriod ?? 90)
            for time in [8, 40, flash, 157, 2 * flash, 300, 333] {
                table.append(Held(mains: mains, time: time))
                table.append(Held(mains: mains, time: time, gain: 64, gains: ControlSteps(least: 16, most: 480)))
                table.append(Held(mains: mains, time: time, gain: 2, gains: ControlSteps(least: 1, most: 8)))
            }
        }
        return table
    }()

    static let changes = stride(from: -2.0, through: 2, by: 0.5)

    private static func product(_ setting: ExposureSetting) -> Double {
        Double(setting.time) * Double(setting.gain ?? 1)
    }

    @Test("The light changes by the requested EV, as far as there is a time or a gain for it", arguments: table)
    func exactness(_ held: Held) throws {
        let range = try ExposureControlTests.range(gains: held.gains, mains: held.mains)
        let reference = ExposureSetting(time: held.time, gain: held.gain)
        for change in Self.changes {
            let shift = ExposureShift(of: reference, by: change, in: range)
            let given = (Self.product(shift.setting) / Self.product(reference)).binaryLogarithm
            let about = "\(change) EV: \(shift.setting), \(shift.missing) missing"
            #expect(abs(change - given - shift.missing) < 1e-9, "what is missing is told as it is; \(about)")
            let best = Self.leastMissing(change, reference, range)
            // Some light may be missing for less noise, for lamps that do not flicker, or because gains are coarse.
            #expect(abs(shift.missing) <= best + 0.25, "\(about), \(best) would be possible")
            let isFine = held.gains?.most == 480 && held.time >= 40
            let isWithin = abs(change) <= 1 && (held.mains == nil || held.time > 80)
            if isFine && isWithin { #expect(abs(shift.missing) < 0.05, "\(about)") }
            let time = shift.setting.time
            #expect(time >= range.times.least && time <= range.times.most, "\(about)")
            if let mains = held.mains, time != held.time {
                #expect(ExposureLimitTests.isFree(time, of: mains), "\(about)")
            }
        }
    }

    /// The missing light, in EV, with the best of all settings.
    private static func leastMissing(_ change: Double, _ from: ExposureSetting, _ range: ExposureRange) -> Double {
        let wanted = product(from) * change.powerOfTwo
        var least = abs(change)
        for time in range.times.least...range.times.most {
            if let halfPeriod = range.halfPeriod, Double(time) >= halfPeriod - 0.5 {
                guard abs(Double(time) - (Double(time) / halfPeriod).nearestWhole * halfPeriod) <= 0.5 else { continue }
            }
            for gain in range.gains.map({ $0.least...$0.most }) ?? 1...1 {
                least = min(least, abs((Double(time * gain) / wanted).binaryLogarithm))
            }
        }
        return least
    }

    @Test("A change of 0 EV leaves the held setting, even one outside the range", arguments: table)
    func nothing(_ held: Held) throws {
        let range = try ExposureControlTests.range(gains: held.gains, mains: held.mains)
        for time in [held.time, 0, 500, .max] {
            let reference = ExposureSetting(time: time, gain: held.gain)
            let shift = ExposureShift(of: reference, by: 0, in: range)
            #expect(shift.setting == reference && shift.missing == 0)
        }
    }

    @Test("A held setting outside the range is never pulled in the wrong direction by it")
    func beyondTheRange() throws {
        let range = try ExposureControlTests.range()
        let brighter = ExposureShift(of: ExposureSetting(time: 500), by: 1, in: range)
        #expect(brighter.setting.time == 500 && brighter.missing == 1)
        #expect(ExposureShift(of: ExposureSetting(time: 500), by: -1, in: range).setting.time == 250)
    }

    @Test("A gain of 0 in an unknown unit is not changed, and the missing light is reported")
    func unknownGain() throws {
        let range = try ExposureControlTests.range(gains: ControlSteps(least: 0, most: 255), mains: .hertz50)
        let shift = ExposureShift(of: ExposureSetting(time: 300, gain: 0), by: 1, in: range)
        #expect(shift.setting == ExposureSetting(time: 300, gain: 0) && shift.missing == 1)
    }

    @Test("The gain keeps lamps from flickering where a shorter time would not")
    func gainInsteadOfFlicker() throws {
        let range = try ExposureControlTests.range(gains: ControlSteps(least: 16, most: 480), mains: .hertz50)
        let shift = ExposureShift(of: ExposureSetting(time: 100, gain: 64), by: -1, in: range)
        #expect(shift.setting == ExposureSetting(time: 100, gain: 32))
        let timeOnly = try ExposureControlTests.range(mains: .hertz50)
        #expect(ExposureShift(of: ExposureSetting(time: 100), by: -1, in: timeOnly).setting.time == 50)
    }

    @Test("Where the gain is coarse, the time corrects the rest")
    func timeBesideCoarseGain() throws {
        let range = try ExposureControlTests.range(gains: ControlSteps(least: 1, most: 8))
        let shift = ExposureShift(of: ExposureSetting(time: 300, gain: 2), by: 0.7, in: range)
        // 324.9 would be right: the nearer one of the times on either side is taken.
        #expect(shift.setting == ExposureSetting(time: 325, gain: 3) && abs(shift.missing) < 0.001, "\(shift)")
    }

    @Test("Any numbers give a setting, and none of them traps")
    func anyNumbers() throws {
        let values: [Int64] = [.min, -1, 0, 1, 100, 1 << 31, .max]
        for seed in 0..<3000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            guard
                let times = ControlSteps(
                    least: random.pick(values), most: random.pick(values), step: random.pick(values)),
                let range = ExposureRange(
                    times: times, gains: ControlSteps(least: random.pick(values), most: random.pick(values)),
                    mains: random.pick([nil, .hertz50, .hertz60]))
            else { continue }
            let scale = GainScale(
                from: random.pick(values), to: random.pick(values),
                light: random.pick([.nan, -1e9, -1, 0, 0.1, 1, 1e9]))
            let shift = ExposureShift(
                of: ExposureSetting(time: random.pick(values), gain: random.chance(0.5) ? random.pick(values) : nil),
                by: random.pick([-8, -1, 0.5, 1, 8]), in: range, scale: scale ?? .usual)
            #expect(shift.missing.isFinite, "seed \(seed)")
        }
    }
}

/// The light that a gain gives.
struct GainScaleTests {
    @Test("A step of the gain predicts the next ones, whatever the unit", arguments: TestSensor.GainLaw.allCases)
    func laws(_ law: TestSensor.GainLaw) throws {
        func light(_ gain: Int64) -> Double {
            switch law {
            case .offset: (1 + Double(gain) / 16).binaryLogarithm
            case .proportional: Double(gain).binaryLogarithm
            case .exponential: Double(gain) / 60
            }
        }
        for (first, second) in [(16, 32), (64, 128), (200, 100), (120, 90)] as [(Int64, Int64)] {
            let scale = try #require(GainScale(from: first, to: second, light: light(second) - light(first)))
            for next in [60, 80, 120, 160, 240] as [Int64] {
                let told = try #require(scale.light(from: second, to: next))
                let error = abs(told - (light(next) - light(second)))
                // One step cannot tell a gain that grows by factors from one with an offset. The prediction is then too
                // low.
                let isHalf = law == .exponential && error < 0.6 * abs(light(next) - light(second))
                #expect(error < 0.01 || isHalf, "\(first)→\(second)→\(next): \(told)")
                let back = try #require(scale.gain(light: told, from: second))
                #expect(abs(back - Double(next)) < 0.01)
            }
        }
    }

    @Test("A gain without effect gives no light, and is not used")
    func deadGain() throws {
        let scale = try #require(GainScale(from: 16, to: 32, light: 0))
        #expect(scale.light(from: 16, to: 400) == 0)
        #expect(scale.gain(light: 1, from: 16) == nil)
        #expect(GainScale(from: 16, to: 16, light: 1) == nil)
    }
}
