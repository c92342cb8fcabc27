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
}
