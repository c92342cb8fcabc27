import Testing

@testable import FocusCore

/// The choice of the next setting.
struct ExposurePlanTests {
    @Test("The first step changes the time before any gain, rather too little than too much, even in coarse times")
    func firstStepByTime() throws {
        let times = try #require(ControlSteps(least: 100, most: 1000, step: 100))
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let range = try #require(ExposureRange(times: times, gains: gains))
        let plan = ExposurePlan(range: range, response: ExposureResponse())
        let table: [(light: Double, from: Int64, to: Int64)] = [
            (1.3, 100, 200), (1.6, 100, 300), (-1.3, 500, 200), (-1.1, 500, 300), (2.4, 100, 500),
        ]
        for (light, from, to) in table {
            let next = plan.setting(changing: light, from: ExposureSetting(time: from, gain: 50))
            #expect(next == ExposureSetting(time: to, gain: 50), "\(light) EV from \(from)")
        }
    }

    @Test(
        "A time that gives nearly all of the light is taken, and the gain stays, although it could give the rest"
    )
    func timeAlone() throws {
        let times = try #require(ControlSteps(least: 100, most: 1000, step: 100))
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let range = try #require(ExposureRange(times: times, gains: gains))
        let plan = ExposurePlan(range: range, response: try Self.learned())
        let next = plan.setting(changing: 1.01, from: ExposureSetting(time: 200, gain: 50))
        #expect(next == ExposureSetting(time: 400, gain: 50))
    }

    /// A response whose slope is learned, and whose gain is unknown.
    private static func learned() throws -> ExposureResponse {
        func sample(_ mean: Double) throws -> ExposureSample {
            let frame = FrameStatistics(
                request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0, mean: mean)
            return try #require(ExposureSample(frame))
        }
        var response = ExposureResponse()
        _ = response.learn(from: try sample(0.2), to: try sample(0.4), time: 1, gain: 0)
        return response
    }

    @Test(
        "While the gain's effect is unknown, no time goes past the target for the gain to come back",
        arguments: [(0.7, 100), (-0.7, 200)] as [(Double, Int64)])
    func unknownGain(_ light: Double, _ time: Int64) throws {
        let times = try #require(ControlSteps(least: 100, most: 1000, step: 100))
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let range = try #require(ExposureRange(times: times, gains: gains))
        let plan = ExposurePlan(range: range, response: try Self.learned())
        let next = plan.setting(changing: light, from: ExposureSetting(time: time, gain: 50))
        let gain = try #require(next.gain)
        #expect(next.time == time && (light > 0 ? gain > 50 : gain < 50), "\(next)")
    }
}
