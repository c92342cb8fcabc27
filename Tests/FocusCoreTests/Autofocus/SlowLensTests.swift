import CameraLaws
import Testing

@testable import FocusCore

/// Taps one after the other, with a lens that passes a number of units in each frame, before a hill with a flat foot.
struct SlowLensTests {
    private static let peaks: [Double] = [115, 150, 160, 30, 235, 45, 55, 65, 210, 125, 245, 85, 190, 235, 225, 25, 90]

    private struct Taps {
        var reports: [FocusSearchReport] = []
        var errors: [Double] = []
    }

    private static func taps(speed: Double, lag: Int = 0) throws -> Taps {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var taps = Taps()
        var learned: LensDelay?
        var start: Int64 = 70
        for peak in peaks {
            var lens = LaggingLens(at: start)
            // The foot is a 400th of the summit.
            lens.curve = .square(floor: 0.0025)
            lens.peak = peak
            lens.width = 25
            lens.speed = speed
            lens.lag = lag
            var driver = FocusDriver(range: range, start: start, learned: learned)
            let report = try lens.run(&driver)
            taps.reports.append(report)
            taps.errors.append(abs(Double(report.position) - peak))
            learned = driver.learnedDelay
            start = report.position
        }
        return taps
    }

    @Test("A long move of a slow lens makes the later searches no longer", arguments: [20.0, 40, 100])
    func longMoves(_ speed: Double) throws {
        let taps = try Self.taps(speed: speed)
        #expect(taps.reports.allSatisfy { $0.outcome == .found }, "\(taps.reports)")
        #expect(taps.errors.allSatisfy { $0 <= 8 }, "\(taps.errors)")
        let frames = taps.reports.reduce(0) { $0 + $1.frames }
        let evaluations = taps.reports.reduce(0) { $0 + $1.evaluations }
        print("speed \(speed): \(frames) frames for \(evaluations) positions")
        #expect(Double(frames) <= 3 * Double(evaluations))
    }

    @Test("With a lag besides, the moves of a slow lens cost the lag and no more than their way", arguments: 1...3)
    func lag(_ lag: Int) throws {
        let taps = try Self.taps(speed: 40, lag: lag)
        #expect(taps.reports.allSatisfy { $0.outcome == .found } && taps.errors.allSatisfy { $0 <= 8 }, "\(taps)")
        let frames = taps.reports.reduce(0) { $0 + $1.frames }
        let evaluations = taps.reports.reduce(0) { $0 + $1.evaluations }
        #expect(frames <= (lag + 3) * evaluations, "\(frames) frames for \(evaluations) positions")
    }

    @Test("On a flat foot no position of a slow lens is measured in more frames than its way and two")
    func flatFoot() throws {
        let range = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var learned = LensDelay.learned(LensMotion(lag: 0, speed: 40, upTo: 250))
        learned.learn(frames: 3, over: 135)
        var lens = LaggingLens(at: 0)
        lens.curve = .square(floor: 0.0025)
        lens.peak = 210
        lens.width = 25
        lens.speed = 40
        var driver = FocusDriver(range: range, start: 0, learned: learned)
        var (stood, longest, ended) = (0, 0, false)
        for _ in 0..<200 where !ended {
            stood += 1
            switch driver.look(lens.frame()) {
            case .wait: break
            case .move(let position):
                longest = max(longest, stood)
                stood = 0
                lens.write(position)
            case .finished(let report):
                ended = true
                #expect(report.outcome == .found && abs(report.position - 210) <= 5, "\(report)")
            }
        }
        #expect(ended && longest <= 6, "\(longest) frames at one position")
    }
}
