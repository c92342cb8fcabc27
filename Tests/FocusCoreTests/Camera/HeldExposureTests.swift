import Testing

@testable import FocusCore

/// The exposure to hold under a compensation.
struct HeldExposureTests {
    private static func range() throws -> ExposureRange {
        let times = try #require(ControlSteps(least: 1, most: 5000))
        return try #require(ExposureRange(times: times))
    }

    @Test("Twice the light is twice the time; back at the compensation that it was found with, it is the same again")
    func doubled() throws {
        let found = Compensation.Found(setting: ExposureSetting(time: 200), compensation: 0)
        for (wanted, time) in [(1.0, 400), (-1, 100), (0, 200)] as [(Double, Int64)] {
            let held = Compensation(wanted: wanted).held(found, in: try Self.range(), scale: .usual)
            #expect(held.time == time && held.gain == nil && held.reportedMissing == 0, "\(wanted) EV")
        }
    }

    @Test("What cannot be written is missing, and is reported if it can be seen")
    func missing() {
        let found = Compensation.Found(setting: ExposureSetting(time: 200), compensation: 0)
        for (wanted, reported) in [(1.0, 1.0), (-1, -1), (0.05, 0)] {
            let held = Compensation(wanted: wanted).held(found, in: nil, scale: .usual)
            #expect(held.time == 200 && held.missing == wanted && held.reportedMissing == reported)
        }
    }

    @Test("What a search could not reach is missing, as far as it belongs to the compensation")
    func unmet() throws {
        for (wanted, unmet, missing) in [(2.0, 1.5, 1.5), (1, 1.5, 1), (-1, -3, -1), (1, -1, 0)] {
            let found = Compensation.Found(
                setting: ExposureSetting(time: 5000), compensation: wanted, missing: unmet)
            let held = Compensation(wanted: wanted).held(found, in: try Self.range(), scale: .usual)
            #expect(held.time == 5000 && held.missing == missing)
        }
    }

    @Test("More compensation at the longest time is missing, beside what the search could not reach")
    func more() throws {
        let found = Compensation.Found(setting: ExposureSetting(time: 5000), compensation: 1, missing: 1)
        let held = Compensation(wanted: 2).held(found, in: try Self.range(), scale: .usual)
        #expect(held.time == 5000 && held.missing == 2)
    }
}
