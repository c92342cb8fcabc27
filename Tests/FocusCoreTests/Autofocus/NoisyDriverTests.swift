import SimulatedDevices
import Testing

@testable import FocusCore

/// Searches in noise that does not fade with the sharpness, as that of pixels in poor light, and with a broken frame.
struct NoisyDriverTests {
    private struct Counts {
        var right = 0
        var wrong = 0
        var outcomes: [FocusSearchReport.Outcome: Int] = [:]
    }

    /// 400 searches.
    /// - Parameters:
    ///   - noise: the deviation of a frame's sharpness, as a share of the summit's.
    ///   - height: of the summit.
    private static func searches(
        noise: Double, height: Double = 1, isBroken: Bool = false, seed: UInt64
    ) throws -> Counts {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var counts = Counts()
        for number in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed &+ number &* 977)
            let start = Int64(random.integer(0...1023))
            var lens = LaggingLens(at: start)
            lens.curve = .hyperbola(floor: 0)
            lens.peak = random.number(0...1023)
            lens.width = random.number(80...200)
            lens.lag = random.integer(0...3)
            let learned = random.chance(0.5) ? LensDelay.learned(LensMotion(lag: lens.lag, upTo: 1023)) : nil
            let broken = isBroken ? random.integer(0...20) : -1
            var driver = FocusDriver(range: range, start: start, learned: learned)
            var report: FocusSearchReport?
            for frame in 0..<1000 where report == nil {
                var picture = lens.frame()
                picture.sharpness = max(
                    height * picture.sharpness + random.factor(noise: 0.2) * 5 * noise - 5 * noise, 0)
                if frame == broken { picture.sharpness *= random.pick([0.1, 0.3, 3]) }
                switch driver.look(picture) {
                case .wait: continue
                case .move(let position): lens.write(position)
                case .finished(let end): report = end
                }
            }
            let end = try #require(report, "seed \(seed), search \(number)")
            counts.outcomes[end.outcome, default: 0] += 1
            if end.outcome != .found {
                #expect(end.position == start, "the lens is back where it was")
            } else if abs(Double(end.position) - lens.peak) <= lens.width / 2 {
                counts.right += 1
            } else {
                counts.wrong += 1
            }
        }
        return counts
    }

    @Test(
        "Noise of a twentieth and of a tenth of the summit leads astray at most one search in a hundred",
        arguments: [0.05, 0.1])
    func noise(_ noise: Double) throws {
        let counts = try Self.searches(noise: noise, seed: 41)
        print("noise \(noise): \(counts)")
        #expect(counts.right >= 380 && counts.wrong <= 4)
    }

    @Test("Nothing but noise is too noisy, and hardly ever taken for a summit")
    func nothing() throws {
        let counts = try Self.searches(noise: 1, height: 1e-6, seed: 42)
        print("nothing but noise: \(counts)")
        #expect(counts.right + counts.wrong <= 12)
        #expect(counts.outcomes[.noisy, default: 0] > counts.outcomes[.flat, default: 0])
    }

    @Test("A single broken frame decides nothing", arguments: [0.01, 0.1])
    func broken(_ noise: Double) throws {
        let counts = try Self.searches(noise: noise, isBroken: true, seed: 43)
        print("a broken frame, noise \(noise): \(counts)")
        #expect(counts.right >= 380 && counts.wrong <= 12)
    }
}
