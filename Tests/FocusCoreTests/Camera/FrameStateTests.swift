import Testing

@testable import FocusCore

/// The searches of a stream.
struct FrameStateTests {
    @Test("A search that is abandoned is gone, for focus and for exposure, and wants nothing any more")
    func abandoned() throws {
        var frames = FrameState(FocusSearchSettings())
        frames.focus.begin(try SearchExamples.focus(from: 100), at: 100)
        frames.exposure.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        frames.writes.focus.willRepeat()
        frames.writes.exposure.willRepeat()
        (frames.dueSearches, frames.isWatching) = (.all, true)
        #expect(frames.isSearching && frames.hasWishes)
        frames.abandonSearches()
        #expect(!frames.isSearching && !frames.hasWishes)
        #expect(!frames.writes.focus.isRepeating && !frames.writes.exposure.isRepeating)
        #expect(frames.dueSearches.isEmpty && !frames.isWatching)
    }

    @Test("Frames for something else forget how sharp the one before was found")
    func otherUse() throws {
        var frames = FrameState(FocusSearchSettings())
        let point = PointOfInterest(x: 0.5, y: 0.5)
        frames.change(to: .continuous(point))
        frames.focus.begin(try SearchExamples.focus(from: 100), at: 100)
        frames.focus.end(SearchExamples.found(at: 120, sharpness: 0.3))
        frames.change(to: .continuous(point))
        #expect(frames.focus.foundSharpness == 0.3)
        frames.change(to: .scene(point))
        #expect(frames.focus.foundSharpness == nil)
    }

    @Test("The scene is watched in the frames that were asked for to watch it, and in no others like them")
    func watchedFrames() {
        var controller = CameraController(
            CameraExamples.automatic,
            CameraSettings(
                sceneWatch: .always, regions: RegionSizes(), settle: SettleTimes(), autofocus: FocusSearchSettings(),
                autoexposure: ExposureSettings()),
            compensation: 0)
        let request = FrameRequest(
            focus: .whole, exposure: .whole, includesGrid: true, interval: .milliseconds(200))
        let frame = FrameStatistics(
            request: 1, sequence: 1, captured: Instant(nanoseconds: 0), sharpness: 0.1, mean: 0.4, grid: LumaGrid())
        for (purpose, isWatch) in [(CallReason.poll, false), (.stream, true)] {
            controller.frames.change(to: .scene(PointOfInterest(x: 0.5, y: 0.5)))
            var context = StepContext(time: Instant(nanoseconds: 0), timers: TimerBank(), lastIDs: LastIDs())
            controller.make(.frames(request), for: purpose, &context)
            _ = controller.frames.stream.begin(request, FramesBegan(request: 1), at: Instant(nanoseconds: 0))
            #expect(controller.isWatchingScene(in: frame) == isWatch)
            controller.frames.change(to: .nothing)
            #expect(!controller.isWatchingScene(in: frame))
        }
    }
}
