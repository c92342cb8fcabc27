import Testing

@testable import FocusCore

/// Frames that contradict the samples, and the noise of the frame that confirms a summit.
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

    @Test("A late frame that belies the measured position makes the search begin again, unless no attempt is left")
    func doubted() throws {
        let table: [(attempts: Int, factor: Double, isDoubted: Bool)] = [
            (1, 0.5, true), (1, 2, true), (1, 1, false), (0, 0.5, false),
        ]
        for row in table {
            var (driver, lens) = try waiting(attempts: row.attempts)
            // The late frames of the first four moves have shown that there is no noise.
            move(&driver, &lens, times: 5)
            #expect(driver.search.evaluations == 5 && driver.attempts.searches == row.attempts)
            var late = lens.frame()
            late.sharpness *= row.factor
            #expect(driver.look(late) == .wait)
            #expect(driver.search.evaluations == (row.isDoubted ? 0 : 5), "\(row)")
            #expect((driver.learnedDelay == nil) == row.isDoubted, "the lens may be slower than was known")
            #expect(driver.pipeline.isStopped, "a camera that is slow stays slow")
            guard row.isDoubted else { continue }
            #expect(driver.attempts.searches == 0)
            let report = try lens.run(&driver)
            #expect(report.outcome == .found && abs(Double(report.position) - lens.peak) < 40, "\(report)")
        }
    }

    @Test("While the noise is not well known, or where it is large, no late frame makes a search begin again")
    func notDoubted() throws {
        for moves in 1...5 {
            var (driver, lens) = try waiting(attempts: 1)
            move(&driver, &lens, times: moves)
            if moves == 5 { driver.noise = .shown(0.1) }
            var late = lens.frame()
            late.sharpness *= 0.5
            _ = driver.look(late)
            #expect(driver.search.evaluations == moves)
        }
    }

    @Test("A frame confirms a less sharp summit as far as noise explains that, if it stands out from the lowest sample")
    func confirmed() throws {
        let table: [(deviation: Double, sharpness: Double, lowest: Double, isFound: Bool)] = [
            (0, 0.76, 0.7, true), (0, 0.7, 0.2, false), (0.1, 0.7, 0.2, true), (0.1, 0.6, 0.2, false),
            (0.1, 0.7, 0.7, false),
        ]
        for row in table {
            var driver = FocusDriver(range: try range(), start: 300)
            driver.phase = .confirming
            driver.evidence.add(1)
            driver.search.samples.add(1, at: 300)
            driver.search.samples.add(row.lowest, at: 100)
            driver.noise = .shown(row.deviation, pairs: 1)
            var isFound = false
            for number in 0..<2 as Range<UInt32> {
                let frame = FrameStatistics(
                    request: 1, sequence: number, captured: Instant(nanoseconds: 0), lens: 300,
                    sharpness: row.sharpness, mean: 0.5)
                if case .finished(let report) = driver.look(frame), report.outcome == .found { isFound = true }
            }
            #expect(isFound == row.isFound, "\(row)")
        }
    }
}
