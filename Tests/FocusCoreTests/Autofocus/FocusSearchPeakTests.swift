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
            #expect(search.fit.curve == nil)
            #expect(search.fit.peak == (isMirrored ? 40 : 20), "it is the best sample instead")
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

    /// Samples of a hyperbola with its summit at position 30.
    private static func hyperbola(
        width: Double, floor: Double = 0, at indices: [Int]
    ) -> [(index: Int, sharpness: Double)] {
        indices.map {
            (index: $0, sharpness: SharpnessCurve.hyperbola(floor: floor).value(Double($0), peak: 30, width: width))
        }
    }

    @Test("In a wide gap beside the best sample the summit of a curve that has not fallen far is measured")
    func summitInWideGap() throws {
        let wide = try Self.search(Self.hyperbola(width: 30, at: [0, 14, 26, 40, 60]))
        #expect(wide.missingSample() == 30)
        let narrow = try Self.search(Self.hyperbola(width: 30, at: [0, 14, 26, 33, 40, 60]))
        #expect(narrow.missingSample() == nil)
    }

    @Test("Far beyond a wide gap no sample is a flank of a curve that has not fallen far: one in the gap is measured")
    func flankInWideGap() throws {
        let wide = try Self.search(Self.hyperbola(width: 16, at: [14, 20, 30, 40, 46]))
        #expect(wide.missingSample() == 23, "the lens is at 0, and the flank at 37 is farther away")
        let narrow = try Self.search(Self.hyperbola(width: 11, at: [19, 23, 30, 37, 41]))
        #expect(narrow.missingSample() == nil)
    }

    @Test("Where no curve explains the samples, a wide gap beside the best one is looked into, sharp as its ends are")
    func sharpEndsOfWideGap() throws {
        let wide = try Self.search([(10, 0.2), (20, 0.9), (30, 1), (40, 0.95), (50, 0.2)])
        #expect(wide.missingSample() == 35, "the sharper end comes first")
        let narrow = try Self.search([(16, 0.2), (23, 0.9), (30, 1), (37, 0.95), (44, 0.2)])
        #expect(narrow.missingSample() == nil)
    }

    @Test("The wide gap beside a plateau is looked into, on either side")
    func besidePlateau() throws {
        let samples = [(12, 0.3), (24, 0.93), (27, 0.95), (30, 1), (33, 0.95), (36, 0.93), (43, 0.45)]
        for isMirrored in [false, true] {
            let search = try Self.search(samples.map { (isMirrored ? 60 - $0 : $0, $1) })
            #expect(search.missingSample() == (isMirrored ? 42 : 18))
        }
    }

    @Test("Two samples near the summit suffice where five agree with the curve exactly, and not where four do")
    func twoFlanks() throws {
        let indices = [0, 10, 23, 34, 50]
        let exact = try Self.search(Self.hyperbola(width: 10, at: indices))
        #expect(exact.fit.nearCount == 2 && exact.missingSample() == nil)
        let fewer = try Self.search(Self.hyperbola(width: 10, at: Array(indices.dropFirst())))
        #expect(fewer.fit.nearCount == 2 && fewer.missingSample() == 30)
        var samples = Self.hyperbola(width: 10, at: indices)
        samples[0].sharpness *= 1.2
        let deviating = try Self.search(samples)
        #expect(deviating.fit.nearCount == 2 && deviating.missingSample() == 30)
    }

    @Test("A curve above a floor explains what a plain one does not, if it passes by more samples than any curve would")
    func aboveFloor() throws {
        let many = try Self.search(Self.hyperbola(width: 6, floor: 0.5, at: [0, 22, 27, 31, 35, 45, 60]))
        let curve = try #require(many.fit.curve)
        #expect(curve.floor > 0.4 && many.fit.explainsAll(curve), "\(curve)")
        #expect(abs(curve.peak - 30) < 0.2 && many.fit.width.map { abs($0 - 6) < 0.3 } == true, "\(curve)")
        let few = try Self.search(Self.hyperbola(width: 6, floor: 0.5, at: [0, 27, 31, 35, 60]))
        #expect(few.fit.curve?.floor == 0 && few.fit.width == nil)
    }

    @Test("A curve that is fitted above the floor of its samples is exact, and there is none above the highest sample")
    func fittedAboveFloor() throws {
        let search = try Self.search(Self.hyperbola(width: 6, floor: 0.5, at: [10, 24, 31, 35, 50]))
        let curve = try #require(FocusCurve(fitting: search.samples, least: 0, floor: 0.5))
        #expect(abs(curve.peak - 30) < 1e-6 && abs(curve.width - 6) < 1e-6 && abs(curve.height - 1) < 1e-6, "\(curve)")
        #expect(abs(curve.ratio(of: search.samples[0]) - 1) < 1e-6)
        #expect(FocusCurve(fitting: search.samples, least: 0, floor: 2) == nil)
    }
}
