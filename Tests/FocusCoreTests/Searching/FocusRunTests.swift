import Testing

@testable import FocusCore

/// A focus search from its beginning to its end, as a value.
struct FocusRunTests {
    private static func begun(at position: Int64) throws -> FocusRun {
        var run = FocusRun()
        run.begin(try SearchExamples.focus(from: position), at: position)
        return run
    }

    @Test("A search begins with a write of where it begins, and each move is one")
    func moves() throws {
        var run = try Self.begun(at: 100)
        #expect(run.isSearching && run.position == 100 && run.wanted == 100)
        run.wanted = nil
        run.move(to: 125, after: SearchExamples.frame())
        #expect(run.position == 125 && run.wanted == 125)
    }

    @Test("What was found is where the lens stays")
    func found() throws {
        var run = try Self.begun(at: 100)
        run.wanted = nil
        run.move(to: 130, after: SearchExamples.frame())
        run.wanted = nil
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        #expect(!run.isSearching && run.position == 130 && run.wanted == nil && run.foundSharpness == 0.4)
    }

    @Test("What was found in another version of the measure is forgotten; the lens stays")
    func otherMeasure() throws {
        var run = try Self.begun(at: 100)
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        run.measureChanged()
        #expect(run.foundSharpness == nil && run.position == 130)
    }

    @Test("What was found for another use of frames is forgotten; the lens stays")
    func otherUse() throws {
        var run = try Self.begun(at: 100)
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        run.useChanged()
        #expect(run.foundSharpness == nil && run.position == 130)
    }

    @Test("The delay of the lens is passed on to the next search")
    func delay() throws {
        let lens = try #require(LensRange(minimum: 0, maximum: 250, step: 5))
        var run = FocusRun()
        run.begin(FocusDriver(range: lens, start: 100, learned: LensDelay.given(frames: 3)), at: 100)
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        #expect(run.delay == LensDelay.given(frames: 3))
    }

    @Test("Where nothing was found the lens goes back to where it was before the first search that was not finished")
    func putBack() throws {
        var run = try Self.begun(at: 100)
        run.wanted = nil
        run.move(to: 150, after: SearchExamples.frame())
        run.abandon()
        #expect(!run.isSearching && run.wanted == nil && run.position == 150)
        run.begin(try SearchExamples.focus(from: 150), at: 150)
        run.abandon()
        run.begin(try SearchExamples.focus(from: 150), at: 150)
        run.wanted = nil
        let first = run.end(SearchExamples.flat(at: 150))
        #expect(first.position == 100 && run.wanted == 100 && run.position == 100 && run.foundSharpness == nil)
        run.begin(try SearchExamples.focus(from: 100), at: 100)
        let again = run.end(SearchExamples.flat(at: 100))
        #expect(again.position == 100 && run.wanted == nil, "it is there already")
        run.begin(try SearchExamples.focus(from: 140), at: 140)
        let later = run.end(SearchExamples.flat(at: 140))
        #expect(later.position == 140, "what was before the first search counts once")
    }

    @Test("A search that finds something is the end of those that were not finished before it")
    func foundAfterUnfinished() throws {
        var run = try Self.begun(at: 100)
        run.abandon()
        run.begin(try SearchExamples.focus(from: 150), at: 150)
        _ = run.end(SearchExamples.found(at: 130, sharpness: 0.4))
        run.begin(try SearchExamples.focus(from: 130), at: 130)
        let rest = run.end(SearchExamples.flat(at: 130))
        #expect(rest.position == 130)
    }

    @Test("An automatic that moves the lens makes every position forgotten")
    func forgotten() throws {
        var run = try Self.begun(at: 100)
        run.abandon()
        run.forgetPosition()
        #expect(run.position == nil)
        run.begin(try SearchExamples.focus(from: 50), at: 50)
        let rest = run.end(SearchExamples.flat(at: 50))
        #expect(rest.position == 50)
    }

    @Test(
        "A frame that the search would count shows its move if its sharpness differs visibly from the one before",
        arguments: [(0.9, true), (0.4, true), (0.55, false), (0.6, false)])
    func evidence(_ sharpness: Double, _ isShown: Bool) throws {
        var run = try Self.begun(at: 100)
        let first = SearchExamples.frame(lens: 100, sharpness: 0.6)
        #expect(run.evidence(of: first) == .needed(isShown: false, isLast: false))
        run.wanted = nil
        _ = run.look(first, isHeeded: true)
        let target = try #require(run.wanted, "the search makes no step")
        #expect(run.evidence(of: SearchExamples.frame(lens: 100, sharpness: sharpness, sequence: 1)) == .notNeeded)
        var last = SearchEvidence.notNeeded
        for number in 1...12 where last == .notNeeded {
            let frame = SearchExamples.frame(lens: target, sharpness: sharpness, sequence: UInt32(number))
            last = run.evidence(of: frame)
            _ = run.look(frame, isHeeded: false)
        }
        #expect(last == .needed(isShown: isShown, isLast: false))
    }

    @Test("The last frame of a search is the one with which it would end, and no other")
    func lastFrame() throws {
        var run = try Self.begun(at: 100)
        var last: [UInt32] = []
        for number in UInt32(0)..<400 {
            let lens = run.position ?? 0
            let distance = Double(lens - 170) / 40
            let frame = SearchExamples.frame(
                lens: lens, sharpness: 0.1 + 0.8 / (1 + distance * distance), sequence: number)
            if case .needed(_, isLast: true) = run.evidence(of: frame) { last.append(number) }
            guard run.look(frame, isHeeded: true) != nil else { continue }
            #expect(last == [number])
            return
        }
        Issue.record("the search never ends")
    }

    @Test("A search that has not moved the lens yet takes no frame for a move, whatever the search before it has seen")
    func evidenceOfNextSearch() throws {
        var run = try Self.begun(at: 100)
        run.move(to: 125, after: SearchExamples.frame(sharpness: 0.6))
        run.abandon()
        run.begin(try SearchExamples.focus(from: 125), at: 125)
        let frame = SearchExamples.frame(lens: 125, sharpness: 0.9)
        #expect(run.evidence(of: frame) == .needed(isShown: false, isLast: false))
    }

    @Test("Without a search no frame is evidence")
    func noEvidence() {
        #expect(FocusRun().evidence(of: SearchExamples.frame()) == .notNeeded)
        #expect(ExposureRun().evidence(of: SearchExamples.frame()) == .notNeeded)
    }

    @Test("The third search in a row that is given up is the end of what was found before; a finished one begins anew")
    func givenUp() throws {
        var run = try Self.begun(at: 100)
        let ends = [run.giveUp(), run.giveUp()]
        #expect(ends.map { $0?.outcome } == [.unfinished, nil])
        run.begin(try SearchExamples.focus(from: 100), at: 100)
        _ = run.end(SearchExamples.found(at: 120, sharpness: 0.3))
        for kept in [0.3, 0.3, nil] {
            run.begin(try SearchExamples.focus(from: 120), at: 120)
            _ = run.giveUp()
            #expect(run.foundSharpness == kept)
        }
    }

    @Test("A search that ends unfinished, as where the scene changes in the middle, counts as one that is given up")
    func unfinished() throws {
        var run = try Self.begun(at: 100)
        _ = run.end(SearchExamples.found(at: 120, sharpness: 0.3))
        var report = SearchExamples.flat(at: 120)
        report.outcome = .unfinished
        for kept in [0.3, 0.3, nil] {
            run.begin(try SearchExamples.focus(from: 120), at: 120)
            _ = run.end(report)
            #expect(run.foundSharpness == kept && !run.isSearching)
        }
    }
}
