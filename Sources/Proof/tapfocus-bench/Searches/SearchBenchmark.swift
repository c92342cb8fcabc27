/// Compares the focus search with others, over 1024 lens positions.
enum SearchBenchmark {
    static func run() {
        for isRandom in [false, true] { compare(startingAtRandom: isRandom) }
        SearchFramesBenchmark.run()
        SlowLensBenchmark.run()
    }

    private static func compare(startingAtRandom isRandom: Bool) {
        Table.headline(
            "Focus search, 400 peaks over 1024 positions, starting "
                + (isRandom ? "at random positions" : "at an end"))
        print(line("", SearchFigures.columns.map(\.name) + ["missed 0/1/3%"]))
        let scenes = SearchScene.all(startingAtRandom: isRandom)
        let found = SearchMethod.all.map { (name: $0.name, figures: SearchFigures($0, scenes)) }
        for row in found { print(line(row.name, row.figures.words)) }
        // The first two are our search and the Raspberry Pi's.
        let verdict = SearchVerdict(aim: found[1].figures.values.map { $0 * 0.85 }, peers: Array(found.dropFirst()))
        print(line("85 % of Raspberry Pi's here, at most", verdict.aimWords))
        print("  " + verdict.words(on: found[0].figures))
    }

    private static func line(_ name: String, _ cells: [String]) -> String {
        "  " + name.padding(to: 40) + cells.map { $0.leftPadding(to: 8) }.joined(separator: " ")
    }
}

/// A row of the table: the results of a method in all scenes, at the three noise levels.
struct SearchFigures {
    /// The columns from left to right: mean and largest number of evaluations, mean travel of the lens, mean error at each noise level,
    /// both in positions. In some of them a search has to be better than each peer: evaluations, error under noise. The travel has no
    /// aim: each position costs frames, a long way of a fast lens costs none.
    static let columns: [(name: String, digits: Int, hasAim: Bool, isCompared: Bool)] = [
        ("mean", 1, true, true), ("worst", 0, true, false), ("travel", 0, false, false), ("err 0%", 2, true, false),
        ("err 1%", 2, true, true), ("err 3%", 2, true, true),
    ]

    /// The value of each column.
    let values: [Double]
    /// Number of missed peaks for each noise level.
    let missed: [Int]

    init(_ method: SearchMethod, _ scenes: [SearchScene]) {
        let results = [0, 0.01, 0.03].map { SearchResult(method, scenes, noise: $0) }
        let mean = results.map(\.evaluations).reduce(0, +) / 3
        let worst = Double(results.map(\.worst).max() ?? 0)
        values = [mean, worst, results.map(\.travel).reduce(0, +) / 3] + results.map(\.error)
        missed = results.map(\.missed)
    }

    var words: [String] {
        zip(values, Self.columns).map { $0.decimal($1.digits) } + [missed.map { "\($0)" }.joined(separator: "/")]
    }
}

/// The results of a method in all scenes at one noise level.
struct SearchResult {
    var evaluations = 0.0
    var worst = 0
    var travel = 0.0
    /// Mean error in positions, over all peaks, missed ones included.
    var error = 0.0
    /// The number of results more than half a width away from the peak.
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
