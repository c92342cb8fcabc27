import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// The estimated peak, and the samples that are still missing.
struct FocusSearchPeakTests {
    private static func search(_ samples: [(index: Int, sharpness: Double)]) throws -> FocusSearch {
        let range = try #require(LensRange(minimum: 0, maximum: 60))
        var search = FocusSearch(range: range, start: 0)
        for sample in samples { search.samples.add(sample.sharpness, at: sample.index) }
        return search
    }

    @Test("Without noise the peak is found to the position", arguments: [0, 1023] as [Int64])
    func withoutNoise(_ start: Int64) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        let settings = FocusSearchSettings().with { $0.noise = 0 }
        for peak in stride(from: 101.3, to: 950, by: 7.7) {
            let run = try #require(
                FocusSearch.run(range, start: start, settings: settings) {
                    SharpnessCurve.hyperbola(floor: 0).value(Double($0), peak: peak, width: 80)
                })
            let distance = abs(Double(run.outcome.position) - peak)
            #expect(run.outcome.result == .found && distance < 0.501, "\(peak): \(run)")
        }
    }

    @Test("A curve is unusable when its peak lies beyond a sample that is less sharp than the best, on either side")
    func beyondALowerSample() throws {
        // The best sample stands out from a hill that is elsewhere, and its neighbour shows that it is not on the hill.
        let samples = [(0, 0.6), (10, 0.86), (18, 0.8), (20, 1), (35, 0.4), (60, 0.1)]
        for isMirrored in [false, true] {
            let search = try Self.search(samples.map { (isMirrored ? 60 - $0 : $0, $1) })
            let curve = try #require(FocusCurve(fitting: search.samples, least: 0.37))
            let peak = isMirrored ? 60 - curve.peak : curve.peak
            #expect(peak > 10 && peak < 17, "\(curve)")
            #expect(search.usableCurve == nil)
            #expect(search.peak == (isMirrored ? 40 : 20), "it is the best sample instead")
        }
    }

    @Test("The position between the best one and its neighbour is measured, as soon as there is one between")
    func between() throws {
        let table: [(samples: [(Int, Double)], next: Int?)] = [
            ([(9, 0.1), (10, 1), (11, 0.1)], nil), ([(8, 0.1), (10, 1), (12, 0.1)], 9),
            ([(8, 0.1), (10, 1), (12, 0.2)], 11), ([(8, 0.1), (10, 1), (11, 0.2)], 9),
        ]
        for (samples, next) in table {
            #expect(try Self.search(samples).missingSample() == next, "\(samples)")
        }
    }
}
