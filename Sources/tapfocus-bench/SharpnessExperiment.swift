import FocusCore
import Foundation
import SimulatedDevices

/// Compares measures of sharpness by how well they find the lens position where a scene is sharpest.
///
/// Each case is a sweep of the lens through 33 positions, with half a pixel of blur from one to the next and the focus
/// between two of them. A measure's result is its largest value, refined by a parabola through its neighbours.
enum SharpnessExperiment {
    private static let positions = 33
    private static let focus = 16.3
    private static let trials = 6
    /// In positions.
    private static let miss = 2.0
    /// In positions.
    private static let apart = 4

    static func run() {
        Table.headline(
            "Measures of sharpness: which one leads a search to the sharpest of \(positions) lens positions?")
        print(
            """
              A search compares two positions and goes to the sharper one, and gives up where no summit stands out. So the criterion:
              among the measures whose comparisons of two positions \(apart) apart (2 pixels of blur) are wrong at most a tenth more
              often than the best one's, over all cases, the one whose summit stands highest above the floor at 3 % of noise.
              Scenes: natural (1/f), weave, text, blinds; each with noise of 0, 1, 3, 10 % of white, as it is and smeared by
              demosaicing, with full and a tenth of the contrast, with steady brightness and one that changes by ±30 %
              from frame to frame; \(trials) sweeps each. A summit more than \(Int(miss)) positions off is missed.
            """)
        var random = SplitMix64(seed: 1976)
        let scenes = SharpnessScene.all(&random).map { scene in
            (0..<positions).map { scene.seen(blur: blur(at: Double($0))) }
        }
        printBlur(&random)
        let outcomes = sweepAll(scenes, &random)
        printRanks(outcomes)
    }

    /// The blur at a position, in pixels. Even in focus, a lens and a sensor blur by half a pixel.
    private static func blur(at position: Double) -> Double {
        let defocus = (position - focus) / 2
        return (0.25 + defocus * defocus).squareRoot()
    }

    /// One sweep under one of the conditions.
    private struct Outcome {
        var conditions: SharpnessConditions
        /// By measure: the distance between the summit found and the right one, in positions.
        var errors: [Double]
        /// By measure: the summit's value as a multiple of the values far out of focus.
        var contrasts: [Double]
        /// By measure: the share of comparisons that point away from the focus.
        var wrong: [Double]
    }

    private static func sweepAll(_ scenes: [[[Float]]], _ random: inout SplitMix64) -> [Outcome] {
        var outcomes: [Outcome] = []
        for noise in [0, 0.01, 0.03, 0.1] {
            for isSmeared in noise > 0 ? [false, true] : [false] {
                for contrast in [1, 0.1] {
                    for change in [0, 0.3] {
                        let conditions = SharpnessConditions(
                            noise: noise, isSmeared: isSmeared, contrast: contrast, brightnessChange: change)
                        for scene in scenes {
                            for _ in 0..<trials { outcomes.append(sweep(scene, conditions, &random)) }
                        }
                    }
                }
            }
        }
        return outcomes
    }

    private static func sweep(
        _ scene: [[Float]], _ conditions: SharpnessConditions, _ random: inout SplitMix64
    ) -> Outcome {
        var bytes = [UInt8](repeating: 0, count: SharpnessScene.width * SharpnessScene.height)
        let values = scene.map { seen in
            conditions.frame(of: seen, into: &bytes, &random)
            return SharpnessCandidates.values(of: bytes, width: SharpnessScene.width, height: SharpnessScene.height)
        }
        var outcome = Outcome(conditions: conditions, errors: [], contrasts: [], wrong: [])
        for measure in SharpnessCandidates.names.indices {
            let curve = values.map { $0[measure] }
            let floor = (curve.prefix(4) + curve.suffix(4)).sorted()[4]
            outcome.wrong.append(wrongComparisons(in: curve))
            outcome.errors.append(abs(summit(of: curve) - focus))
            outcome.contrasts.append((curve.max() ?? 0) / max(floor, 1e-12))
        }
        return outcome
    }

    /// For pairs of positions on the same side of the focus, a few apart, the nearer one should have the larger value.
    /// Returns the share of pairs where it has not.
    private static func wrongComparisons(in curve: [Double]) -> Double {
        let middle = Int(focus)
        let pairs = (0..<(curve.count - apart)).filter { $0 + apart <= middle || $0 > middle }
        let wrong = pairs.count { place in
            let isRising = place + apart <= middle
            return isRising ? curve[place + apart] <= curve[place] : curve[place + apart] >= curve[place]
        }
        return Double(wrong) / Double(pairs.count)
    }

    private static func summit(of curve: [Double]) -> Double {
        guard let place = curve.indices.max(by: { curve[$0] < curve[$1] }) else { return 0 }
        guard place > 0, place < curve.count - 1 else { return Double(place) }
        let bend = curve[place - 1] - 2 * curve[place] + curve[place + 1]
        return Double(place) + (bend == 0 ? 0 : (curve[place - 1] - curve[place + 1]) / (2 * bend))
    }

    /// Prints how the values fall with blur, without noise.
    private static func printBlur(_ random: inout SplitMix64) {
        let blurs = [0.5, 1, 1.5, 2, 3, 4, 6, 8]
        print(
            "\n  Natural scene, no noise: value by blur in pixels, as a share of that at 0.5; and spread under 3 % of noise at blur 1"
        )
        print(
            "  " + "".padding(to: 36) + blurs.map { "\($0)".leftPadding(to: 8) }.joined() + "spread".leftPadding(to: 9))
        var scenes = SplitMix64(seed: 1976)
        guard let scene = SharpnessScene.all(&scenes).first else { return }
        var bytes = [UInt8](repeating: 0, count: SharpnessScene.width * SharpnessScene.height)
        let values = blurs.map { blur in
            SharpnessConditions().frame(of: scene.seen(blur: blur), into: &bytes, &random)
            return SharpnessCandidates.values(of: bytes, width: SharpnessScene.width, height: SharpnessScene.height)
        }
        let seen = scene.seen(blur: 1)
        let noisy = (0..<40).map { _ in
            SharpnessConditions(noise: 0.03).frame(of: seen, into: &bytes, &random)
            return SharpnessCandidates.values(of: bytes, width: SharpnessScene.width, height: SharpnessScene.height)
        }
        for (measure, name) in SharpnessCandidates.names.enumerated() {
            let row = values.map { String(format: "%8.4f", $0[measure] / values[0][measure]) }.joined()
            let spread = deviation(noisy.map { $0[measure] }) / values[1][measure] * 100
            print("  " + name.padding(to: 36) + row + String(format: "%7.2f %%", spread))
        }
    }

    private static func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }

    private static func printRanks(_ outcomes: [Outcome]) {
        let groups: [(String, (SharpnessConditions) -> Bool)] = [
            ("no noise", { $0.noise == 0 }), ("1 %", { $0.noise == 0.01 }), ("3 %", { $0.noise == 0.03 }),
            ("10 %", { $0.noise == 0.1 }), ("smeared", { $0.isSmeared }), ("faint", { $0.contrast < 1 }),
            ("changing", { $0.brightnessChange > 0 }), ("all", { _ in true }),
        ]
        print(
            """

              Wrong comparisons in %: by noise; with smeared noise; with a tenth of the contrast; with changing brightness; in all.
              Then summits missed in % of all sweeps, the error of those found in positions, and summit over floor at 3 % of noise.
            """)
        let titles = (groups.map(\.0) + ["missed", "error", "contrast"]).map { $0.leftPadding(to: 9) }.joined()
        print("  " + "".padding(to: 36) + titles)
        var ranks: [Rank] = []
        for (measure, name) in SharpnessCandidates.names.enumerated() {
            let rank = Rank(measure, outcomes)
            ranks.append(rank)
            let row = groups.map { group in
                let members = outcomes.filter { group.1($0.conditions) }
                return members.reduce(0) { $0 + $1.wrong[measure] } / Double(members.count) * 100
            }
            let numbers = (row + [rank.missed]).map { String(format: "%9.1f", $0) }.joined()
            print("  " + name.padding(to: 36) + numbers + String(format: "%9.2f%9.1f", rank.error, rank.contrast))
        }
        let least = ranks.map(\.wrong).min() ?? 0
        let near = ranks.filter { $0.wrong <= least * 1.1 }
        guard let winner = near.max(by: { $0.contrast < $1.contrast }) else { return }
        print(
            "  First by this criterion: \(SharpnessCandidates.names[winner.measure]). Version 2, which ships, was chosen over photographs, too (--photographs)."
        )
    }

    /// The results of one measure over all sweeps.
    private struct Rank {
        var measure: Int
        /// In %.
        var wrong: Double
        /// In %.
        var missed: Double
        var error: Double
        var contrast: Double

        init(_ measure: Int, _ outcomes: [Outcome]) {
            self.measure = measure
            let count = Double(outcomes.count)
            wrong = outcomes.reduce(0) { $0 + $1.wrong[measure] } / count * 100
            let found = outcomes.map { $0.errors[measure] }.filter { $0 <= miss }
            missed = (1 - Double(found.count) / count) * 100
            error = found.reduce(0, +) / Double(max(found.count, 1))
            let contrasts = outcomes.filter { $0.conditions.noise == 0.03 }.map { $0.contrasts[measure] }.sorted()
            contrast = min(contrasts[contrasts.count / 2], 99_999)
        }
    }
}
