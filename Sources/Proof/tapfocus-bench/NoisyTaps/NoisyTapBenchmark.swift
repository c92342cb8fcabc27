import FocusCore
import SimulatedDevices

/// Taps on random scenes before a camera of 160 × 120 pixels with noise: what the search tells of them, and what is true.
enum NoisyTapBenchmark {
    /// Seeds that were not used while the search was tuned.
    private static let seeds: [UInt64] = [7004, 7005, 7006]
    private static let taps = 2000
    /// The longest search, in frames: 8 s.
    private static let longest = 240

    /// The noise of a row, and whether one of a tap's first frames is broken.
    private static let rows: [(noise: Double, isBroken: Bool)] = [
        (0, false), (2, false), (8, false), (0, true), (8, true),
    ]

    /// - Parameter seed: of the scenes, a number from 0; nil: three seeds, each for itself.
    static func run(seed: String?) throws {
        let chosen = seed.flatMap { UInt64($0) }
        if let seed, chosen == nil { throw Failure("the seed of --noisy-taps is \(seed), and must be a number from 0") }
        Table.headline(
            "Taps on random scenes, a camera of 160 × 120 with noise in levels of 255, \(taps) taps for each row")
        print(
            """
              Textures, contrasts, distances, points, lens positions and lags are random. Pixels are rendered with a blur disc of up
              to 12…32 pixels and measured as the engine measures them, in its region. Sharp: the blur disc of something in the region
              is at most two pixels wide, the finest line that a sensor shows. Wrong: "converged", and not sharp. Nothing: the detail
              that focusing brings out is weaker than a pixel's noise; such taps are counted apart, and right is "failed" or sharp.
            """)
        print(row("", ["sharp", "wrong", "failed", "frames", "worst", "places", "nothing", "right"]))
        for seed in chosen.map({ [$0] }) ?? seeds {
            for isHeldOut in [false, true] {
                var random = SplitMix64(seed: 1976)
                let textures = NoisyTexture.all(&random).filter { $0.isHeldOut == isHeldOut }
                for (noise, isBroken) in rows {
                    var counts = Counts()
                    var random = SplitMix64(seed: seed)
                    while counts.taps < taps {
                        let scene = NoisyTapScene(textures, &random)
                        counts.add(scene, noise: noise, broken: isBroken ? random.integer(0...20) : nil)
                    }
                    let name =
                        "seed \(seed), noise \(Int(noise))" + (isBroken ? ", one broken frame" : "")
                        + (isHeldOut ? ", kept apart" : "")
                    print(row(name, counts.cells))
                }
            }
        }
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        "  " + name.padding(to: 48) + cells.map { $0.leftPadding(to: 8) }.joined()
    }

    private struct Counts {
        var taps = 0
        private var sharp = 0
        private var wrong = 0
        private var frames = 0
        private var worst = 0
        private var evaluations = 0
        private var nothing = 0
        private var nothingFailed = 0

        mutating func add(_ scene: NoisyTapScene, noise: Double, broken: Int?) {
            let report = NoisyTapBenchmark.tap(scene, noise: noise, broken: broken)
            guard scene.detail > max(noise, 1) else {
                nothing += 1
                if report.outcome != .found || scene.isSharp(lens: Double(report.position)) { nothingFailed += 1 }
                return
            }
            taps += 1
            frames += report.frames
            worst = max(worst, report.frames)
            evaluations += report.evaluations
            guard report.outcome == .found else { return }
            if scene.isSharp(lens: Double(report.position)) { sharp += 1 } else { wrong += 1 }
        }

        var cells: [String] {
            func share(_ part: Int, _ whole: Int) -> String {
                (Double(part) / Double(max(whole, 1)) * 100).decimal(1) + " %"
            }
            func mean(_ sum: Int) -> String { (Double(sum) / Double(max(taps, 1))).decimal(1) }
            return [
                share(sharp, taps), share(wrong, taps), share(taps - sharp - wrong, taps), mean(frames), "\(worst)",
                mean(evaluations), "\(nothing)", share(nothingFailed, nothing),
            ]
        }
    }

    private static func tap(_ scene: NoisyTapScene, noise: Double, broken: Int?) -> FocusSearchReport {
        var camera = NoisyTapCamera(scene, noise: noise, broken: broken)
        let learned = scene.isLagKnown ? LensDelay.learned(LensMotion(lag: scene.lag, upTo: 1023)) : nil
        var driver = FocusDriver(range: NoisyTapScene.lens, start: Int64(scene.start), learned: learned)
        for _ in 0..<longest {
            switch driver.look(camera.frame()) {
            case .wait: break
            case .move(let position): camera.write(position)
            case .finished(let report): return report
            }
        }
        return driver.giveUp()
    }
}
