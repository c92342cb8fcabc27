import CameraLaws
import SimulatedDevices
import Testing

@testable import FocusCore

/// Positions that are sent ahead of their frames.
struct LensPipelineTests {
    private static func frame(_ number: UInt32, _ position: Int64?) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: number, captured: Instant(nanoseconds: 0), lens: position, sharpness: 1, mean: 0.5)
    }

    /// The positions that frames show, "." for none.
    /// - Parameter frames: the number and the mark of each.
    private static func shown(_ frames: [(UInt32, Int64?)], sent: [Int64], lag: Int) -> String {
        var pipeline = LensPipeline()
        for position in sent { pipeline.send(to: position, delay: lag) }
        return frames.map { number, position in
            pipeline.note(frame(number, position))
            return pipeline.shown().map { "\($0)" } ?? "."
        }.joined(separator: " ")
    }

    @Test("Each frame is booked to the position that the driver told a lag before")
    func booked() {
        let frames: [(UInt32, Int64?)] = [(1, 0), (2, 10), (3, 20), (4, 30), (5, 30), (6, 30), (7, 30)]
        #expect(Self.shown(frames, sent: [10, 20, 30], lag: 2) == ". . . 10 20 30 .")
        #expect(Self.shown(frames, sent: [10, 20, 30], lag: 1) == ". . 10 20 30 . .")
        #expect(Self.shown(frames, sent: [], lag: 1) == ". . . . . . .")
    }

    @Test("A position whose frame is lost is left out, and a lost frame between two with the same mark does no harm")
    func lost() {
        #expect(
            Self.shown([(1, 10), (2, 20), (4, 30), (5, 30), (6, 30)], sent: [10, 20, 30], lag: 2) == ". . 20 . 30")
        #expect(Self.shown([(1, 10), (3, 10), (4, 10)], sent: [10], lag: 2) == ". 10 .")
        #expect(Self.shown([(1, 10), (3, 20), (4, 20), (5, 20)], sent: [10, 20], lag: 2) == ". 10 . 20")
    }

    @Test("A mark of an earlier visit to a position shows nothing of the present one")
    func earlierVisit() {
        var pipeline = LensPipeline()
        for (number, position) in [(1, 10), (2, 10), (3, 20)] as [(UInt32, Int64)] {
            pipeline.note(Self.frame(number, position))
        }
        pipeline.send(to: 20, delay: 2, isMarked: true)
        pipeline.send(to: 10, delay: 3, isTurn: true)
        var shown: [Int64?] = []
        for number in 4...7 as ClosedRange<UInt32> {
            pipeline.note(Self.frame(number, 10))
            shown.append(pipeline.shown())
        }
        #expect(shown == [nil, 20, nil, 10])
    }

    @Test(
        "Delays are booked as far back as marks are kept",
        arguments: [(-1, false), (0, true), (11, true), (12, false)])
    func longestDelay(_ delay: Int, _ isBooked: Bool) {
        #expect(LensPipeline.canBook(delay: delay) == isBooked)
        guard isBooked else { return }
        var pipeline = LensPipeline()
        pipeline.send(to: 10, delay: delay)
        var shown = 0
        for number in 1...40 as ClosedRange<UInt32> {
            pipeline.note(Self.frame(number, 10))
            if pipeline.shown() == 10 { shown = Int(number) }
        }
        #expect(shown == 1 + delay)
    }

    @Test("Frames without a mark, and those of another position, show nothing")
    func unmarked() {
        #expect(Self.shown([(1, nil), (2, 7), (3, nil), (4, 7)], sent: [10], lag: 1) == ". . . .")
    }

    @Test("A driver that does not number its frames is counted")
    func unnumbered() {
        #expect(Self.shown([(5, 10), (5, 20), (5, 20), (5, 20)], sent: [10, 20], lag: 2) == ". . 10 20")
    }

    @Test("After the turn nothing is sent until all is shown; when it is abandoned, nothing is waited for")
    func turn() {
        var pipeline = LensPipeline()
        pipeline.send(to: 10, delay: 0)
        pipeline.send(to: 5, delay: 0, isTurn: true)
        #expect(pipeline.hasTurned && !pipeline.isEmpty && !pipeline.isFull)
        for (number, position) in [(1, 10), (2, 5)] as [(UInt32, Int64)] {
            pipeline.note(Self.frame(number, position))
            let shown = pipeline.shown()
            #expect(shown == position)
        }
        #expect(!pipeline.hasTurned && pipeline.isEmpty && !pipeline.isStopped)
        pipeline.send(to: 20, delay: 0)
        pipeline.abandon()
        #expect(pipeline.isEmpty && pipeline.isStopped)
    }

    @Test(
        "With a known lag the coarse part costs a frame for each position, and the summit is found as well",
        arguments: 1...4)
    func frames(_ lag: Int) throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var (frames, evaluations) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var lens = LaggingLens(at: 0)
            lens.random = SplitMix64(seed: seed)
            lens.peak = lens.random.number(500...1000)
            lens.curve = .hyperbola(floor: 0)
            lens.noise = 0.01
            lens.lag = lag
            let known = LensDelay.learned(LensMotion(lag: lag, upTo: 1023))
            var driver = FocusDriver(range: range, start: 0, learned: known)
            let report = try lens.run(&driver)
            #expect(
                report.outcome == .found && abs(Double(report.position) - lens.peak) < 40,
                "seed \(seed): \(report), peak \(lens.peak)")
            #expect(driver.learnedDelay?.frames(for: 40) == lag, "seed \(seed): nothing false is learned on the way")
            frames += report.frames
            evaluations += report.evaluations
        }
        print("lag \(lag): \(Double(frames) / 200) frames, \(Double(evaluations) / 200) positions")
        #expect(frames < evaluations * (lag + 1), "each position would wait for its frame")
    }

    @Test("A move that shows late by accident, or a torn frame, while positions are sent ahead, misses no summit")
    func accidents() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        for isTorn in [false, true] {
            var (right, wrong) = (0, 0)
            for seed in 0..<200 as Range<UInt64> {
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
                for number in 0..<400 where report == nil {
                    lens.lag = !isTorn && number >= first && number < first + length ? 2 + length : 2
                    var frame = lens.frame()
                    if isTorn, number == first { frame.sharpness *= factor }
                    switch driver.look(frame) {
                    case .wait: break
                    case .move(let position): lens.write(position)
                    case .finished(let end): report = end
                    }
                }
                let end = try #require(report, "seed \(seed)")
                guard end.outcome == .found else { continue }
                if abs(Double(end.position) - lens.peak) <= lens.width / 2 { right += 1 } else { wrong += 1 }
            }
            print("sent ahead, \(isTorn ? "a torn frame" : "a late move"): \(right) right, \(wrong) wrong of 200")
            #expect(right >= 190 && wrong <= 4)
        }
    }

    @Test("A camera that has ignored a write, or is slow, is waited for at each position")
    func stopped() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        let known = LensDelay.learned(LensMotion(lag: 3, upTo: 1023))
        for isIgnored in [false, true] {
            var lens = LaggingLens(at: 0)
            lens.peak = 900
            lens.lag = 3
            var driver = FocusDriver(range: range, start: 0, learned: known)
            var (moved, least) = (-100, 100)
            var report: FocusSearchReport?
            var isFirst = true
            for number in 0..<400 where report == nil {
                // A frame comes before the camera has answered.
                let isHeeded = isIgnored || number != moved + 1
                switch driver.look(lens.frame(), isHeeded: isHeeded) {
                case .wait: break
                case .move(let position):
                    if !isFirst { least = min(least, number - moved) }
                    lens.write(position)
                    if isIgnored, isFirst { driver.writeAgain(from: 0) }
                    (moved, isFirst) = (number, false)
                case .finished(let end): report = end
                }
            }
            #expect(report?.outcome == .found && least > 3, "\(least) frames between two moves")
        }
    }
}
