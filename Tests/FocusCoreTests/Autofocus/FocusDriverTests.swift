import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// Searches frame by frame, with slow lenses.
struct FocusDriverTests {
    private func range() throws -> LensRange { try #require(LensRange(minimum: 0, maximum: 1023)) }

    @Test("At any lag the lens ends at the peak, and the lag is learned", arguments: 0...5)
    func lags(_ lag: Int) throws {
        for seed in 0..<200 as Range<UInt64> {
            var lens = LaggingLens(at: Int64(seed * 5))
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(0...1023)
            lens.lag = lag
            lens.noise = 0.01
            var driver = FocusDriver(range: try range(), start: Int64(seed * 5))
            let report = try lens.run(&driver)
            #expect(report.outcome == .found, "seed \(seed)")
            #expect(abs(Double(report.position) - lens.peak) < 40, "seed \(seed): \(report), peak \(lens.peak)")
            #expect(lens.place == Double(report.position), "seed \(seed): the lens has arrived")
            let learned = driver.learnedDelay?.frames(for: 1)
            #expect(learned == lag, "seed \(seed): \(String(describing: learned))")
        }
    }

    @Test("A lens that is known to have no lag costs a frame for each position and two more")
    func noFrameWasted() throws {
        for seed in 0..<200 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(0...1023)
            var driver = FocusDriver(range: try range(), start: 0, learned: .given(frames: 0))
            let report = try lens.run(&driver)
            #expect(report.frames <= report.evaluations + 2, "seed \(seed): one shows the noise, one confirms the end")
        }
    }

    @Test("The learned delay makes the next search shorter", arguments: 0...4)
    func learnedIsKept(_ lag: Int) throws {
        var frames = [0, 0]
        for seed in 0..<100 as Range<UInt64> {
            var learned: LensDelay?
            for turn in 0...1 {
                var lens = LaggingLens(at: 0)
                lens.random = SplitMix64(seed: seed)
                lens.peak = lens.random.number(200...1000)
                lens.lag = lag
                var driver = FocusDriver(range: try range(), start: 0, learned: learned)
                frames[turn] += try lens.run(&driver).frames
                learned = driver.learnedDelay
            }
        }
        #expect(frames[1] < frames[0])
    }

    @Test("A slow lens is waited for", arguments: [30.0, 60, 120])
    func slowLens(_ speed: Double) throws {
        for seed in 0..<200 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(100...1000)
            lens.speed = speed
            var driver = FocusDriver(range: try range(), start: 0)
            let report = try lens.run(&driver)
            #expect(
                report.outcome == .found && abs(Double(report.position) - lens.peak) < 40, "seed \(seed): \(report)")
        }
    }

    @Test("Lost frames are counted, not missed", arguments: [0.1, 0.5, 0.9])
    func lostFrames(_ losses: Double) throws {
        for seed in 0..<100 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(0...1023)
            lens.lag = Int(seed % 6)
            lens.losses = losses
            var driver = FocusDriver(range: try range(), start: 0)
            let report = try lens.run(&driver)
            #expect(
                report.outcome == .found && abs(Double(report.position) - lens.peak) < 40, "seed \(seed): \(report)")
        }
    }

    @Test("A lens that does not move finds nothing, and is sent back to its start")
    func stuckLens() throws {
        var lens = LaggingLens(at: 300)
        lens.isStuck = true
        lens.noise = 0.01
        var driver = FocusDriver(range: try range(), start: 300)
        let report = try lens.run(&driver)
        #expect(report.outcome == .flat && report.position == 300)
        #expect(lens.written.last == 300)
    }

    @Test("A position that the driver ignores is written again, and then the search is given up")
    func deafDriver() throws {
        var lens = LaggingLens(at: 300)
        lens.ignoresWrites = true
        var driver = FocusDriver(range: try range(), start: 300)
        let report = try lens.run(&driver)
        #expect(report.outcome == .unfinished && report.position == 300)
        #expect(report.frames < 40)
    }

    @Test("A flat scene ends with the lens at its start", arguments: 0...5)
    func flatScene(_ lag: Int) throws {
        var lens = LaggingLens(at: 300)
        lens.curve = .hyperbola(floor: 1e9)
        lens.lag = lag
        lens.noise = 0.01
        var driver = FocusDriver(range: try range(), start: 300)
        let report = try lens.run(&driver)
        #expect(report.outcome == .flat && report.position == 300 && lens.place == 300)
        #expect(report.start == 300 && report.lowest <= report.sharpness)
    }

    @Test("A peak that has gone when the lens returns to it is searched again")
    func peakMoves() throws {
        var lens = LaggingLens(at: 0)
        lens.peak = 300
        var driver = FocusDriver(range: try range(), start: 0)
        var report: FocusSearchReport?
        for number in 0..<1000 where report == nil {
            if number == 7 { lens.peak = 800 }
            switch driver.look(lens.frame()) {
            case .wait: continue
            case .move(let position): lens.write(position)
            case .finished(let end): report = end
            }
        }
        let end = try #require(report)
        #expect(end.outcome != .found || abs(Double(end.position) - 800) < 40, "\(end)")
    }

    @Test("Frames of another request are ignored; from a start off the grid, the lens moves first")
    func otherFrames() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var driver = FocusDriver(range: range, start: 12)
        var frame = FrameStatistics(
            request: 3, sequence: 1, captured: Instant(nanoseconds: 0), lens: 12, sharpness: 1, mean: 0.5)
        #expect(driver.look(frame) == .move(to: 10))
        frame.request = 2
        for _ in 0..<100 { #expect(driver.look(frame) == .wait) }
    }

    @Test("The search ends whatever the frames are; aborted, it reports the start")
    func anyFrames() throws {
        for seed in 0..<500 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var driver = FocusDriver(range: try range(), start: 300)
            var target: Int64 = 300
            var report: FocusSearchReport?
            for _ in 0..<5000 where report == nil {
                let frame = FrameStatistics(
                    request: 1, sequence: random.chance(0.5) ? 5 : UInt32(truncatingIfNeeded: random.next()),
                    captured: Instant(nanoseconds: 0), lens: random.pick([target, target, nil, 7]),
                    sharpness: Double(bitPattern: random.next()), mean: .nan)
                switch driver.look(frame) {
                case .wait: continue
                case .move(let position): target = position
                case .finished(let end): report = end
                }
            }
            let end = try #require(report, "seed \(seed)")
            #expect((0...1023).contains(end.position) && driver.giveUp() == end)
        }
        var driver = FocusDriver(range: try range(), start: 300)
        #expect(driver.giveUp().outcome == .unfinished && driver.giveUp().position == 300)
    }

    @Test("An unconfirmed peak is searched again as often as is set, and then the lens goes back")
    func neverConfirmed() throws {
        let range = try range()
        // It gets darker with each move, so no position is as sharp as an earlier one. It is bright enough never to count as
        // flat.
        func dim(_ moves: Int) -> Double { (0..<moves).reduce(1e60) { light, _ in light * 0.8 } }
        let curve = SharpnessCurve.hyperbola(floor: 0)
        var evaluations: [Int] = []
        for attempts in 0...3 {
            var settings = FocusSearchSettings()
            settings.attempts = attempts
            var lens = LaggingLens(at: 300)
            lens.curve = curve
            var driver = FocusDriver(
                range: range, start: 300, settings: settings, learned: .given(frames: 0))
            var report: FocusSearchReport?
            var moves = 0
            for _ in 0..<1000 where report == nil {
                var frame = lens.frame()
                frame.sharpness *= dim(moves)
                switch driver.look(frame) {
                case .wait: continue
                case .move(let position):
                    lens.write(position)
                    moves += 1
                case .finished(let end): report = end
                }
            }
            let end = try #require(report)
            #expect(end.outcome == .unfinished && end.position == 300, "\(attempts): \(end)")
            #expect(lens.written.last == 300)
            evaluations.append(end.evaluations)
        }
        #expect(evaluations == evaluations.sorted() && Set(evaluations).count == 4, "\(evaluations)")
    }

    @Test("A lens that begins off the grid gets the longest delay, because nothing shows its arrival")
    func offGrid() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var lens = LaggingLens(at: 12)
        lens.peak = 150
        var driver = FocusDriver(range: range, start: 12)
        #expect(driver.look(lens.frame()) == .move(to: 10))
        lens.write(10)
        let delay = FocusSearchSettings().lensDelay
        // A second frame shows the noise.
        for number in 0...delay { #expect(driver.look(lens.frame()) == .wait, "frame \(number)") }
        guard case .move = driver.look(lens.frame()) else {
            Issue.record("it was to be measured in frame \(delay)")
            return
        }
        #expect(driver.learnedDelay == nil, "nothing was seen")
    }

    @Test(
        "A search that begins again finds the summit of what it measures then, and keeps where it began",
        arguments: [0, 1, 3, 5, 8])
    func beginsAgain(_ frames: Int) throws {
        var lens = LaggingLens(at: 100)
        lens.peak = 700
        lens.lag = 2
        var driver = FocusDriver(
            range: try range(), start: 100, learned: .learned(LensMotion(lag: 2, upTo: 1023)))
        for _ in 0..<frames {
            if case .move(let position) = driver.look(lens.frame()) { lens.write(position) }
        }
        lens.peak = 400
        driver.beginAgain()
        let report = try lens.run(&driver)
        #expect(report.outcome == .found && report.start == 100, "\(report)")
        #expect(abs(Double(report.position) - 400) < 40, "\(report)")
    }

    @Test("An aborted search reports the sharpness that it has measured, and none before the first frame")
    func givenUp() throws {
        var lens = LaggingLens(at: 300)
        var driver = FocusDriver(range: try range(), start: 300)
        var unused = driver
        let nothing = unused.giveUp()
        #expect(nothing.evaluations == 0 && nothing.lowest == 0 && nothing.sharpness == 0, "\(nothing)")
        let frame = lens.frame()
        _ = driver.look(frame)
        _ = driver.look(lens.frame())
        let once = driver.giveUp()
        #expect(once.evaluations == 1 && once.lowest == frame.sharpness && once.sharpness == frame.sharpness, "\(once)")
    }
}
