import FocusCore
import Testing

/// Searches that are disturbed.
struct SoftwareTroubleTests {
    private static let inside = 8.0

    private static func lens(_ rig: EngineRig) -> Double { Double(rig.camera?.integer(.focusAbsolute) ?? -1) }

    /// Whatever was done to a camera that is kept right: some seconds later it is sharp in the middle, and watched.
    private static func expectKeptRight(_ rig: inout EngineRig, _ comment: Comment) {
        rig.film(8000)
        #expect(abs(lens(rig) - 60) <= inside, comment)
        #expect((rig.camera?.image.request?.interval ?? .zero) > .zero, comment)
        rig.camera?.image.far = 200
        rig.film(70_000)
        #expect(abs(lens(rig) - 200) <= inside, comment)
        #expect(rig.allViolations == [])
    }

    @Test("The view shown at any moment of a continuous search only begins it anew", arguments: Array(0..<20))
    func viewShown(_ moment: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(Int64(moment) * 100)
        rig.send(.viewShown)
        Self.expectKeptRight(&rig, "view shown after \(moment * 100) ms")
    }

    @Test("A compensation at any moment of a continuous search is applied", arguments: Array(0..<20))
    func compensated(_ moment: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(Int64(moment) * 100)
        rig.send(.exposureCompensation(-1))
        rig.film(3000)
        #expect(abs((rig.camera?.image.mean(isLeft: false) ?? 0) / 0.3284 - 1) <= 0.06)
        Self.expectKeptRight(&rig, "compensated after \(moment * 100) ms")
    }

    @Test(
        "A compensation at any moment of a search that finds nothing begins no other one, and the lens goes back",
        arguments: 1...12)
    func compensatedInFlat(_ moment: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.isFlat = true
        rig.film(Int64(moment) * 150)
        rig.send(.exposureCompensation(1))
        rig.film(9000)
        #expect(Self.lens(rig) == 100)
        #expect(rig.searches.map(\.outcome) == [.flat])
        #expect(rig.allViolations == [])
    }

    @Test(
        "A write that is refused in a continuous search puts the lens back, and the watch goes on",
        arguments: Array(1..<15))
    func refused(_ moment: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(Int64(moment) * 100)
        rig.camera?.failuresAhead = 1
        rig.film(1500)
        rig.camera?.image.far = 65
        rig.send(.viewShown)
        rig.camera?.image.far = 60
        Self.expectKeptRight(&rig, "refused after \(moment * 100) ms")
    }

    @Test("A stream that ends in a continuous search is begun anew, within the budget")
    func streamDies() {
        var rig = EngineRig(started: CameraExamples.byHand)
        for _ in 0..<60 {
            rig.film(1000)
            if rig.camera?.image.request != nil {
                rig.camera?.image.request = nil
                rig.loseFrames(errno: 5)
            }
        }
        #expect(rig.searches.count <= 8, "\(rig.searches.count) searches in a minute")
        #expect(rig.faults == [.framesEnded(errno: 5)])
        rig.pass(40_000)
        Self.expectKeptRight(&rig, "after a minute of failures")
    }

    @Test(
        "Answers that come some frames late make no frame count for a position that it was not taken at",
        arguments: 0...4)
    func lateAnswers(_ late: Int) throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.lensLag = 0
        rig.camera?.image.exposureLag = 1
        for x in [0.25, 0.75, 0.25] {
            rig.forget()
            rig.tap(x, 0.5)
            rig.film(9000, answeringAfter: late)
            let report = try #require(rig.settled.first)
            #expect(report.focus == .converged)
            #expect(abs(Self.lens(rig) - (x < 0.5 ? 180 : 60)) <= Self.inside, "lens at \(Self.lens(rig))")
        }
        #expect(rig.allViolations == [])
    }

    @Test("A deadline at any moment of a search leaves the lens where it was, and is told", arguments: Array(1...12))
    func deadline(_ moment: Int) throws {
        var configuration = Configuration()
        configuration.settle.searchDeadline = .milliseconds(Int64(moment) * 100)
        var rig = EngineRig(started: CameraExamples.automatic, configuration)
        rig.tap(0.25, 0.5)
        rig.film(6000)
        let report = try #require(rig.settled.first)
        // The search takes about a second.
        if moment <= 8 { #expect(report.focus == .failed) }
        guard report.focus == .failed else {
            #expect(abs(Self.lens(rig) - 180) <= Self.inside)
            return
        }
        #expect(Self.lens(rig) == 100)
        #expect(rig.searches.map(\.outcome) == [.unfinished])
        #expect(rig.camera?.integer(.focusAuto) == 0)
    }

    @Test("A second tap in the middle of a search forgets nothing of where the lens was")
    func interrupted() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(500)
        rig.camera?.image.isFlat = true
        rig.tap(0.75, 0.5)
        rig.film(9000)
        #expect(rig.settled.last?.focus == .failed)
        #expect(Self.lens(rig) == 100)
        #expect(rig.searches.last?.position == 100, "what is told is where the lens is")
    }

    @Test("A search that is given up after an interrupted one tells where the lens goes back to")
    func interruptedAndGivenUp() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(700)
        rig.tap(0.75, 0.5)
        rig.film(300)
        rig.camera?.image.request = nil
        rig.loseFrames(errno: 5)
        #expect(rig.searches.last?.outcome == .unfinished)
        #expect(rig.searches.last?.position == 100)
        #expect(Self.lens(rig) == 100)
    }

    @Test(
        "A second tap that is refused ends the first search: the lens goes back and is held, and the next tap works",
        arguments: [300, 700] as [Int64])
    func secondRefused(_ moment: Int64) {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(moment)
        rig.camera?.framesErrno = 16
        rig.camera?.refusals = [.focusAuto: 110]
        rig.tap(0.75, 0.5)
        #expect(rig.refusals == [.cameraRefused])
        rig.camera?.framesErrno = 0
        rig.camera?.refusals = [:]
        rig.film(1000)
        #expect(rig.settled.count == 1, "it is held at once, and not when the search's time is up")
        rig.film(8000)
        #expect(rig.settled.map(\.focus) == [.failed] && rig.searches.map(\.outcome) == [.unfinished])
        #expect(Self.lens(rig) == 100 && rig.camera?.integer(.focusAuto) == 0)
        #expect(rig.allViolations == [])
        rig.forget()
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.first?.focus == .converged)
        #expect(abs(Self.lens(rig) - 180) <= Self.inside)
    }

    @Test("A stop before the stream has begun ends the stream all the same")
    func stopBeforeStream() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.answersAtOnce = false
        rig.tap(0.25, 0.5)
        rig.send(.stop)
        rig.answerAll()
        #expect(rig.stops == 1)
        #expect(rig.camera?.streams.last == "stop")
        #expect(rig.camera?.image.request == nil)
    }

    @Test("An original outside the range that a quirk leaves is put back as it was")
    func originalOutsideQuirk() {
        let description = CameraExamples.withFrames(
            [CameraExamples.focusAbsolute(0)], quirks: CameraQuirks(lensMinimum: 20))
        var rig = EngineRig(started: description)
        rig.film(4000)
        #expect(Self.lens(rig) >= 20)
        rig.send(.stop)
        #expect(Self.lens(rig) == 0)
    }

    @Test("A lens that lags and was left somewhere by an automatic that tells another position is waited for")
    func stalePosition() throws {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.camera?.image.lensLag = 5
        rig.camera?.alwaysReads = [.focusAbsolute: 20]
        rig.tap(0.25, 0.5)
        rig.film(9000)
        #expect(rig.settled.first?.focus == .converged)
        #expect(abs(Self.lens(rig) - 180) <= Self.inside)
    }

    @Test("A compensation that goes to its limit and back ends where it began")
    func compensationReturns() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.tap(0.25, 0.5)
        rig.film(8000)
        let before = rig.camera?.integer(.exposureAbsolute)
        for value in [4.0, -4, 2, 0] {
            rig.send(.exposureCompensation(value))
            rig.film(500)
        }
        #expect(rig.camera?.integer(.exposureAbsolute) == before)
    }
}
