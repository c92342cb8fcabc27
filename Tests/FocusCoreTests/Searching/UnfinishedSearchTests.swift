import Testing

@testable import FocusCore

/// A search that begins after one that was ended unfinished: the lens may still be on its way.
struct UnfinishedSearchTests {
    private static let camera = CameraCapabilities(CameraExamples.byHand)
    private static let settings = FocusSearchSettings()

    private static func begin(_ searches: inout Searches) {
        _ = searches.beginFocus(camera, at: 100, settings)
        let start = Instant(nanoseconds: 0)
        while let next = searches.nextWrite(at: start) {
            _ = searches.wasAnswered(
                next.component, next.settings, camera, interval: .milliseconds(33), at: start)
        }
        searches.wasReadBack(.focus, as: nil, hasHold: false)
    }

    /// The frames that count for the search, after each of eight frames at the position of the lens that differ.
    private static func counted(_ searches: inout Searches) -> [Int] {
        (UInt32(1)...8).map { number in
            let frame = SearchExamples.frame(
                lens: searches.focus.position, sharpness: number % 2 == 0 ? 0.2 : 0.1, sequence: number)
            let now = FrameCircumstances(
                time: frame.captured, interval: .milliseconds(33), exposure: ExposureSettings(),
                longestSearch: .milliseconds(8000))
            _ = searches.look(at: frame, now)
            return searches.focus.search?.progress.frames ?? -1
        }
    }

    @Test("A search is unfinished while it lasts, and once dropped until another ends, or an automatic moves the lens")
    func unfinished() throws {
        var run = FocusRun()
        #expect(!run.isUnfinished)
        run.begin(try SearchExamples.focus(from: 100), at: 100)
        #expect(run.isUnfinished)
        run.abandon()
        #expect(run.isUnfinished && !run.isSearching)
        run.begin(try SearchExamples.focus(from: 100), at: 100)
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        #expect(!run.isUnfinished)
        run.begin(try SearchExamples.focus(from: 130), at: 130)
        run.abandon()
        run.forgetPosition()
        #expect(!run.isUnfinished, "an automatic moves the lens now")
    }

    @Test("A search whose lens may be on its way waits for the longest delay that is known, and any other one for none")
    func rest() {
        let known = LensDelay.learned(LensMotion(lag: 2, upTo: 250))
        let slow = LensDelay.learned(LensMotion(lag: 2, speed: 20, upTo: 250))
        let table: [(learned: LensDelay?, rest: Int)] = [
            (nil, Self.settings.lensDelay), (known, 2), (slow, 14), (.given(frames: 3), 3),
        ]
        for (learned, rest) in table {
            for isOnItsWay in [false, true] {
                let next = Self.camera.focusSearch(
                    at: 100, Self.settings, learned: learned, experience: FocusExperience(), isOnItsWay: isOnItsWay)
                #expect(next?.rest == (isOnItsWay ? rest : 0) && next?.start == 100)
            }
        }
    }

    @Test("Frames count at once for a first search, and after the longest delay for one that follows a dropped search")
    func frames() {
        var searches = Searches(Self.settings)
        Self.begin(&searches)
        #expect(searches.writes.focus.framesToRest == 0)
        var first = searches
        let atOnce = Self.counted(&first)
        #expect(atOnce.starts(with: [1, 2, 3]))
        searches.abandon(.focus)
        Self.begin(&searches)
        #expect(searches.writes.focus.framesToRest == 5)
        let later = Self.counted(&searches)
        #expect(later == [0, 0, 0, 0, 0, 1, 2, 3])
    }

    @Test("A search that replaces one under way waits as well")
    func replaced() {
        var searches = Searches(Self.settings)
        Self.begin(&searches)
        Self.begin(&searches)
        #expect(searches.writes.focus.framesToRest == Self.settings.lensDelay)
    }
}
