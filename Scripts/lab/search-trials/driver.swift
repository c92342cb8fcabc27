import Foundation
func accidents() {
    let range = LensRange(minimum: 0, maximum: 1023)!
    let isV = CommandLine.arguments.contains("-v")
    for isTorn in [false, true] {
        var (right, wrong, other) = (0, 0, 0)
        for seed in 0..<1000 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(300...1000)
            lens.noise = 0.01
            var random = SplitMix64(seed: seed &+ 5000)
            let (first, length) = (random.integer(1...10), random.integer(1...3))
            let factor = random.pick([0.1, 0.3, 3])
            let known = LensDelay.learned(LensMotion(lag: 2, upTo: 1023))
            var driver = FocusDriver(range: range, start: 0, learned: known)
            var report: FocusSearchReport?
            var moves: [String] = []
            for number in 0..<400 where report == nil {
                lens.lag = !isTorn && number >= first && number < first + length ? 2 + length : 2
                var frame = lens.frame()
                if isTorn, number == first { frame.sharpness *= factor }
                switch driver.look(frame) {
                case .wait: moves.append(" \(number):\(f(frame.sharpness, 3))")
                case .move(let position): lens.write(position); moves.append(" \(number):\(f(frame.sharpness, 3))→\(position)")
                case .finished(let end): report = end
                }
            }
            guard let end = report, end.outcome == .found else { other += 1; continue }
            if abs(Double(end.position) - lens.peak) <= lens.width / 2 { right += 1 } else { wrong += 1
                if isV { print("  \(isTorn ? "torn" : "late") seed \(seed) first \(first) length \(length) factor \(factor): peak \(f(lens.peak)) found \(end.position):", moves.joined()) }
            }
        }
        print("ahead, \(isTorn ? "torn" : "late"): \(right) right, \(wrong) wrong, \(other) unfinished of 1000")
    }
}
func slow() {
    let range = LensRange(minimum: 0, maximum: 1023)!
    let isV = CommandLine.arguments.contains("-v")
    for (speed, lag) in [(20.0, 0), (30.0, 0), (60, 0), (75, 0), (75, 2), (95, 2), (95, 4), (120, 0), (400, 0), (30, 2), (60, 2), (120, 2), (120, 4), (1e9, 0), (1e9, 2), (1e9, 4)] as [(Double, Int)] {
        var (wrong, frames, evals, frames2) = (0, 0, 0, 0)
        for seed in 0..<600 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.speed = speed
            lens.lag = lag
            var learned: LensDelay?; var experience = FocusExperience(); var start: Int64 = 0
            for turn in 0...2 {
                lens.peak = lens.random.number(100...1000)
                var driver = FocusDriver(range: range, start: start, learned: learned, experience: experience)
                var report: FocusSearchReport?
                var moves: [String] = []
                for number in 0..<1000 where report == nil {
                    let frame = lens.frame()
                    switch driver.look(frame) {
                    case .wait: moves.append(" \(number):\(f(frame.sharpness, 3))")
                    case .move(let position): lens.write(position); moves.append(" \(number):\(f(frame.sharpness, 3))→\(position)")
                    case .finished(let end): report = end
                    }
                }
                guard let end = report else { wrong += 1; break }
                if end.outcome != .found || abs(Double(end.position) - lens.peak) > 40 { wrong += 1
                    if isV { print("  slow \(speed) lag \(lag) seed \(seed) turn \(turn): peak \(f(lens.peak)) \(end.outcome) \(end.position):", moves.joined()) } }
                if turn == 0 { frames += end.frames; evals += end.evaluations }
                if turn == 2 { frames2 += end.frames }
                learned = driver.learnedDelay; experience = driver.experience; start = end.position
            }
        }
        print("speed \(speed) lag \(lag): \(f(Double(frames) / 600)) frames new, \(f(Double(frames2) / 600)) third, \(f(Double(evals) / 600)) positions, \(wrong) wrong of 1800")
    }
}
func typical() {
    let range = LensRange(minimum: 0, maximum: 1023)!
    for (lag, floor) in [(4, 0.0), (2, 0.0), (4, 0.1)] as [(Int, Double)] {
        var frames = 0, evals = 0
        for seed in 0..<400 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.curve = .hyperbola(floor: floor)
            lens.random = SplitMix64(seed: seed)
            lens.lag = lag
            lens.noise = 0.01
            lens.width = lens.random.number(40...120)
            lens.peak = lens.random.number(0...1023)
            var driver = FocusDriver(range: range, start: 0, learned: .learned(LensMotion(lag: lag, upTo: 1023)))
            var report: FocusSearchReport?
            var moves: [String] = []
            for number in 0..<1000 where report == nil {
                let frame = lens.frame()
                switch driver.look(frame) {
                case .wait: moves.append(" \(number):\(f(frame.sharpness, 3))")
                case .move(let position): lens.write(position); moves.append(" \(number):\(f(frame.sharpness, 3))→\(position)")
                case .finished(let end): report = end
                }
            }
            frames += report!.frames; evals += report!.evaluations
            if seed < 8 { print("  lag \(lag) floor \(floor) peak \(f(lens.peak)) w \(f(lens.width)) found \(report!.position):", moves.joined()) }
        }
        print("lag \(lag) floor \(floor): \(f(Double(frames) / 400)) frames, \(f(Double(evals) / 400)) positions")
    }
}
func second() {
    let range = LensRange(minimum: 0, maximum: 1023)!
    for lag in [0, 2, 4] {
      var sums = [0, 0, 0], evals = [0, 0, 0], wrong = 0
      for seed in 0..<400 as Range<UInt64> {
        var random = SplitMix64(seed: seed &+ 77)
        var learned: LensDelay?; var experience = FocusExperience()
        for turn in 0...2 {
            var lens = LaggingLens(at: 0)
            lens.curve = .hyperbola(floor: 0)
            lens.random = SplitMix64(seed: random.next())
            lens.lag = lag
            lens.noise = 0.01
            lens.width = random.number(40...120)
            lens.peak = random.number(0...1023)
            var driver = FocusDriver(range: range, start: 0, learned: learned, experience: turn == 1 ? FocusExperience() : experience)
            var report: FocusSearchReport?
            var moves: [String] = []
            for number in 0..<1000 where report == nil {
                let frame = lens.frame()
                switch driver.look(frame) {
                case .wait: moves.append(" \(number):\(f(frame.sharpness, 3))")
                case .move(let position): lens.write(position); moves.append(" \(number):\(f(frame.sharpness, 3))→\(position)")
                case .finished(let end): report = end
                }
            }
            sums[turn] += report!.frames; evals[turn] += report!.evaluations
            if report!.outcome != .found || abs(Double(report!.position) - lens.peak) > 40 { wrong += 1; print("  wrong turn", turn, "lag", lag, "peak", f(lens.peak), f(lens.width), report!.outcome, report!.position, moves.joined()) }
            if seed < 6, CommandLine.arguments.contains("-v") { print("  turn \(turn) lag \(lag) peak \(f(lens.peak)) w \(f(lens.width)) found \(report!.position):", moves.joined()) }
            learned = driver.learnedDelay; experience = driver.experience
        }
      }
        print("end lag \(lag): unknown \(f(Double(sums[0]) / 400)) second \(f(Double(sums[1]) / 400)) third with experience \(f(Double(sums[2]) / 400)) positions \(f(Double(evals[1]) / 400)), \(wrong) wrong")
    }
}
func noisy() {
    let range = LensRange(minimum: 0, maximum: 1023)!
    let isV = CommandLine.arguments.contains("-v")
    for (noise, floor) in [(0.03, 0.3), (0.06, 0.3), (0.1, 0.3), (0.2, 0.3), (0.1, 0.05), (0.2, 0.05)] {
        var (right, wrong, other, frames, evals) = (0, 0, 0, 0, 0); var timeouts = 0; var per = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
        for seed in 0..<500 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.curve = .hyperbola(floor: floor)
            lens.random = SplitMix64(seed: seed)
            lens.noise = noise
            lens.lag = Int(seed % 5)
            lens.width = lens.random.number(40...120)
            var learned: LensDelay?; var experience = FocusExperience(); var start: Int64 = 0
            for turn in 0...2 {
                lens.peak = lens.random.number(0...1023)
                var driver = FocusDriver(range: range, start: start, learned: learned, experience: experience)
                var report: FocusSearchReport?
                var moves: [String] = []
                for number in 0..<240 where report == nil {
                    let frame = lens.frame()
                    switch driver.look(frame) {
                    case .wait: moves.append(" \(number):\(f(frame.sharpness, 2))")
                    case .move(let position): lens.write(position); moves.append(" \(number):\(f(frame.sharpness, 2))→\(position)")
                    case .finished(let end): report = end
                    }
                }
                if report == nil { timeouts += 1 }
                let end = report ?? driver.giveUp()
                frames += end.frames; per[turn][3] += end.frames; per[turn][end.outcome != .found ? 2 : abs(Double(end.position) - lens.peak) <= lens.width / 2 ? 0 : 1] += 1; evals += end.evaluations
                if end.outcome != .found { other += 1; if isV { print("  noisy \(noise) \(floor) seed \(seed) lag \(lens.lag) turn \(turn) peak \(f(lens.peak)) w \(f(lens.width)) \(end.outcome)", moves.joined()) } }
                else if abs(Double(end.position) - lens.peak) <= lens.width / 2 { right += 1 } else { wrong += 1; if isV { print("  noisy \(noise) \(floor) seed \(seed) lag \(lens.lag) turn \(turn) peak \(f(lens.peak)) w \(f(lens.width)) found \(end.position)", moves.joined()) } }
                learned = driver.learnedDelay; experience = driver.experience; start = end.position
            }
        }
        print("noise \(noise) floor \(floor): right \(right) wrong \(wrong) failed \(other) of 1500; \(f(Double(frames) / 1500)) frames \(f(Double(evals) / 1500)) positions \(timeouts) timeouts", per.map { "\($0[0])/\($0[1])/\($0[2]) \($0[3] / 500)f" }.joined(separator: "  "))
    }
}
