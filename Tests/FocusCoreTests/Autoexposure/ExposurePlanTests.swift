import Testing

@testable import FocusCore

/// Which setting comes next.
struct ExposurePlanTests {
    @Test("The first step goes by time, rather too short than too long, before any gain, also where times are coarse")
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
        "A time that gives nearly all of the light is taken, and the gain is left alone, although it could give the rest"
    )
    func timeAlone() throws {
        let times = try #require(ControlSteps(least: 100, most: 1000, step: 100))
        let gains = try #require(ControlSteps(least: 0, most: 100))
        let range = try #require(ExposureRange(times: times, gains: gains))
        func sample(_ mean: Double) throws -> ExposureSample {
            let frame = FrameStatistics(
                request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0, mean: mean)
            return try #require(ExposureSample(frame))
        }
        var response = ExposureResponse()
        _ = response.learn(from: try sample(0.2), to: try sample(0.4), time: 1, gain: 0)
        let plan = ExposurePlan(range: range, response: response)
        let next = plan.setting(changing: 1.01, from: ExposureSetting(time: 200, gain: 50))
        #expect(next == ExposureSetting(time: 400, gain: 50))
    }
}
