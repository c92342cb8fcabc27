import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// Limits for the benchmark's numbers. They are counts, and the same on every machine.
struct FocusSearchGateTests {
    /// The result of 400 searches at one noise.
    struct Result {
        var evaluations = 0.0
        var worst = 0
        /// Travel beyond the direct way from the start to the peak, in positions. The direct way depends on the sample,
        /// not on the search.
        var detour = 0.0
        var error = 0.0
        var missed = 0
    }

    /// A prototype with libcamera's constants for the Raspberry Pi, starting at an end, needs 14.4 evaluations on
    /// average and 20 at worst, and errs by 0.8, 2.7 and 4.7 positions. The errors are at least 15 % smaller. The lens travels no
    /// farther than there: a long step costs a fast lens no more than a short one, and each position costs frames.
    @Test("1024 positions, from an end: half as many as with the Raspberry Pi's constants", arguments: [11, 12, 13])
    func fromAnEnd(_ seed: Int) throws {
        let results = try Self.results(seed: UInt64(seed), isRandom: false)
        #expect(results.map(\.evaluations).reduce(0, +) / 3 <= 6.8)
        #expect(results.map(\.worst).max() ?? 0 <= 11)
        // Of 716 positions 511.5 are the direct way on average.
        #expect(results.map(\.detour).reduce(0, +) / 3 <= 204.5)
        Self.expectErrors(of: results)
        #expect(results.allSatisfy { $0.missed == 0 })
    }

    @Test("1024 positions, starting anywhere: no more evaluations, and less travel", arguments: [11, 12, 13])
    func fromAnywhere(_ seed: Int) throws {
        let results = try Self.results(seed: UInt64(seed), isRandom: true)
        #expect(results.map(\.evaluations).reduce(0, +) / 3 <= 6.8)
        #expect(results.map(\.worst).max() ?? 0 <= 12)
        #expect(results.map(\.detour).reduce(0, +) / 3 <= 240)
        Self.expectErrors(of: results)
        #expect(results[0].missed == 0)
        #expect(results[1].missed == 0)
    }

    private static func expectErrors(of results: [Result]) {
        for (result, limit) in zip(results, [0.68, 2.29, 3.99]) { #expect(result.error <= limit) }
    }

    static func results(seed: UInt64, isRandom: Bool) throws -> [Result] {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        return try [0, 0.01, 0.03].map { noise in
            var random = SplitMix64(seed: seed)
            var result = Result()
            for _ in 0..<400 {
                let peak = random.number(0...1023)
                let width = random.number(40...120)
                let start = isRandom ? Int64(random.integer(0...1023)) : 0
                let run = try #require(
                    FocusSearch.run(range, start: start) {
                        SharpnessCurve.hyperbola(floor: 0).value(Double($0), peak: peak, width: width)
                            * random.factor(noise: noise)
                    })
                result.evaluations += Double(run.outcome.evaluations) / 400
                result.worst = max(result.worst, run.outcome.evaluations)
                result.detour += (Double(run.travel) - abs(peak - Double(start))) / 400
                let distance = abs(Double(run.outcome.position) - peak)
                result.error += distance / 400
                if distance > width / 2 { result.missed += 1 }
            }
            print("seed \(seed), noise \(noise): \(result)")
            return result
        }
    }
}
