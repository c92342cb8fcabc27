import Testing

@testable import FocusCore

/// The searches of a stream.
struct FrameStateTests {
    @Test("A search that is abandoned is gone, for focus and for exposure, and wants nothing any more")
    func abandoned() throws {
        var frames = FrameState(FocusSearchSettings())
        let lens = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        frames.focus = FocusDriver(range: lens, start: 100, settings: FocusSearchSettings(), learned: nil)
        let times = try #require(ControlSteps(least: 1, most: 5000))
        let exposures = try #require(ExposureRange(times: times))
        frames.exposure = ExposureControl(range: exposures, start: ExposureSetting(time: 100))
        (frames.wantedLens, frames.wantedExposure) = (105, ExposureSetting(time: 200))
        (frames.rewriting, frames.dueSearches, frames.isWatching) = (.all, .all, true)
        frames.abandonSearches()
        #expect(frames.focus == nil && frames.exposure == nil)
        #expect(frames.wantedLens == nil && frames.wantedExposure == nil)
        #expect(frames.rewriting.isEmpty && frames.dueSearches.isEmpty && !frames.isWatching)
        #expect(frames.restLens == 100)
    }
}
