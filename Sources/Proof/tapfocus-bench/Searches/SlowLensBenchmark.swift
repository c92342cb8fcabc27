import CameraLaws
import FocusCore

/// The frames from the tap to the hold with lenses that need time for their way. Each tap begins where the one before has ended, with
/// what that has learned of the lens and its curve.
enum SlowLensBenchmark {
    private static let speeds = [20.0, 40, 100, 400]
    private static let lags = 0...4

    /// Taps one after the other.
    private struct Taps {
        private var frames = 0
        private var count = 0
        private var worst = 0
        private var positions = 0
        private var mostPositions = 0
        private(set) var missed = 0

        /// - Parameter width: of all summits, on a foot of a 400th of their height; nil: summits of any width without a foot.
        init(_ kind: SlowLens.Kind, _ number: Int, width: Double? = nil, isKnown: Bool = true) {
            let scenes = SearchScene.all(startingAtRandom: true)
            var learned: LensDelay?
            var experience = FocusExperience()
            var start = 0
            for tap in 0..<number {
                let other = scenes[tap % scenes.count]
                let scene = SearchScene(
                    peak: other.peak, width: width ?? other.width, start: start, seed: other.seed &+ UInt64(tap),
                    curve: width == nil ? .hyperbola(floor: 0) : .square(floor: 0.0025))
                let cost = SearchFrames(scene: scene, kind: kind).tapFocus(
                    learned: learned, experience: experience)
                frames += cost.frames
                count += 1
                worst = max(worst, cost.frames)
                positions += cost.evaluations
                mostPositions = max(mostPositions, cost.evaluations)
                if cost.error > scene.width / 2 { missed += 1 }
                learned = cost.learned
                if isKnown { experience = cost.experience }
                start = cost.position
            }
        }

        var mean: Double { Double(frames) / Double(max(count, 1)) }
        var words: String { "\(mean.decimal(1)) (\(worst))" }
        var positionWords: String {
            "\((Double(positions) / Double(max(count, 1))).decimal(1)) (\(mostPositions)) positions"
        }
    }

    static func run() {
        for (positions, unit) in [(1024, 1.0), (256, 4.0)] {
            Table.headline(
                "Frames from tap to held, mean (worst) of 400 taps, lenses of \(positions) units with a speed")
            print(line("lag of the lens, in frames", lags.map { "\($0)" }, ""))
            for speed in speeds {
                let taps = lags.map { Taps(SlowLens.Kind(lag: $0, speed: speed, unit: unit), 400) }
                let missed = taps.reduce(0) { $0 + $1.missed }
                print(line("\(Int(speed)) units a frame", taps.map(\.words), "missed: \(missed)"))
            }
        }
        Table.headline("On hills of 52 positions of 1024, whose foot is a 400th of their height: frames, and positions")
        for isKnown in [false, true] {
            let taps = Taps(SlowLens.Kind(), 400, width: 52, isKnown: isKnown)
            let name = isKnown ? "after other taps" : "nothing known of the hills"
            print(line(name, [taps.words], "\(taps.positionWords), missed: \(taps.missed); the aim is 7 (11)"))
        }
        Table.headline("Frames from tap to held, 500 taps, 1024 units, one move in 50 shows 1 to 6 frames late")
        for speed in [40, Double.infinity] {
            let pairs = lags.map { lag in
                (
                    Taps(SlowLens.Kind(lag: lag, speed: speed), 500),
                    Taps(SlowLens.Kind(lag: lag, speed: speed, hiccups: 0.02), 500)
                )
            }
            let name = speed.isFinite ? "\(Int(speed)) units a frame" : "a lens that jumps"
            let words = pairs.map { "\($0.1.mean.decimal(1)) (\(($0.1.mean / $0.0.mean * 100 - 100).decimal()) %)" }
            print(line(name, words, "missed: \(pairs.reduce(0) { $0 + $1.1.missed }); the aim is at most 15 %"))
        }
    }

    private static func line(_ name: String, _ cells: [String], _ remark: String) -> String {
        "  " + name.padding(to: 30) + cells.map { $0.leftPadding(to: 12) }.joined() + "  " + remark
    }
}
