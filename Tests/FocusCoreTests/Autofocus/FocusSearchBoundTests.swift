import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// Bounds that hold for every search, whatever its input.
struct FocusSearchBoundTests {
    @Test("A flat scene is flat, and the lens goes back to its start", arguments: [0, 0.01, 0.03])
    func flat(_ noise: Double) throws {
        var random = SplitMix64(seed: 77)
        for level in [0, 1e-9, 1, 1e12] {
            for _ in 0..<200 {
                let range = try #require(
                    random.chance(0.5)
                        ? LensRange(minimum: 0, maximum: 1023) : LensRange(minimum: 0, maximum: 250, step: 5))
                let start = range.nearest(to: Int64(random.integer(0...1023)))
                let run = try #require(
                    FocusSearch.run(range, start: start) { _ in level * random.factor(noise: noise) })
                #expect(run.outcome.result == .flat && run.outcome.position == start)
            }
        }
    }

    @Test("A flat scene is told after 16 positions at most", arguments: [0, 1023] as [Int64])
    func flatSoon(_ first: Int64) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        for start in stride(from: first, through: 1023 - first, by: first == 0 ? 11 : -11) {
            let run = try #require(FocusSearch.run(range, start: start) { _ in 1 })
            #expect(run.outcome.result == .flat && run.visits.count <= 16, "from \(start): \(run.visits)")
        }
    }

    @Test("Where noise hides what a summit would rise, a search that finds none is noisy; where it does not, flat")
    func noisyOrFlat() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        for (level, noise, result) in [
            (1, 0.2, .noisy), (1, 0.01, .flat), (0.0001, 0.00005, .flat), (0.0005, 0.0005, .noisy), (0, 0, .flat),
        ] as [(Double, Double, FocusSearchReport.Outcome)] {
            var search = FocusSearch(range: range, start: 500)
            while case .measure = search.step { _ = search.take(sharpness: level, noise: noise) }
            guard case .finished(let outcome, let position) = search.step else { continue }
            #expect(outcome == result && position == 500, "\(level), noise \(noise)")
        }
    }

    @Test("A frame at a summit or of an even picture leaves no doubt; a fainter or black one does")
    func clear() throws {
        let search = FocusSearch(range: try #require(LensRange(minimum: 0, maximum: 1023)), start: 0)
        for (sharpness, isClear) in [(0.6, true), (0.1, false), (0.001, false), (0.0001, true), (0, false)] {
            #expect(search.isClear(sharpness) == isClear, "\(sharpness)")
        }
    }

    @Test("An image of pure noise, whose sharpness is near 0 with negative values cut off, is flat")
    func noisyPicture() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var random = SplitMix64(seed: 79)
        for _ in 0..<500 {
            let start = range.nearest(to: Int64(random.integer(0...250)))
            let run = try #require(
                FocusSearch.run(range, start: start) { _ in max(0, (random.factor(noise: 0.1) - 1) * 0.0007) })
            #expect(run.outcome.result == .flat && run.outcome.position == start)
        }
    }

    @Test("Noise of 10 % alone is taken for a peak in fewer than one in a hundred scenes")
    func noiseOnly() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var random = SplitMix64(seed: 78)
        var found = 0
        for _ in 0..<2000 {
            let start = Int64(random.integer(0...1023))
            let run = try #require(FocusSearch.run(range, start: start) { _ in random.factor(noise: 0.1) })
            if run.outcome.result == .found { found += 1 } else { #expect(run.outcome.position == start) }
        }
        print("noise of 10 % alone: a peak in \(found) of 2000")
        #expect(found < 20)
    }

    @Test("A search ends within its evaluations, inside the range and on its grid, whatever it measures")
    func anything() throws {
        for seed in 0..<4000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let range = try #require(Self.range(&random))
            var settings = FocusSearchSettings()
            if random.chance(0.5) { Self.spoil(&settings, &random) }
            let most = settings.evaluations.clamped(to: 3...48)
            let kind = random.integer(0...5)
            let start = Int64(bitPattern: random.next())
            let run = try #require(
                FocusSearch.run(range, start: start, settings: settings) { _ in Self.sharpness(kind, &random) },
                "seed \(seed)")
            #expect(run.outcome.evaluations == run.visits.count && run.visits.count <= most, "seed \(seed)")
            for position in run.visits + [run.outcome.position] {
                #expect(position == range.nearest(to: position), "seed \(seed): \(position)")
            }
            if run.outcome.result == .flat { #expect(run.outcome.position == range.nearest(to: start)) }
        }
    }

    @Test("After the end nothing changes any more")
    func afterTheEnd() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 3))
        var search = FocusSearch(range: range, start: 0)
        while case .measure = search.step { _ = search.take(sharpness: 1) }
        let end = search
        #expect(search.take(sharpness: 7) == end.step && search == end)
    }

    private static func range(_ random: inout SplitMix64) -> LensRange? {
        switch random.integer(0...3) {
        case 0: LensRange(minimum: 0, maximum: Int64(random.integer(1...12)))
        case 1: LensRange(minimum: -500, maximum: 500, step: Int64(random.integer(0...300)))
        // The tests sum up travel, which must not overflow.
        case 2: LensRange(minimum: -(Int64(1) << 56), maximum: Int64(1) << 56, step: Int64(random.integer(1...9)))
        default: LensRange(minimum: 0, maximum: 1023)
        }
    }

    private static func spoil(_ settings: inout FocusSearchSettings, _ random: inout SplitMix64) {
        func any(_ random: inout SplitMix64) -> Double {
            random.pick([0, -1, 2, 1e-9, 0.5, .nan, .infinity, -.infinity, random.number(0...1)])
        }
        settings.coarseStep = any(&random)
        settings.longestStep = any(&random)
        settings.fineStep = any(&random)
        settings.contrastRatio = any(&random)
        settings.certainRatio = any(&random)
        settings.noise = any(&random)
        settings.confirmations = random.pick([.min, 0, 3, .max])
        settings.retries = random.pick([.min, 0, 3, .max])
        settings.evaluations = random.pick([.min, 0, 7, 40, .max])
    }

    private static func sharpness(_ kind: Int, _ random: inout SplitMix64) -> Double {
        switch kind {
        case 0: Double(bitPattern: random.next())
        case 1: random.number(0...1)
        case 2: .nan
        case 3: random.pick([0, .infinity, -1, .nan, 1e308, 1e-300])
        case 4: random.factor(noise: 0.5)
        default: 0
        }
    }

    @Test("The last gaps beside a sample that stands out are measured when its coarse step is two positions")
    func lastGaps() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 24))
        var search = FocusSearch(range: range, start: 0)
        #expect(search.settings.steps(search.settings.coarseStep, of: range) == 2)
        for index in stride(from: 0, through: 24, by: 2) { search.samples.add(index == 12 ? 1.1 : 1, at: index) }
        #expect(search.unseenGap() == 12, "the one that stands out may be an accident")
        search.samples.add(1.1, at: 12)
        #expect(search.unseenGap() == 11)
        search.samples.add(1, at: 11)
        #expect(search.unseenGap() == 13)
        search.samples.add(1, at: 13)
        #expect(search.unseenGap() == nil)
    }

    @Test("A position that promises contrast is always inside the range, and may be either of its ends")
    func contrastingPlaces() throws {
        var atEnds = (first: 0, last: 0)
        for seed in 0..<600 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let last = random.integer(6...60)
            let range = try #require(LensRange(minimum: 0, maximum: Int64(last)))
            let peak = random.number(0...Double(last))
            let width = random.number(0.3...1.5) * Double(last)
            var search = FocusSearch(range: range, start: Int64(random.integer(0...last)))
            var step = search.step
            for _ in 0..<50 {
                guard case .measure(let position) = step else { break }
                let sharpness = SharpnessCurve.hyperbola(floor: 0).value(Double(position), peak: peak, width: width)
                step = search.take(sharpness: sharpness * random.factor(noise: 0.01))
                guard let place = search.contrastingPlace() else { continue }
                #expect((0...last).contains(place), "seed \(seed)")
                if place == 0 { atEnds.first += 1 }
                if place == last { atEnds.last += 1 }
            }
        }
        #expect(atEnds.first > 0 && atEnds.last > 0, "\(atEnds)")
    }

    @Test(
        "Of two ends that were not measured, the nearer one comes first",
        arguments: [(50, 40), (59, 40), (61, 80), (70, 80)])
    func nearerEnd(_ lens: Int, _ place: Int) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 120))
        var search = FocusSearch(range: range, start: Int64(lens))
        #expect(search.settings.steps(search.settings.coarseStep, of: range) == 10)
        for index in [50, 60, 70] { search.samples.add(1, at: index) }
        #expect(search.unseenEnd() == place)
    }

    @Test(
        "Beside a sample that stands out a flat range is searched at half the step for each retry, at most three times")
    func mostRetries() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        func visits(_ retries: Int) throws -> [Int64] {
            let settings = FocusSearchSettings().with {
                $0.coarseStep = 0.25
                $0.retries = retries
                $0.evaluations = 48
            }
            return try #require(FocusSearch.run(range, start: 0, settings: settings) { $0 == 640 ? 1.2 : 1 }).visits
        }
        for retries in 1...3 {
            let fewer = try visits(retries - 1)
            let more = try visits(retries)
            #expect(more.count > fewer.count && more.starts(with: fewer), "\(retries)")
        }
        for (retries, same) in [(.min, 0), (-1, 0), (4, 3), (.max, 3)] as [(Int, Int)] {
            #expect(try visits(retries) == visits(same), "\(retries)")
        }
    }

    @Test("A doubtful contrast is measured again one to eight times, whatever is set")
    func mostConfirmations() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        for start in stride(from: 0, through: 1000, by: 100) as StrideThrough<Int64> {
            func visits(_ confirmations: Int) throws -> [Int64] {
                let settings = FocusSearchSettings().with {
                    $0.confirmations = confirmations
                    $0.evaluations = 48
                }
                return try #require(
                    FocusSearch.run(range, start: start, settings: settings) {
                        SharpnessCurve.hyperbola(floor: 1.5).value(Double($0), peak: 440, width: 80)
                    }
                ).visits
            }
            let once = try visits(1)
            let often = try visits(8)
            #expect(often.count > once.count, "from \(start)")
            for (confirmations, expected) in [(.min, once), (0, once), (9, often), (.max, often)] as [(Int, [Int64])] {
                #expect(try visits(confirmations) == expected, "\(confirmations) from \(start)")
            }
        }
    }
}
