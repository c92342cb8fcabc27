import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// Frames that contradict the samples, flanks that are sent for at once, and the noise of the frame that confirms a summit.
struct FocusDriverDoubtTests {
    private func range() throws -> LensRange { try #require(LensRange(minimum: 0, maximum: 1023)) }

    /// A search that waits at each position for the frames of a lens that lags by two.
    private func waiting(attempts: Int) throws -> (driver: FocusDriver, lens: LaggingLens) {
        var lens = LaggingLens(at: 0)
        lens.peak = 900
        lens.lag = 2
        var driver = FocusDriver(
            range: try range(), start: 0, settings: FocusSearchSettings().with { $0.attempts = attempts },
            learned: .learned(LensMotion(lag: 2, upTo: 1023)))
        driver.pipeline.stop()
        return (driver, lens)
    }

    /// Looks at frames until the lens was moved so often.
    private func move(_ driver: inout FocusDriver, _ lens: inout LaggingLens, times: Int) {
        var moves = 0
        for _ in 0..<100 where moves < times {
            guard case .move(let position) = driver.look(lens.frame()) else { continue }
            lens.write(position)
            moves += 1
        }
        #expect(moves == times)
    }

    @Test("A late frame that belies the measured position makes the search begin again, unless that was tried before")
    func doubted() throws {
        for (attempts, factor, isDoubted) in [(1, 0.5, true), (1, 2, true), (1, 1, false), (0, 0.5, false)] {
            var (driver, lens) = try waiting(attempts: attempts)
            // Two late frames have shown that there is no noise.
            move(&driver, &lens, times: 3)
            #expect(driver.search.evaluations == 3 && driver.attempts.searches == attempts)
            var late = lens.frame()
            late.sharpness *= factor
            #expect(driver.look(late) == .wait)
            #expect(driver.search.evaluations == (isDoubted ? 0 : 3), "\(factor), \(attempts) attempts")
            #expect((driver.learnedDelay == nil) == isDoubted, "the lens is supposed to be slower")
            guard isDoubted else { continue }
            #expect(driver.attempts.searches == 0)
            let report = try lens.run(&driver)
            #expect(report.outcome == .found && abs(Double(report.position) - lens.peak) < 40, "\(report)")
        }
    }

    @Test("Where the noise is not known, or large, a late frame that differs makes no search begin again")
    func notDoubted() throws {
        for moves in 1...3 {
            var (driver, lens) = try waiting(attempts: 1)
            move(&driver, &lens, times: moves)
            if moves == 3 {
                for _ in 0..<2 {
                    driver.noise.add(0.1)
                    driver.noise.leave()
                    driver.noise.addLate(0.3)
                }
            }
            var late = lens.frame()
            late.sharpness *= 0.5
            _ = driver.look(late)
            #expect((driver.search.evaluations == 0) == false, "after \(moves) moves")
        }
    }

    @Test("Near the summit the other flank is sent for before the first has been shown, and the summit is found")
    func otherFlank() throws {
        var (sent, searches) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(100...1000)
            lens.width = lens.random.number(50...150)
            lens.curve = .hyperbola(floor: seed % 2 == 0 ? 0 : 0.1)
            lens.lag = 2
            var driver = FocusDriver(
                range: try range(), start: 0, learned: .learned(LensMotion(lag: 2, upTo: 1023)))
            var report: FocusSearchReport?
            var isSentAtOnce = false
            for _ in 0..<400 where report == nil {
                let isNear = driver.search.isEnclosed && driver.pipeline.isEmpty
                switch driver.look(lens.frame()) {
                case .wait: break
                case .move(let position):
                    if isNear, !driver.pipeline.isEmpty {
                        sent += 1
                        isSentAtOnce = true
                        #expect(driver.pipeline.hasTurned && driver.pipeline.waits(for: position), "seed \(seed)")
                    }
                    lens.write(position)
                case .finished(let end): report = end
                }
            }
            if isSentAtOnce { searches += 1 }
            let end = try #require(report, "seed \(seed)")
            #expect(
                end.outcome == .found && abs(Double(end.position) - lens.peak) < 40,
                "seed \(seed): \(end), peak \(lens.peak)")
        }
        print("two flanks at once: \(sent) times in \(searches) of 200 searches")
        #expect(searches > 0)
    }

    @Test("A frame confirms a summit that it shows less sharp, as far as noise explains the difference")
    func confirmed() throws {
        for (deviation, sharpness, isFound) in [
            (0, 0.76, true), (0, 0.7, false), (0.1, 0.7, true), (0.1, 0.55, false),
        ] as [(Double, Double, Bool)] {
            var driver = FocusDriver(range: try range(), start: 300)
            driver.phase = .confirming
            driver.evidence.add(1)
            // The position before has shown this deviation.
            driver.noise.add(1)
            driver.noise.leave()
            driver.noise.addLate(1 + deviation * 2.0.squareRoot())
            var actions: [FocusDriver.Action] = []
            for number in 0..<2 as Range<UInt32> {
                let frame = FrameStatistics(
                    request: 1, sequence: number, captured: Instant(nanoseconds: 0), lens: 300, sharpness: sharpness,
                    mean: 0.5)
                actions.append(driver.look(frame))
            }
            let outcome = if case .over(let report) = driver.phase { report.outcome } else { nil as FocusSearchReport.Outcome? }
            #expect((outcome == .found) == isFound, "\(deviation) \(sharpness): \(actions)")
        }
    }
}
