import Testing

@testable import FocusCore

/// An exposure search from its beginning to its end, as a value.
struct ExposureRunTests {
    /// A frame is measured, while a tap waits for the search.
    private static func look(_ run: inout ExposureRun, _ frame: FrameStatistics, isHeeded: Bool = true) {
        _ = run.look(frame, isHeeded: isHeeded, with: 0, isAwaited: true)
    }

    /// The search makes a step after this frame.
    /// - Returns: the exposure time of that step.
    private static func step(_ run: inout ExposureRun, after frame: FrameStatistics) throws -> Int64 {
        run.wanted = nil
        look(&run, frame)
        return try #require(run.wanted, "the search makes no step").time
    }

    @Test("A search begins with a write of where it begins; a step without a gain keeps the gain that there is")
    func steps() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        #expect(run.isSearching && run.setting?.time == 200 && run.wanted?.time == 200)
        run.set(ExposureSetting(time: 300, gain: 8), after: SearchExamples.frame(), with: 0)
        run.set(ExposureSetting(time: 400), after: SearchExamples.frame(), with: 1)
        #expect(run.setting == ExposureSetting(time: 400, gain: 8) && run.wanted == ExposureSetting(time: 400))
        #expect(run.compensation == 1)
    }

    @Test("The end is set, with the compensation that was wanted then")
    func end() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.wanted = nil
        run.end(SearchExamples.converged(time: 250, gain: 3), with: -1)
        #expect(!run.isSearching && run.setting == ExposureSetting(time: 250, gain: 3) && run.wanted == nil)
        #expect(run.compensation == -1 && run.missing == 0)
        run.end(SearchExamples.converged(time: 260), with: 0)
        #expect(run.setting == ExposureSetting(time: 260) && run.missing == 0, "without a search nothing is missing")
    }

    @Test("A search that is given up writes the best that it has tried")
    func givenUp() throws {
        var run = ExposureRun()
        let none = run.giveUp()
        #expect(none == nil)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        // No frame shows this step.
        run.set(ExposureSetting(time: 300), after: SearchExamples.frame(), with: 0)
        run.wanted = nil
        let report = run.giveUp()
        #expect(report?.outcome == .gaveUp && !run.isSearching && run.wanted == run.setting && run.setting?.time == 200)
    }

    @Test("A refused write leaves what the camera had, and the compensation that this had in it")
    func refused() throws {
        var run = ExposureRun()
        run.found(with: 0.5)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.set(ExposureSetting(time: 300), after: SearchExamples.frame(), with: 2)
        _ = run.giveUp()
        run.refused(keeping: 180)
        #expect(run.setting == ExposureSetting(time: 180) && run.wanted == nil)
        #expect(run.compensation == 0.5 && run.missing == 0)
    }

    @Test("A frame that shows a step is evidence of it; a frame as before is counted late, and is none")
    func evidence() throws {
        // A tenth of the brighter one is the least that counts.
        for (mean, isShown) in [(0.42, true), (0.224, true), (0.221, false), (0.2, false)] {
            var run = ExposureRun()
            run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
            let before = SearchExamples.frame(sharpness: 0.5, mean: 0.2, exposure: 200)
            #expect(run.evidence(of: before) == .needed(isShown: false, isLast: false))
            let time = try Self.step(&run, after: before)
            let late = SearchExamples.frame(mean: mean, exposure: 200, sequence: 1)
            #expect(run.evidence(of: late) == .notNeeded, "it was exposed before the step")
            var last = SearchEvidence.notNeeded
            for number in 1...20 where last == .notNeeded {
                let frame = SearchExamples.frame(mean: mean, exposure: time, sequence: UInt32(number))
                last = run.evidence(of: frame)
                Self.look(&run, frame, isHeeded: false)
            }
            #expect(last == .needed(isShown: isShown, isLast: false))
        }
    }

    @Test("In the dark no frame shows a step")
    func dark() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        let before = SearchExamples.frame(mean: 0, exposure: 200)
        let time = try Self.step(&run, after: before)
        var last = SearchEvidence.notNeeded
        for number in 1...20 where last == .notNeeded {
            let frame = SearchExamples.frame(mean: 0, exposure: time, sequence: UInt32(number))
            last = run.evidence(of: frame)
            Self.look(&run, frame, isHeeded: false)
        }
        #expect(last == .needed(isShown: false, isLast: false))
    }

    @Test("A search that has made no step takes no frame for one, whatever the search before it has seen")
    func evidenceOfNextSearch() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.set(ExposureSetting(time: 300), after: SearchExamples.frame(mean: 0.42), with: 0)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        let frame = SearchExamples.frame(mean: 0.2, exposure: 200)
        #expect(run.evidence(of: frame) == .needed(isShown: false, isLast: false))
    }

    @Test("The last frame of a search is the one with which it would end")
    func lastFrame() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        let first = SearchExamples.frame(mean: 0.45, exposure: 200)
        #expect(run.evidence(of: first) == .notNeeded)
        Self.look(&run, first)
        let second = SearchExamples.frame(mean: 0.45, exposure: 200, sequence: 1)
        #expect(run.evidence(of: second) == .needed(isShown: false, isLast: true))
    }

    @Test("After a setting that was written again no earlier frame counts")
    func writtenAgain() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        Self.look(&run, SearchExamples.frame(mean: 0.45, exposure: 200))
        run.writeAgain(ExposureSetting(time: 200))
        #expect(run.wanted == ExposureSetting(time: 200))
        let next = SearchExamples.frame(mean: 0.45, exposure: 200, sequence: 1)
        #expect(run.evidence(of: next) == .notNeeded, "it is the first one")
    }

    @Test("A search that is no longer needed writes nothing more")
    func abandoned() throws {
        var run = ExposureRun()
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.abandon()
        #expect(!run.isSearching && run.wanted == nil)
    }

    @Test("A search that takes the place of another still knows what stood before the first")
    func replaced() throws {
        var run = ExposureRun()
        run.found(with: 0.5)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.found(with: 2)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        #expect(run.standingCompensation == 0.5)
    }

    @Test("A search is late after its time, counted from the latest beginning; without a search nothing is late")
    func late() throws {
        var run = ExposureRun()
        func isLate(_ milliseconds: Int64) -> Bool {
            run.isLate(at: Instant(nanoseconds: milliseconds * 1_000_000), after: .milliseconds(8000))
        }
        #expect(!isLate(9000))
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        #expect(!isLate(8000) && isLate(8001))
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 1_000_000_000))
        #expect(!isLate(9000) && isLate(9001))
        run.abandon()
        #expect(!isLate(9001))
    }

    @Test("What a search has learned of the gain is known after its end, and after a search that has learned nothing")
    func learnedGain() throws {
        let times = try #require(ControlSteps(least: 1, most: 400))
        let range = try #require(ExposureRange(times: times, gains: ControlSteps(least: 0, most: 240)))
        let start = ExposureSetting(time: 100, gain: 60)
        var run = ExposureRun()
        run.begin(ExposureControl(range: range, start: start, givenDelay: 0), at: Instant(nanoseconds: 0))
        // The first step goes to the longest time, and all further ones are left to the gain.
        for number in 1...10 as ClosedRange<UInt32> where run.search?.learnedGain == nil {
            let time = try #require(run.setting?.time)
            let gain = try #require(run.setting?.gain)
            // The light grows with 1 + gain/40, and so does the mean of a linear sensor.
            let mean = 0.05 * Double(time) / 100 * Double(gain + 40) / 100
            let frame = FrameStatistics(
                request: 1, sequence: number, captured: Instant(nanoseconds: 0), exposure: time, gain: gain,
                sharpness: 0, mean: mean)
            Self.look(&run, frame)
        }
        run.end(SearchExamples.converged(time: 400, gain: 77), with: 0)
        #expect(run.delay == 0)
        run.begin(try SearchExamples.exposure(from: 200), at: Instant(nanoseconds: 0))
        run.end(SearchExamples.converged(time: 200), with: 0)
        let light = try #require(run.gainScale.light(from: 60, to: 160))
        #expect(abs(light - 1) < 0.05, "a gain of 160 gives twice the light of 60: \(light) EV")
    }
}
