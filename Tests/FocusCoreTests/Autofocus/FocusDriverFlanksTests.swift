import CameraLaws
import Testing

@testable import FocusCore

/// The last positions of a search, where the summit is near: at 600, between samples that leave both of its flanks out.
struct FocusDriverFlanksTests {
    private static func sharpness(_ place: Double) -> Double {
        SharpnessCurve.hyperbola(floor: 0).value(place, peak: 600, width: 80)
    }

    /// A lens that lags by two frames is at 592.
    /// - Parameter deviation: the noise that positions before have shown.
    private static func driver(deviation: Double = 0) throws -> FocusDriver {
        let range = try #require(LensRange(minimum: 0, maximum: 1023))
        var driver = FocusDriver(range: range, start: 592, learned: .learned(LensMotion(lag: 2, upTo: 1023)))
        for index in [440, 616, 760, 840] { driver.search.samples.add(sharpness(Double(index)), at: index) }
        driver.noise = .shown(deviation)
        return driver
    }

    /// The answers to frames: the position that the driver tells, and the sharpness.
    private static func actions(
        _ driver: inout FocusDriver, _ frames: [(lens: Int64, sharpness: Double)]
    ) -> [FocusDriver.Action] {
        var actions: [FocusDriver.Action] = []
        for (number, frame) in frames.enumerated() {
            let statistics = FrameStatistics(
                request: 1, sequence: UInt32(number), captured: Instant(nanoseconds: 0), lens: frame.lens,
                sharpness: frame.sharpness, mean: 0.5)
            actions.append(driver.look(statistics))
        }
        return actions
    }

    /// The frames until the lens is sent to the summit.
    private static let frames: [(lens: Int64, sharpness: Double)] = [
        (592, sharpness(592)), (564, sharpness(592)), (636, sharpness(592)), (636, sharpness(564)),
        (636, sharpness(636)),
    ]

    @Test("The second flank is sent for before the first has been shown, and nothing else until both have been")
    func bothFlanks() throws {
        var driver = try Self.driver()
        let actions = Self.actions(&driver, Self.frames)
        #expect(actions == [.move(to: 564), .move(to: 636), .wait, .wait, .move(to: 600)])
        #expect(driver.search.samples.count == 7 && driver.search.evaluations == 3)
    }

    @Test("In noise that is not small beside half the summit, a position near it is waited for")
    func noisyFlanks() throws {
        var driver = try Self.driver(deviation: 0.025)
        let at592 = Self.sharpness(592)
        guard case .move(let position)? = Self.actions(&driver, [(592, at592), (592, at592)]).last else {
            Issue.record("two equal frames are enough for a position")
            return
        }
        #expect(driver.search.isEnclosed)
        let late = FrameStatistics(
            request: 1, sequence: 2, captured: Instant(nanoseconds: 0), lens: position, sharpness: at592, mean: 0.5)
        #expect(driver.look(late) == .wait)
    }

    @Test("A frame that confirms a summit ends the search; one that is much sharper, or less sharp, is a sample")
    func confirmed() throws {
        for (sharpness, isSample) in [(1, false), (0.95, false), (1.6, true), (0.85, true)] as [(Double, Bool)] {
            var driver = try Self.driver()
            let late = (lens: Int64(600), sharpness: Self.sharpness(636))
            let actions = Self.actions(&driver, Self.frames + [late, late, (lens: 600, sharpness: sharpness)])
            #expect(driver.search.samples.isMeasured(600) == isSample, "\(sharpness): \(actions)")
            guard !isSample else { continue }
            guard case .finished(let report)? = actions.last else {
                Issue.record("\(sharpness): \(actions)")
                continue
            }
            #expect(report.outcome == .found && report.position == 600 && report.evaluations == 3, "\(report)")
        }
    }

    @Test("A late frame on the way to the summit that belies the position before makes the search begin again")
    func doubtedWhileConfirming() throws {
        var driver = try Self.driver()
        let late = (lens: Int64(600), sharpness: 0.5 * Self.sharpness(636))
        let actions = Self.actions(&driver, Self.frames + [late])
        #expect(actions.suffix(2) == [.move(to: 600), .wait])
        #expect(driver.phase == .measuring && driver.search.evaluations == 0 && driver.learnedDelay == nil)
    }
}
