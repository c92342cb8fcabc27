import FocusCore

/// The focus search frame by frame, with a lens that arrives some frames after each call.
struct SearchFrames {
    let scene: SearchScene
    /// The lens's lag, in frames.
    let lag: Int
    let noise = 0.01

    /// The cost of a search, from the first frame after the tap to the one that confirms the lens at the peak.
    struct Cost {
        var frames: Int
        /// In positions.
        var error: Double
        var learned: LensDelay?
    }

    func tapFocus(learned: LensDelay?) -> Cost {
        guard let range = LensRange(minimum: 0, maximum: Int64(SearchScene.positions - 1)) else {
            return Cost(frames: 0, error: .infinity)
        }
        var lens = SearchLens(scene, noise: noise)
        var driver = FocusDriver(range: range, start: Int64(scene.start), learned: learned)
        var written = [Int64](repeating: Int64(scene.start), count: lag + 1)
        for number in 0..<1000 {
            let sharpness = lens.measure(at: Double(written[written.count - 1 - lag]))
            let frame = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: Int64(number) * 33_333_333),
                lens: written.last, sharpness: sharpness, mean: 0.5)
            switch driver.look(frame) {
            case .wait: written.append(written.last ?? 0)
            case .move(let position): written.append(position)
            case .finished(let report):
                let isHeld = report.outcome == .found
                return Cost(
                    frames: number + 1, error: isHeld ? abs(Double(report.position) - scene.peak) : .infinity,
                    learned: driver.learnedDelay)
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
        }
    }

    private static func row(_ name: String, _ scenes: [SearchScene], _ run: (SearchFrames) -> SearchFrames.Cost) {
        var missed = 0
        let means = (0...5).map { lag in
            let costs = scenes.map { scene in (scene, run(SearchFrames(scene: scene, lag: lag))) }
            missed += costs.count { $0.1.error > $0.0.width / 2 }
            let sum = costs.reduce(0) { $0 + $1.1.frames }
            return "\(Int((Double(sum) / Double(costs.count)).rounded()))"
        }
        print("  " + name.padding(to: 40) + cells(means) + "  missed: \(missed)")
    }

    private static func cells(_ texts: [String]) -> String { texts.map { $0.leftPadding(to: 6) }.joined() }
}
