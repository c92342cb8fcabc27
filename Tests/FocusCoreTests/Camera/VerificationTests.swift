import FocusCore
import Testing

/// Holds that are read back.
struct VerificationTests {
    private static func settle(_ rig: inout EngineRig) throws -> SettledReport {
        rig.tap(0.25, 0.5)
        rig.film(9000)
        return try #require(rig.settled.first)
    }

    @Test("A camera that ignores the automatic's end a few times is written again until it holds", arguments: 0...3)
    func ignoresSome(_ times: Int) throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = [.focusAuto: times]
        rig.forget()
        rig.film(4000)
        let report = try #require(rig.settled.first)
        #expect(report.verified == [.focus, .exposure])
        #expect(rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.writes.filter { $0.hasPrefix("focusAuto=0") }.count == 1 + times)
        #expect(rig.faults == [])
    }

    @Test("A camera that always ignores it is written a bounded number of times, and reported as not held")
    func ignoresAll() throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = [.focusAuto: 1000]
        rig.forget()
        rig.film(4000)
        let report = try #require(rig.settled.first)
        #expect(report.focus == .failed && report.exposure == .converged)
        #expect(report.verified == .exposure)
        #expect(rig.faults == [.controlIgnored(.focusAuto)])
        // Each time the lens is refused, because the automatic is on still: it is switched off once more.
        #expect(rig.writes.filter { $0.hasPrefix("focusAuto=0") }.count == 8)
        #expect(rig.allViolations == [])
    }

    @Test("An exposure mode that the camera always ignores is written four times, and reported as not held")
    func ignoresAllExposure() throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = [.exposureAuto: 1000]
        rig.forget()
        rig.film(4000)
        let report = try #require(rig.settled.first)
        #expect(report.exposure == .failed && report.verified == .focus)
        #expect(rig.faults == [.controlIgnored(.exposureAuto)])
        #expect(rig.writes.filter { $0.hasPrefix("exposureAuto=1") }.count == 4, "\(rig.writes)")
    }

    @Test("A lens whose position always reads 0 is held where the search has put it, and reported")
    func readsZero() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.alwaysReads = [.focusAbsolute: 0]
        let report = try Self.settle(&rig)
        #expect(report.focus == .converged)
        #expect(report.verified == .exposure)
        #expect(rig.faults == [.controlIgnored(.focusAbsolute)])
        #expect(abs(Double(rig.camera?.integer(.focusAbsolute) ?? 0) - 180) <= 8)
    }

    @Test("A quirk says that what is read back means nothing: it is not read")
    func quirk() throws {
        var rig = EngineRig(
            started: CameraExamples.withFrames(
                CameraExamples.basics, quirks: CameraQuirks(cannotBeReadBack: true)))
        rig.camera?.alwaysReads = [.focusAbsolute: 0]
        let report = try Self.settle(&rig)
        #expect(report.verified == [])
        #expect(rig.faults == [])
    }

    @Test(
        "A write that the camera ignores during a search, while it marks frames as if it had not, costs no other search",
        arguments: 1...12, 0...3)
    func ignoresDuringSearch(_ after: Int, _ late: Int) throws {
        for lag in [0, 2, 4] {
            var rig = EngineRig(started: CameraExamples.automatic)
            rig.camera?.image.lensLag = lag
            rig.tap(0.25, 0.5)
            rig.film(Int64(after) * 100, answeringAfter: late)
            rig.camera?.ignored = [.focusAbsolute: 1]
            rig.film(9000, answeringAfter: late)
            let lens = Double(rig.camera?.integer(.focusAbsolute) ?? -1)
            let report = try #require(rig.searches.first)
            #expect(report.outcome == .found && report.evaluations <= 12, "lag \(lag): \(report)")
            #expect(abs(lens - 180) <= 8, "lag \(lag): lens at \(lens), \(report)")
            // The lens delay that was learned serves the next search.
            rig.tap(0.75, 0.5)
            rig.film(9000, answeringAfter: late)
            let next = Double(rig.camera?.integer(.focusAbsolute) ?? -1)
            #expect(abs(next - 60) <= 8, "lag \(lag): lens at \(next), \(rig.searches)")
        }
    }

    @Test(
        "A camera that ignores all that a search writes gets its original back, when it heeds again", arguments: 1...15)
    func ignoresUntilTheEnd(_ after: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(Int64(after) * 100)
        rig.camera?.ignored = [.focusAbsolute: 1000, .exposureAbsolute: 1000]
        rig.film(9000)
        rig.camera?.ignored = [:]
        rig.send(.stop)
        #expect(rig.camera?.integer(.focusAbsolute) == 100)
        #expect(rig.camera?.integer(.exposureAbsolute) == 157)
        #expect(rig.stops == 1)
    }

    @Test(
        "An exposure that the camera ignores during a search does not keep the region from its target",
        arguments: 0...8, 1...2)
    func ignoresExposureDuringSearch(_ after: Int, _ times: Int) throws {
        for (late, lag) in [(0, 2), (1, 0), (2, 3), (3, 1), (4, 2)] {
            var rig = EngineRig(started: CameraExamples.automatic)
            rig.camera?.image.exposureLag = lag
            rig.tap(0.75, 0.5)
            rig.film(Int64(after) * 33, answeringAfter: late)
            rig.camera?.ignored = [.exposureAbsolute: times]
            rig.film(9000, answeringAfter: late)
            let mean = try #require(rig.camera?.image.mean(isLeft: false))
            #expect(abs(mean / 0.45 - 1) <= 0.05, "mean \(mean)")
            #expect(rig.settled.first?.exposure == .converged, "late \(late), lag \(lag): \(rig.exposures)")
            #expect(rig.settled.first?.verified == [.focus, .exposure])
        }
    }

    @Test("A compensation while a hold is being read back is held and read back itself")
    func compensationDuringVerification() throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        try #require(rig.film { if case .read(let ids) = $0 { ids[0] == .exposureAuto } else { false } })
        let found = try #require(rig.camera?.integer(.exposureAbsolute))
        rig.send(.exposureCompensation(-1))
        rig.pass(5000)
        #expect(rig.camera?.integer(.exposureAbsolute) == found / 2)
        #expect(rig.settled.map(\.verified) == [[.focus, .exposure]])
        #expect(rig.faults == [], "nobody else has changed it")
    }

    @Test("Controls that a quirk calls unusable are never written")
    func unusable() {
        var unusable = InlineList<8, ControlID>()
        unusable.append(.regionRectangle)
        let description = CameraExamples.withFrames(
            CameraExamples.basics + CameraExamples.region(), quirks: CameraQuirks(unusable: unusable))
        var rig = EngineRig(started: description)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.settled.first?.focusLevel == .software)
        #expect(!rig.writes.contains { $0.contains("rect") })
    }

    @Test("An exposure mode that always reads as the automatic is switched back to it, after motion and at the end")
    func alwaysReadsAutomatic() {
        for ends in [false, true] {
            let mode = ControlDescription(id: .exposureAuto, maximum: 1, menuItems: 0b11, value: .integer(0))
            var rig = EngineRig()
            rig.arrive(CameraExamples.camera([mode, CameraExamples.exposureAbsolute()]))
            rig.camera?.alwaysReads = [.exposureAuto: 0]
            rig.send(.accelerometerArrived)
            rig.send(.start)
            rig.tap(0.25, 0.5)
            rig.pass(4000)
            #expect(rig.faults.contains(.controlIgnored(.exposureAuto)) && rig.camera?.integer(.exposureAuto) == 1)
            if ends { rig.send(.stop) } else { rig.shake() }
            #expect(rig.camera?.integer(.exposureAuto) == 0, "it ends: \(ends)")
        }
    }

    @Test(
        "What a search writes first and the camera does not heed is written twice again, and after that not read back",
        arguments: [(ControlID.focusAbsolute, Int64(240)), (.exposureAbsolute, 2000)])
    func firstWrite(_ id: ControlID, _ told: Int64) throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        try #require(rig.film { $0.writesOnly(id) })
        rig.forget()
        rig.camera?.alwaysReads = [id: told]
        rig.answerAll()
        rig.film(500)
        let name = "\(FakeCamera.name(id))="
        let writes = rig.writes.filter { $0.hasPrefix(name) }
        #expect(writes.prefix { $0 == writes.first }.count == 3, "\(writes)")
        #expect(rig.calls.filter { $0.readsOnly(id) }.count == 3)
    }

    @Test("A hold that another program has broken is written as often as a new one, also after it was ignored")
    func ignoredAndBroken() throws {
        var rig = EngineRig(started: CameraExamples.withRegion)
        rig.tap(0.25, 0.5)
        rig.camera?.ignored = [.exposureAuto: 3]
        rig.film(4000)
        try #require(rig.settled.map(\.verified) == [[.focus, .exposure]])
        rig.forget()
        rig.camera?.setByOthers(.exposureAuto, 3)
        rig.camera?.ignored = [.exposureAuto: 3]
        rig.pass(4000)
        #expect(rig.faults == [.holdBroken(.exposureAuto)])
        #expect(rig.camera?.integer(.exposureAuto) == 1, "\(rig.writes)")
    }

    @Test("A tap while a hold waits to be read again ends that wait")
    func tapWhileWaiting() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.camera?.ignored = [.exposureAbsolute: 1]
        rig.send(.exposureCompensation(-1))
        try #require(rig.timers[.verification] != nil)
        rig.answersAtOnce = false
        rig.tap(0.75, 0.5)
        #expect(rig.timers[.verification] == nil)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(8000)
        #expect(rig.settled.count == 2 && rig.allViolations == [])
    }
}
