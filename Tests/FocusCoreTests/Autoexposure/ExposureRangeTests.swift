import Testing

@testable import FocusCore

struct ExposureRangeTests {
    @Test("An empty range, an inverted one, and one with a single setting are no ranges")
    func noRange() throws {
        #expect(ControlSteps(least: 2, most: 1) == nil)
        let none = try #require(ControlSteps(least: -5, most: 0))
        #expect(ExposureRange(times: none) == nil)
        let one = try #require(ControlSteps(least: 5, most: 5))
        #expect(ExposureRange(times: one) == nil)
        let gains = try #require(ControlSteps(least: 0, most: 10))
        #expect(ExposureRange(times: one, gains: gains) != nil)
        #expect(ExposureRange(times: one, gains: one) == nil)
    }

    @Test("The longest time keeps the frame rate, unless the camera has no shorter one")
    func frameRate() throws {
        let times = try #require(ControlSteps(least: 3, most: 2047))
        let interval = TimeSpan(nanoseconds: 33_333_333)
        #expect(ExposureRange(times: times, interval: interval)?.times.most == 333)
        #expect(ExposureRange(times: times, interval: interval, longestShare: 0.5)?.times.most == 166)
        #expect(ExposureRange(times: times)?.times.most == 2047)
        let long = try #require(ControlSteps(least: 500, most: 2000, step: 100))
        let gains = try #require(ControlSteps(least: 0, most: 10))
        #expect(ExposureRange(times: long, gains: gains, interval: interval)?.times.most == 500)
    }

    @Test("Times of at least one flash are whole numbers of flashes; shorter ones are any")
    func flashes() throws {
        let times = try #require(ControlSteps(least: 1, most: 333))
        let sixty = try #require(ExposureRange(times: times, mains: .hertz60))
        let fifty = try #require(ExposureRange(times: times, mains: .hertz50))
        let table: [(ExposureRange, Double, Int64, Int64)] = [
            (fifty, 40.5, 40, 41), (fifty, 99.5, 99, 100), (fifty, 100, 100, 200), (fifty, 260, 200, 300),
            (fifty, 330, 300, 300), (sixty, 82.5, 82, 83), (sixty, 83.2, 83, 83), (sixty, 200, 167, 250),
            (sixty, 300, 250, 333),
        ]
        for (range, wanted, below, above) in table {
            let found = range.times(around: wanted)
            #expect(found.below == below && found.above == above, "\(wanted): \(found)")
        }
    }

    @Test("Times are on the control's steps, and huge numbers do not overflow")
    func steps() throws {
        let steps = try #require(ControlSteps(least: 10, most: 55, step: 10))
        #expect(steps.most == 50)
        #expect(steps.floor(29.9) == 20 && steps.nearest(25.1) == 30 && steps.nearest(24.9) == 20)
        #expect(steps.floor(.nan) == 10 && steps.nearest(1e300) == 50 && steps.nearest(-1e300) == 10)
        let huge = try #require(ControlSteps(least: .min, most: .max, step: .max))
        #expect(huge.floor(.infinity) == huge.most)
        #expect(huge.nearest(0) >= huge.least)
        let all = try #require(ControlSteps(least: .min, most: .max))
        let range = try #require(ExposureRange(times: all))
        #expect(range.times.least == 1 && range.times.most == 1 << 31)
    }

    @Test("The camera's power line frequency applies unless something else is chosen")
    func mains() {
        #expect(MainsFrequency(powerLineFrequency: 0) == nil)
        #expect(MainsFrequency(powerLineFrequency: 1) == .hertz50)
        #expect(MainsFrequency(powerLineFrequency: 2) == .hertz60)
        #expect(MainsFrequency(powerLineFrequency: 3) == nil)
        #expect(MainsChoice.camera.frequency(camera: .hertz60) == .hertz60)
        #expect(MainsChoice.none.frequency(camera: .hertz60) == nil)
        #expect(MainsChoice.fixed(.hertz50).frequency(camera: nil) == .hertz50)
    }
}
