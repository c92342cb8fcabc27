import CameraLaws
import Testing

@testable import FocusCore

/// Positions that settle a doubt: whether there is a summit, and whether it is where the samples show it.
struct FocusSearchDoubtTests {
    /// A search in 61 positions, whose coarse step is five of them.
    /// - Parameter noise: the deviation that is known.
    private static func search(
        _ samples: [(index: Int, sharpness: Double)], lens: Int = 0, noise: Double? = nil
    ) throws -> FocusSearch {
        var search = FocusSearch(range: try #require(LensRange(minimum: 0, maximum: 60)), start: 0)
        for sample in samples { search.add(sample.sharpness, at: sample.index, frames: 1, noise: noise) }
        search.lens = lens
        return search
    }

    private static func hyperbola(
        peak: Double, width: Double, at indices: [Int]
    ) -> [(index: Int, sharpness: Double)] {
        indices.map {
            (index: $0, sharpness: SharpnessCurve.hyperbola(floor: 0).value(Double($0), peak: peak, width: width))
        }
    }

    @Test("A sample far from the summit that leaves a doubt is followed by a farther one, the nearest to the lens")
    func fartherPlace() throws {
        var samples = Self.hyperbola(peak: 30, width: 10, at: [26, 30, 36])
        let first = try Self.search(samples + [(index: 37, sharpness: 0.671)], lens: 36)
        #expect(first.contrastingPlace() == 43 || first.contrastingPlace() == 42)
        // At 43 the curve promises 0.37, which would leave no doubt.
        samples.append((index: 43, sharpness: 0.55))
        #expect(try Self.search(samples, lens: 43).contrastingPlace() == 49)
        #expect(try Self.search(samples, lens: 0).contrastingPlace() == 11)
        samples.append((index: 49, sharpness: 0.55))
        #expect(try Self.search(samples, lens: 49).contrastingPlace() == nil, "both were measured")
    }

    @Test("No position that was measured is measured once more for its contrast")
    func newPlace() throws {
        // On this grid the nearest position to where a sample would show enough contrast is 32.
        let samples = Self.hyperbola(peak: 30.4, width: 1.6, at: [29, 30, 31, 32])
        #expect(try Self.search(samples, lens: 32).contrastingPlace() == 33)
        #expect(try Self.search(samples, lens: 29).contrastingPlace() == 28)
    }

    @Test(
        "A lower sample close beside the best one whose frame came while the lens was sent ahead is measured again",
        arguments: [false, true])
    func mistaken(_ isMirrored: Bool) throws {
        func at(_ index: Int) -> Int { isMirrored ? 60 - index : index }
        let table: [(index: Int, sharpness: Double, isAhead: Bool, isMistaken: Bool)] = [
            (26, 0.3, true, true), (25, 0.3, true, true), (24, 0.3, true, false), (26, 0.3, false, false),
            (26, 0.9, true, false),
        ]
        for row in table {
            var search = try Self.search([(at(10), 0.2), (at(30), 1), (at(40), 0.3)])
            search.samples.add(row.sharpness, at: at(row.index), isAhead: row.isAhead)
            #expect(search.mistakenPlace() == (row.isMistaken ? at(row.index) : nil), "\(row)")
            guard row.isMistaken else { continue }
            let next = search.next()
            #expect(next == at(row.index), "\(row)")
            search.samples.add(row.sharpness, at: at(row.index))
            #expect(search.mistakenPlace() == nil, "it was measured again")
        }
    }

    @Test("A sample that came while the lens was sent ahead is no mistake where a curve explains all samples")
    func explained() throws {
        var search = try Self.search([])
        for sample in Self.hyperbola(peak: 30, width: 8, at: [22, 25, 30, 35, 38]) {
            search.samples.add(sample.sharpness, at: sample.index, isAhead: true)
        }
        #expect(search.mistakenPlace() == nil)
        search.samples.add(0.4, at: 35)
        #expect(abs(search.samples[3].sharpness - 0.4) < 1e-9 && search.mistakenPlace() == 25)
    }

    @Test("While noise may explain the contrast, the summit of the curve is measured, unless it was")
    func doubtfulPeak() throws {
        let samples = Self.hyperbola(peak: 30, width: 10, at: [24, 27, 33, 36])
        #expect(try Self.search(samples).doubtfulPeak() == 30)
        #expect(try Self.search(samples + [(index: 30, sharpness: 1)]).doubtfulPeak() == nil)
        let certain = Self.hyperbola(peak: 30, width: 10, at: [10, 24, 27, 33, 36])
        #expect(try Self.search(certain).doubtfulPeak() == nil)
    }

    @Test("A low sample that known noise may explain is measured again while the lens is there, four times at most")
    func doubtfulHere() throws {
        let samples: [(index: Int, sharpness: Double)] = [(20, 0.6), (30, 1), (40, 0.9)]
        for (lens, noise, place) in [(20, 0.05, 20), (40, 0.05, nil), (25, 0.05, nil), (20, nil, nil)] as [Place] {
            var search = try Self.search(samples, lens: lens, noise: noise)
            #expect(search.doubtfulHere() == place, "the lens is at \(lens)")
            guard place != nil else { continue }
            for _ in 0..<2 { search.samples.add(0.6, at: 20) }
            #expect(search.doubtfulHere() == place)
            search.samples.add(0.6, at: 20)
            #expect(search.doubtfulHere() == nil)
        }
        let certain = try Self.search([(20, 0.4), (30, 1), (40, 0.9)], lens: 20, noise: 0.05)
        #expect(certain.doubtfulHere() == nil)
    }

    private typealias Place = (Int, Double?, Int?)

    @Test("Where noise is known, a sample that left a doubt is followed by no farther one")
    func noFartherPlace() throws {
        let near = Self.hyperbola(peak: 30, width: 10, at: [26, 28, 30, 36])
        #expect(try Self.search(near, lens: 36, noise: 0.01).contrastingPlace() != nil)
        let above = Self.hyperbola(peak: 30, width: 10, at: [26, 30, 36]) + [(index: 43, sharpness: 0.55)]
        #expect(try Self.search(above, lens: 43).contrastingPlace() == 49)
        #expect(try Self.search(above, lens: 43, noise: 0.01).contrastingPlace() == nil)
        // The curve explains this one, and so much noise leaves a doubt all the same.
        let exact = Self.hyperbola(peak: 30, width: 10, at: [26, 28, 30, 36, 43])
        #expect(try Self.search(exact, lens: 43, noise: 0.1).contrastingPlace() == nil)
    }

    @Test("Where noise is known, five samples on a curve replace no third near the summit, and no floor is supposed")
    func explainedInNoise() throws {
        let two = Self.hyperbola(peak: 30, width: 10, at: [0, 10, 23, 34, 50])
        let above = [0, 22, 27, 31, 35, 45, 60].map {
            (index: $0, sharpness: SharpnessCurve.hyperbola(floor: 0.5).value(Double($0), peak: 30, width: 6))
        }
        for noise in [nil, 0.001] as [Double?] {
            let search = try Self.search(two, noise: noise)
            let curve = try #require(search.fit.curve)
            #expect(search.fit.nearCount == 2 && search.fit.explainsAll(curve) == (noise == nil))
            let floor = try Self.search(above, noise: noise).fit.curve?.floor ?? 0
            #expect((floor > 0) == (noise == nil))
        }
    }
}
