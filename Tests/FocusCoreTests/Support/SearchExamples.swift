import Testing

@testable import FocusCore

/// Searches that have just begun, and finished ones.
enum SearchExamples {
    /// A search in a lens range of 0…250.
    static func focus(from start: Int64) throws -> FocusDriver {
        let lens = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        return FocusDriver(range: lens, start: start, settings: FocusSearchSettings(), learned: nil)
    }

    /// A search in times of 1…5000.
    static func exposure(from start: Int64) throws -> ExposureControl {
        let times = try #require(ControlSteps(least: 1, most: 5000))
        let range = try #require(ExposureRange(times: times))
        return ExposureControl(range: range, start: ExposureSetting(time: start))
    }

    static func frame(
        lens: Int64? = nil, sharpness: Double = 0.5, mean: Double = 0.45, exposure: Int64? = nil, sequence: UInt32 = 0
    ) -> FrameStatistics {
        FrameStatistics(
            request: 1, sequence: sequence, captured: Instant(nanoseconds: Int64(sequence) * 33_333_333), lens: lens,
            exposure: exposure, sharpness: sharpness, mean: mean)
    }

    static func found(at position: Int64, sharpness: Double) -> FocusSearchReport {
        report(.found, at: position, sharpness)
    }

    static func flat(at position: Int64) -> FocusSearchReport { report(.flat, at: position, 0.1) }

    private static func report(
        _ outcome: FocusSearchReport.Outcome, at position: Int64, _ sharpness: Double
    ) -> FocusSearchReport {
        FocusSearchReport(
            outcome: outcome, position: position, start: 100, evaluations: 5, frames: 20, sharpness: sharpness,
            lowest: 0.1)
    }

    static func converged(time: Int64, gain: Int64? = nil) -> ExposureReport {
        ExposureReport(outcome: .converged, time: time, gain: gain, mean: 0.45, target: 0.45, frames: 8)
    }
}
