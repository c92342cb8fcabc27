import FocusCore
import Testing

/// Cameras that take 200 ms for a call, and ignore some writes, while each frame is marked as if they had not.
struct SlowReadBackTests {
    /// Six frames for a call.
    private static let frames = 6

    private static func lens(_ rig: EngineRig) -> Double { Double(rig.camera?.integer(.focusAbsolute) ?? -1) }

    @Test(
        "A write that a slow camera ignores, at any moment of the search, is found out and repeated", arguments: 0...60)
    func ignoredOnce(_ moment: Int) throws {
        for lag in [0, 2, 4] {
            var rig = EngineRig(started: CameraExamples.withFrames([CameraExamples.focusAbsolute()]))
            rig.film(9000, answeringAfter: Self.frames)
            rig.forget()
            rig.camera?.image.lensLag = lag
            rig.tap(0.25, 0.5)
            rig.film(Int64(moment) * 100, answeringAfter: Self.frames)
            let isSearching = rig.settled.isEmpty
            if isSearching { rig.camera?.ignored = [.focusAbsolute: 1] }
            rig.film(12_000, answeringAfter: Self.frames)
            #expect(rig.settled.map(\.focus) == [.converged], "lag \(lag): \(rig.searches)")
            #expect(rig.settled.first?.verified == .focus)
            #expect(abs(Self.lens(rig) - 180) <= 8, "lag \(lag): lens at \(Self.lens(rig)), \(rig.searches)")
            #expect(rig.allViolations == [])
        }
    }

    @Test("An exposure that a slow camera ignores at any moment is found out, too", arguments: 0...20)
    func ignoredExposure(_ moment: Int) throws {
        for lag in [0, 2, 4] {
            var rig = EngineRig(started: CameraExamples.withFrames([CameraExamples.exposureAbsolute()]))
            rig.film(9000, answeringAfter: Self.frames)
            rig.forget()
            rig.camera?.image.exposureLag = lag
            rig.tap(0.25, 0.5)
            rig.film(Int64(moment) * 100, answeringAfter: Self.frames)
            if rig.settled.isEmpty { rig.camera?.ignored = [.exposureAbsolute: 1] }
            rig.film(12_000, answeringAfter: Self.frames)
            let mean = try #require(rig.camera?.image.mean(isLeft: true))
            #expect(abs(mean / 0.45 - 1) <= 0.06, "lag \(lag): mean \(mean), \(rig.exposures)")
            #expect(rig.settled.map(\.exposure) == [.converged], "lag \(lag): \(rig.exposures)")
        }
    }

    @Test("A slow camera that reads back nonsense is written three times, and after that not read back any more")
    func unreliable() throws {
        var rig = EngineRig(started: CameraExamples.withFrames([CameraExamples.focusAbsolute()]))
        rig.film(9000, answeringAfter: Self.frames)
        rig.forget()
        rig.camera?.alwaysReads = [.focusAbsolute: 3]
        rig.tap(0.25, 0.5)
        rig.film(12_000, answeringAfter: Self.frames)
        #expect(rig.settled.map(\.focus) == [.converged])
        #expect(abs(Self.lens(rig) - 180) <= 8, "lens at \(Self.lens(rig))")
    }

    @Test("Only one write is under way, and the value that is written next is the newest one that was wanted")
    func newest() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(9000, answeringAfter: Self.frames)
        rig.answersAtOnce = false
        rig.forget()
        for value in [0.5, 1, -0.5, -1.0] { rig.send(.exposureCompensation(value)) }
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(9000)
        #expect(abs((rig.camera?.image.mean(isLeft: false) ?? 0) / 0.3284 - 1) <= 0.06)
        #expect(rig.allViolations == [])
    }

    @Test("A step that frames show is not read back; the first one is, and what is kept is read by the hold")
    func reads() throws {
        var rig = EngineRig(started: CameraExamples.withFrames([CameraExamples.focusAbsolute()]))
        rig.film(9000, answeringAfter: Self.frames)
        rig.forget()
        rig.tap(0.25, 0.5)
        // The regular look at what is held would count, too.
        for _ in 0..<90 where rig.settled.isEmpty { rig.film(396, answeringAfter: Self.frames) }
        let report = try #require(rig.searches.first)
        let reads = rig.calls.filter { $0.readsOnly(.focusAbsolute) }.count
        let writes = rig.calls.filter { $0.writesOnly(.focusAbsolute) }.count
        #expect(report.outcome == .found && writes >= report.evaluations && rig.settled.map(\.verified) == [.focus])
        #expect(reads < writes && reads >= 2, "\(reads) reads of \(writes) writes")
    }

    @Test("Without a tap nothing is held, so the search reads back what it keeps", arguments: [0, 2, 4])
    func keptWithoutTap(_ lag: Int) throws {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.lensLag = lag
        rig.film(15_000, answeringAfter: Self.frames)
        #expect(rig.searches.map(\.outcome) == [.found] && abs(Self.lens(rig) - 60) <= 8)
        let calls = rig.calls.filter { $0.writesOnly(.focusAbsolute) || $0.readsOnly(.focusAbsolute) }
        #expect(try #require(calls.last).isRead, "\(calls)")
    }
}
