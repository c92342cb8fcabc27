import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// The findings of earlier searches, and what later ones make of them.
struct FocusExperienceTests {
    private func range() throws -> LensRange { try #require(LensRange(minimum: 0, maximum: 1023)) }

    @Test("A narrower summit is believed at once, a wider one little by little, and no summit without a width")
    func width() {
        var experience = FocusExperience()
        #expect(experience.width == nil)
        experience.found(at: 100, width: 80)
        #expect(experience.width == 80)
        experience.found(at: 100, width: 40)
        #expect(experience.width == 40)
        experience.found(at: 100, width: 400)
        #expect(experience.width.map { $0 > 40 && $0 < 50 } == true)
        for width in [nil, 0, -1, .nan, .infinity] as [Double?] { experience.found(at: 100, width: width) }
        #expect(experience.width.map { $0 > 40 && $0 < 50 } == true)
    }

    @Test("The other summit is the latest one, unless the lens is there")
    func summits() {
        var experience = FocusExperience()
        #expect(experience.another(than: 5) == nil)
        experience.found(at: 700, width: nil)
        #expect(experience.another(than: 5) == 700 && experience.another(than: 700) == nil)
        experience.found(at: 200, width: nil)
        experience.found(at: 200, width: nil)
        #expect(experience.another(than: 200) == 700 && experience.another(than: 5) == 200)
    }

    @Test(
        "A search goes first where a summit was before",
        arguments: [(300, 100, false), (700, 900, true)] as [(Int64, Int64, Bool)])
    func side(_ start: Int64, _ before: Int64, _ isUp: Bool) throws {
        var experience = FocusExperience()
        experience.found(at: before, width: nil)
        experience.found(at: start, width: nil)
        for (known, expected) in [(experience, isUp), (FocusExperience(), !isUp)] {
            var search = FocusSearch(range: try range(), start: start, experience: known)
            guard case .measure(let next) = search.take(sharpness: 1) else { continue }
            #expect((next > start) == expected, "\(start) → \(next)")
        }
    }

    @Test("On a flat foot the steps are twice as wide as the summit is known to be, as far as the lens is fast enough")
    func coarse() throws {
        var experience = FocusExperience()
        experience.found(at: 0, width: 60)
        for (known, mayGoFar, length) in [
            (experience, true, 120), (experience, false, 85), (FocusExperience(), true, 85),
        ] {
            var search = FocusSearch(range: try range(), start: 0, experience: known)
            search.mayGoFar = mayGoFar
            guard case .measure(let first) = search.take(sharpness: 1) else { continue }
            // From an end the first step is half as long again.
            #expect(first == length * 3 / 2)
            guard case .measure(let next) = search.take(sharpness: 1) else { continue }
            #expect(next == first + Int64(length))
        }
    }

    @Test("The first step leads to the summit that was found before, as far as the lens is fast enough")
    func former() throws {
        var experience = FocusExperience()
        experience.found(at: 700, width: 60)
        for (mayGoFar, place) in [(true, 700), (false, 342)] as [(Bool, Int64)] {
            var search = FocusSearch(range: try range(), start: 300, experience: experience)
            search.mayGoFar = mayGoFar
            #expect(search.take(sharpness: 1) == .measure(at: place))
        }
    }

    @Test("A found summit teaches its width, in the driver's units", arguments: [1, 4] as [Int64])
    func learned(_ step: Int64) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1020, step: step))
        var lens = LaggingLens(at: 0)
        lens.curve = .hyperbola(floor: 0)
        lens.peak = 640
        lens.width = 70
        var driver = FocusDriver(range: range, start: 0, learned: .given(frames: 0))
        #expect(driver.experience == FocusExperience())
        let report = try lens.run(&driver)
        #expect(report.outcome == .found && driver.experience.latest == report.position)
        #expect(driver.experience.width.map { abs($0 - 70) < 7 } == true, "\(driver.experience)")
    }

    @Test("With what is known, taps on things at three distances need fewer positions, and miss none")
    func flatFoot() throws {
        var (sums, missed) = ([0, 0], 0)
        for isKnown in [false, true] {
            var random = SplitMix64(seed: 61)
            var experience = FocusExperience()
            var start: Int64 = 0
            for _ in 0..<300 {
                var lens = LaggingLens(at: start)
                lens.curve = .hyperbola(floor: 0.0025)
                lens.peak = random.pick([180.0, 520, 830]) + random.number(-25...25)
                lens.width = random.number(50...70)
                lens.noise = 0.01
                lens.random = SplitMix64(seed: random.next())
                var driver = FocusDriver(
                    range: try range(), start: start, learned: .given(frames: 0), experience: experience)
                let report = try lens.run(&driver)
                if report.outcome != .found || abs(Double(report.position) - lens.peak) > 25 { missed += 1 }
                sums[isKnown ? 1 : 0] += report.evaluations
                if isKnown { experience = driver.experience }
                start = report.position
            }
        }
        print("three distances: \(sums.map { Double($0) / 300 }) positions, unknown and known; missed: \(missed)")
        #expect(sums[1] < sums[0] && missed == 0)
    }
}
