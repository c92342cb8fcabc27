import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// The measurements of a search, and the curve through them.
struct FocusSamplesTests {
    private static func samples(_ sharpness: [Double]) -> FocusSamples {
        var samples = FocusSamples()
        for (index, value) in sharpness.enumerated() { samples.add(value, at: index * 10) }
        return samples
    }

    @Test("A sample's neighbours are one on each side; at an end the two nearest ones, if there are as many")
    func neighbours() {
        let table: [(count: Int, place: Int, indices: [Int])] = [
            (5, 0, [0, 10, 20]), (5, 1, [0, 10, 20]), (5, 2, [10, 20, 30]), (5, 4, [20, 30, 40]),
            (3, 0, [0, 10, 20]), (3, 2, [0, 10, 20]), (2, 0, [0, 10]), (2, 1, [0, 10]), (1, 0, [0]),
        ]
        for (count, place, indices) in table {
            let chosen = Self.samples(Array(repeating: 1, count: count)).neighbours(of: place)
            #expect((0..<chosen.count).map { chosen[$0].index } == indices, "\(place) of \(count)")
        }
    }

    @Test("Of several measurements at a position, the mean of all but the first counts")
    func repeated() {
        var samples = Self.samples([1, 9, 3])
        for value in [2.0, 4, 6] { samples.add(value, at: 10) }
        #expect(samples.count == 3 && samples[1] == FocusSample(index: 10, sharpness: 4, count: 4, frames: 3))
        #expect(samples.best == 1 && samples.lowest == 0)
    }

    @Test("A curve is fitted to the samples at or above the least share")
    func leastShare() throws {
        let curve = try #require(FocusCurve(fitting: Self.samples([0.5, 1, 0.5]), least: 0.5))
        #expect(abs(curve.peak - 10) < 1e-9 && abs(curve.width - 10) < 1e-9 && abs(curve.height - 1) < 1e-9)
        #expect(FocusCurve(fitting: Self.samples([0.5, 1, 0.5]), least: 0.51) == nil)
    }

    @Test("A sharpness that is negative or NaN counts as 0", arguments: [-0.5, -1e300, .nan, -.infinity])
    func notSharp(_ value: Double) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        let run = try #require(FocusSearch.run(range, start: 100) { _ in value })
        #expect(run.outcome.result == .flat && run.outcome.summit == 0)
    }

    @Test("When the list is full, new positions are dropped and known ones are still averaged")
    func full() {
        let capacity = FocusSamples.capacity
        var samples = Self.samples((0..<capacity).map { Double($0) })
        samples.add(99, at: 5)
        let indices = (0..<capacity).map { samples[$0].index }
        #expect(samples.count == capacity && indices == (0..<capacity).map { $0 * 10 })
        let last = capacity - 1
        #expect(samples.best == last && samples[last].sharpness == Double(last))
        samples.add(3, at: last * 10)
        #expect(samples[last] == FocusSample(index: last * 10, sharpness: 3, count: 2))
    }

    @Test("The curve of a peak narrower than a step of the lens is fitted, too", arguments: [0.3, 0.5, 0.9])
    func narrowPeak(_ width: Double) throws {
        var samples = FocusSamples()
        for index in 0...4 {
            let sharpness = SharpnessCurve.hyperbola(floor: 0).value(Double(index), peak: 2.2, width: width)
            samples.add(sharpness, at: index)
        }
        let curve = try #require(FocusCurve(fitting: samples, least: 0))
        #expect(abs(curve.peak - 2.2) < 1e-9 && abs(curve.width - width) < 1e-9, "\(curve)")
    }
}
