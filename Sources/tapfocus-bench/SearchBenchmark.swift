import Foundation

/// The focus search beside others, over 1024 lens positions.
enum SearchBenchmark {
    static func run() {
        for isRandom in [false, true] {
            Table.headline(
                "Focus search, 400 peaks over 1024 positions, starting "
                    + (isRandom ? "at random positions" : "at an end"))
            print(
                "  " + "".padding(to: 40)
                    + ["mean", "worst", "travel", "err 0%", "1%", "3%", "missed 0/1/3%"]
                    .map { $0.leftPadding(to: 8) }.joined())
            let scenes = SearchScene.all(startingAtRandom: isRandom)
            for method in SearchMethod.allCases { print(row(method, scenes)) }
        }
        SearchFramesBenchmark.run()
    }

    private static func row(_ method: SearchMethod, _ scenes: [SearchScene]) -> String {
        let results = [0, 0.01, 0.03].map { SearchResult(method, scenes, noise: $0) }
        let mean = results.map(\.evaluations).reduce(0, +) / 3
        let travel = results.map(\.travel).reduce(0, +) / 3
        let worst = results.map(\.worst).max() ?? 0
        let numbers =
            [String(format: "%.1f", mean), "\(worst)", String(format: "%.0f", travel)]
            + results.map { String(format: "%.2f", $0.error) } + [results.map { "\($0.missed)" }.joined(separator: "/")]
        return "  " + method.name.padding(to: 40) + numbers.map { $0.leftPadding(to: 8) }.joined()
    }
}

/// What a method did in all scenes at one noise.
struct SearchResult {
    var evaluations = 0.0
    var worst = 0
    var travel = 0.0
    /// In positions, of the peaks that were not missed and those that were.
    var error = 0.0
    /// More than half a width away.
    var missed = 0

    init(_ method: SearchMethod, _ scenes: [SearchScene], noise: Double) {
        for scene in scenes {
            var lens = SearchLens(scene, noise: noise)
            method.run(&lens)
            evaluations += Double(lens.evaluations) / Double(scenes.count)
            worst = max(worst, lens.evaluations)
            travel += lens.travel / Double(scenes.count)
            let distance = abs(lens.position - scene.peak)
            error += distance / Double(scenes.count)
            if distance > scene.width / 2 { missed += 1 }
        }
    }
}
