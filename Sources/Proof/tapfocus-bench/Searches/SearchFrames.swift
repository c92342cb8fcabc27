import FocusCore

/// The focus search frame by frame, with a lens that arrives some frames after each call.
struct SearchFrames {
    let scene: SearchScene
    let kind: SlowLens.Kind
    let noise = 0.01

    /// The cost of a search, from the first frame after the tap to the one that confirms the lens at the peak.
    struct Cost {
        var frames: Int
        /// In positions of the scene.
        var error: Double
        var learned: LensDelay?
        var experience = FocusExperience()
        /// Where the lens is held, in positions of the scene.
        var position = 0
        /// The positions that were measured.
        var evaluations = 0
    }

    func tapFocus(learned: LensDelay?, experience: FocusExperience = FocusExperience()) -> Cost {
        guard let range = LensRange(minimum: 0, maximum: Int64(Double(SearchScene.positions) / kind.unit) - 1) else {
            return Cost(frames: 0, error: .infinity)
        }
        let start = range.nearest(to: Int64((Double(scene.start) / kind.unit).rounded()))
        var view = SearchLens(scene, noise: noise)
        var lens = SlowLens(kind, at: start, seed: scene.seed)
        var driver = FocusDriver(range: range, start: start, learned: learned, experience: experience)
        for number in 0..<1000 {
            let sharpness = view.measure(at: lens.next() * kind.unit)
            let frame = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: Int64(number) * 33_333_333),
                lens: lens.written, sharpness: sharpness, mean: 0.5)
            switch driver.look(frame) {
            case .wait: break
            case .move(let position): lens.write(position)
            case .finished(let report):
                let isHeld = report.outcome == .found
                let place = Double(report.position) * kind.unit
                return Cost(
                    frames: number + 1, error: isHeld ? abs(place - scene.peak) : .infinity,
                    learned: driver.learnedDelay, experience: driver.experience, position: Int(place),
                    evaluations: report.evaluations)
            }
        }
        return Cost(frames: 1000, error: .infinity)
    }

    /// Each evaluation but the first, and the move to the peak, cost `step_frames` with every lens. libcamera uses
    /// one more frame after those; it is not counted here.
    func raspberryPi() -> Cost {
        var lens = SearchLens(scene, noise: noise)
        RaspberryPiSearch().run(&lens)
        let steps = lens.evaluations - (scene.start == 0 ? 1 : 0) + 1
        return Cost(frames: 1 + steps * 5, error: abs(lens.position - scene.peak))
    }
}

/// The frames from the tap to the hold, for each lag of the lens.
enum SearchFramesBenchmark {
    static func run() {
        for isRandom in [false, true] {
            Table.headline(
                "Frames from tap to held, mean of 400 peaks at 1 % noise, starting "
                    + (isRandom ? "at random positions" : "at an end"))
            print("  " + "lag of the lens, in frames".padding(to: 40) + cells((0...5).map { "\($0)" }))
            let scenes = SearchScene.all(startingAtRandom: isRandom)
            row("TapFocus, lens not known yet", scenes) { $0.tapFocus(learned: nil) }
            row("TapFocus, after one search", scenes) { search in
                search.tapFocus(learned: search.tapFocus(learned: nil).learned)
            }
            row("Raspberry Pi's constants (5 each)", scenes) { $0.raspberryPi() }
            limit("at most, lens not known yet", [13, nil, 20, nil, 26, nil])
            limit("at most, after one search", [9, nil, 14, nil, 18, nil])
        }
    }

    /// The aims at the lags that have one.
    private static func limit(_ name: String, _ frames: [Int?]) {
        print("  " + name.padding(to: 40) + cells(frames.map { $0.map { "\($0)" } ?? "-" }))
    }

    private static func row(_ name: String, _ scenes: [SearchScene], _ run: (SearchFrames) -> SearchFrames.Cost) {
        var missed = 0
        let means = (0...5).map { lag in
            let costs = scenes.map { scene in (scene, run(SearchFrames(scene: scene, kind: SlowLens.Kind(lag: lag)))) }
            missed += costs.count { $0.1.error > $0.0.width / 2 }
            let sum = costs.reduce(0) { $0 + $1.1.frames }
            return "\(Int((Double(sum) / Double(costs.count)).rounded()))"
        }
        print("  " + name.padding(to: 40) + cells(means) + "  missed: \(missed)")
    }

    private static func cells(_ texts: [String]) -> String { texts.map { $0.leftPadding(to: 6) }.joined() }
}
