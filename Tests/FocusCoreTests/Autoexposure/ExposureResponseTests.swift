import Testing

@testable import FocusCore

/// The line through two exposures, which shortens a step.
struct ExposureResponseTests {
    private static func sample(_ mean: Double) throws -> ExposureSample {
        try #require(
            ExposureSample(
                FrameStatistics(
                    request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0, mean: mean)))
    }

    /// Two exposures of a linear sensor whose darkest tenth is cut off, at a distance of 0.2 EV: the shortest that
    /// counts.
    @Test("Between two times the step follows the line, once they are at least 0.2 EV apart")
    func time() throws {
        func mean(_ light: Double) -> Double { -0.1 + 0.4 * light }
        for (distance, isByLine) in [(0.2, true), (0.3, true), (0.19, false)] {
            var response = ExposureResponse()
            // The first call learns the slope, from which the second makes a step.
            _ = response.learn(from: try Self.sample(mean(1)), to: try Self.sample(mean(2)), time: 1, gain: 0)
            let now = try Self.sample(mean(2))
            let before = try Self.sample(mean(2 / distance.powerOfTwo))
            _ = response.learn(from: before, to: now, time: distance, gain: 0)
            let wanted = (0.15 / 0.4).binaryLogarithm - 1
            let missing = response.lightMissing(from: now, to: 0.05)
            #expect((abs(missing - wanted) < 1e-9) == isByLine, "\(distance) EV: \(missing) of \(wanted)")
        }
    }

    @Test("Between two gains the step has as many units as the line predicts")
    func gain() throws {
        // Each unit of gain is 0.04 of luma, and below 2.5 units there is none.
        let now = try Self.sample(0.38)
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let table = [(2, 0.1, -7), (2, 0.2, -4.5), (1, 0.24, -3.5), (-1, 0.24, -3.5)] as [(Double, Double, Double)]
        for (step, target, units) in table {
            var response = ExposureResponse()
            _ = response.learn(from: try Self.sample(0.38 - 0.04 * step), to: now, time: 0, gain: step)
            let missing = response.lightMissing(from: now, to: target)
            let found = response.gain(forLight: missing, from: 12, in: gains)
            #expect(abs(found - units) < 1e-9, "to \(target) after a step of \(step): \(found) units")
        }
    }

    @Test("A gain that made the image darker gives no line: the step is that of the power")
    func darker() throws {
        var response = ExposureResponse()
        let now = try Self.sample(0.3)
        let plain = response.lightMissing(from: now, to: 0.45)
        _ = response.learn(from: try Self.sample(0.38), to: now, time: 0, gain: 2)
        #expect(response.lightMissing(from: now, to: 0.45) == plain && plain > 0)
    }

    @Test("A step of the gain yields its EV, alone or with a step of time, once the slope of luma is known")
    func lightOfGain() throws {
        let (before, after) = (try Self.sample(0.2), try Self.sample(0.4))
        var response = ExposureResponse()
        let steps = [(time: 0.0, gain: 8.0), (time: 1, gain: 0), (time: 1, gain: 8), (time: 0, gain: 8)]
        let told = steps.map { response.learn(from: before, to: after, time: $0.time, gain: $0.gain) }
        #expect(told[0] == nil && told[1] == nil)
        let joint = try #require(told[2])
        #expect(abs(joint) < 0.03, "the time explains all of it")
        let light = try #require(told[3])
        #expect(abs(light - 1) < 0.03)
    }
}
