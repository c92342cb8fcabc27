import SimulatedDevices
import Testing

@testable import FocusCore

/// Cameras that accept only the exposure times of a list.
struct ExposureTimesTests {
    /// The times of a LifeCam.
    static let halves = (0..<14).reversed().map { Int64(10_000 >> $0) }

    @Test("A list of numbers gives the one below, the one after and the nearest, within its limits")
    func steps() throws {
        for bad in [[], [5, 5], [5, 4], [1 << 32], [-1 << 32, 5]] as [[Int64]] {
            #expect(ControlSteps(increasing: bad) == nil, "\(bad)")
        }
        let steps = try #require(ControlSteps(increasing: [2, 9, 39, 156]))
        #expect((steps.least, steps.most, steps.isList) == (2, 156, true))
        #expect(
            [-1, 2, 8.9, 9, 100, 156, 1e300, .nan, -.infinity].map(steps.floor) == [2, 2, 2, 9, 39, 156, 156, 2, 2])
        #expect([0, 2, 3, 38, 156, 900].map(steps.after) == [2, 9, 9, 39, 156, 156])
        #expect([0, 5, 6, 24.1, 97, 98, 1e9].map(steps.nearest) == [2, 2, 9, 39, 39, 156, 156])
        let middle = try #require(steps.limited(from: 3, to: 100))
        #expect((middle.least, middle.most) == (9, 39))
        #expect([0, 20, 500].map(middle.floor) == [9, 9, 39] && middle.after(39) == 39 && middle.after(0) == 9)
        #expect(steps.limited(from: 10, to: 20) == nil && steps.limited(from: 157, to: 900) == nil)
        #expect(steps.limited(from: 0, to: 1) == nil && steps.limited(from: 100, to: 50) == nil)
    }

    @Test("Without a list all steps are equal, and limits at the ends change nothing", arguments: [Int64(1), 3, 50])
    func equalSteps(step: Int64) throws {
        let steps = try #require(ControlSteps(least: 7, most: 500, step: step))
        #expect(!steps.isList && steps.after(7) == min(7 + step, steps.most) && steps.after(steps.most) == steps.most)
        #expect(steps.limited(from: 7, to: steps.most) == steps)
    }

    @Test("Whatever is wanted from a list, the result is a time of the list", arguments: 0..<40 as Range<UInt64>)
    func range(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var list: [Int64] = []
        for _ in 0...random.integer(0...31) { list.append((list.last ?? 0) + Int64(1 + random.integer(0...700))) }
        let times = try #require(ControlSteps(increasing: list))
        let interval = random.chance(0.5) ? TimeSpan.zero : .milliseconds(Int64(random.integer(1...200)))
        let gains = random.chance(0.5) ? ControlSteps(least: 0, most: 255) : nil
        guard let range = ExposureRange(times: times, gains: gains, interval: interval, mains: .hertz50) else {
            #expect(gains == nil)
            return
        }
        #expect(range.halfPeriod == nil)
        for _ in 0..<60 {
            let wanted = random.chance(0.5) ? Double(random.integer(0...20_000)) : Double(random.pick(list))
            let (below, above) = range.times(around: wanted)
            let clamped = range.clamped(ExposureSetting(time: Int64(wanted), gain: gains == nil ? nil : 64))
            let shift = ExposureShift(
                of: ExposureSetting(time: max(Int64(wanted), 1), gain: gains == nil ? nil : 64),
                by: random.chance(0.2) ? 0 : Double(random.integer(-40...40)) / 10, in: range)
            let planned = ExposurePlan(range: range, response: ExposureResponse()).setting(
                changing: Double(random.integer(-40...40)) / 10, from: clamped)
            for time in [below, above, range.nearestTime(to: wanted), clamped.time, shift.setting.time, planned.time] {
                #expect(list.contains(time), "seed \(seed): \(time) of \(list)")
            }
            #expect(below <= above && above <= range.times.most && below >= range.times.least)
        }
    }

    @Test("Only increasing times within the control's range count, at most 32; without any, the whole range does")
    func usable() {
        func times(_ list: [Int64]) -> ControlSteps? {
            CameraQuirks(exposureTimes: list).exposureTimes(of: CameraExamples.exposureAbsolute())
        }
        let all = ControlSteps(least: 3, most: 2047)
        #expect(times([]) == all && times([1, 2]) == all && times([2048, .max]) == all && times([.min, 0]) == all)
        #expect(times([1, 10, 5, 10, 20, .max]) == ControlSteps(increasing: [10, 20]))
        #expect(times((1...60).map { 10 * $0 }) == ControlSteps(increasing: (1...32).map { 10 * $0 }))
    }
}
