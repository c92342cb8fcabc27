import CameraLaws
import Testing

@testable import FocusCore

/// Summits that are sharper, or less sharp, than the samples of the search have promised.
struct FocusSearchResumeTests {
    /// A search that has found a summit.
    private struct Found {
        var search: FocusSearch
        var position: Int64

        var index: Int { search.range.index(of: position) }

        /// The height of the curve at the summit, or the best sample.
        var expected: Double { max(search.summit, search.fit.curve.map { $0.floor + $0.height } ?? 0) }

        /// The next step, and the search after it.
        func resumed(_ sharpness: Double, frames: Int = 1) -> (step: FocusSearch.Step?, search: FocusSearch) {
            var search = search
            let step = search.resume(sharpness: sharpness, frames: frames)
            return (step, search)
        }

        /// The noise is known from now on; the sharpness at no position changes.
        mutating func learns(noise: Double) {
            let lowest = search.samples[search.samples.lowest]
            search.add(lowest.sharpness, at: lowest.index, frames: 1, noise: noise)
        }
    }

    /// Searches whose summit lies between their samples.
    private static func found(_ settings: FocusSearchSettings = FocusSearchSettings()) throws -> [Found] {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var all: [Found] = []
        for peak in stride(from: 101.3, to: 950, by: 7.7) {
            var search = FocusSearch(range: range, start: 0, settings: settings)
            var step = search.step
            while case .measure(let position) = step {
                let sharpness = SharpnessCurve.hyperbola(floor: 0).value(Double(position), peak: peak, width: 80)
                step = search.take(sharpness: sharpness)
            }
            guard case .finished(.found, let position) = step else { continue }
            if !search.samples.isMeasured(range.index(of: position)) {
                all.append(Found(search: search, position: position))
            }
        }
        try #require(!all.isEmpty, "every summit was measured")
        return all
    }

    @Test("A summit that is sharper than the samples promise is a sample, and the search goes on")
    func sharper() throws {
        for found in try Self.found() {
            let (step, search) = found.resumed(1.5 * found.search.summit)
            #expect(step != nil && step == search.step, "\(found.position)")
            #expect(search.samples.isMeasured(found.index) && search.evaluations == found.search.evaluations + 1)
            let (none, same) = found.resumed(1.38 * found.search.summit)
            #expect(none == nil && same == found.search, "the curve may rise as much between two samples")
        }
    }

    @Test("A summit that is evidently less sharp than the curve says is a sample, and the search goes on")
    func lessSharp() throws {
        for found in try Self.found() {
            let limit = found.expected * found.search.settings.evidenceRatio
            let (step, search) = found.resumed(0.98 * limit)
            #expect(step != nil && search.samples.isMeasured(found.index), "\(found.position)")
            let (none, same) = found.resumed(1.02 * limit)
            #expect(none == nil && same == found.search, "\(found.position)")
        }
    }

    @Test("Noise that is known explains a summit that is less sharp, and the less the more frames show it")
    func explainedByNoise() throws {
        for var found in try Self.found() {
            let noise = 0.04 * found.search.summit
            found.learns(noise: noise)
            // The limit is three deviations lower for one frame, and one deviation for nine.
            let seen = found.expected * found.search.settings.evidenceRatio - 2 * noise
            #expect(found.resumed(seen).step == nil, "\(found.position)")
            #expect(found.resumed(seen, frames: 9).step != nil, "\(found.position)")
        }
    }

    @Test("Where the noise is more than a twentieth of the summit, no summit is a sample")
    func noisy() throws {
        for found in try Self.found() {
            for (share, goesOn) in [(0.049, true), (0.051, false)] {
                var noisy = found
                noisy.learns(noise: share * found.search.summit)
                for sharpness in [2 * found.search.summit, 0.2 * found.search.summit] {
                    #expect((noisy.resumed(sharpness).step != nil) == goesOn, "\(found.position), noise \(share)")
                }
            }
        }
    }

    @Test("A summit at a position that was measured does not go on, nor does a search that is not over")
    func measuredBefore() throws {
        for var found in try Self.found() {
            found.search.samples.add(found.search.summit, at: found.index)
            #expect(found.resumed(2 * found.search.summit).step == nil && found.resumed(0).step == nil)
        }
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var search = FocusSearch(range: range, start: 0)
        let step = search.resume(sharpness: 1, frames: 1)
        #expect(step == nil)
    }

    @Test("A search that has made all of its evaluations does not go on")
    func mostEvaluations() throws {
        let found = try #require(try Self.found().first)
        let settings = FocusSearchSettings().with { $0.evaluations = found.search.evaluations }
        let last = try #require(try Self.found(settings).first { $0.position == found.position })
        #expect(last.search.evaluations == found.search.evaluations)
        #expect(found.resumed(2 * found.search.summit).step != nil)
        #expect(last.resumed(2 * found.search.summit).step == nil)
    }
}
