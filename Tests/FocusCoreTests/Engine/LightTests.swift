import FocusCore
import Testing

/// A light makes the held exposure wrong: it is found again, and goes back.
struct LightTests {
    private static func rig(_ camera: CameraDescription) -> EngineRig {
        var rig = EngineRig(started: camera)
        rig.film(20_000)
        rig.tap(0.25, 0.5)
        rig.film(12_000)
        rig.forget()
        return rig
    }

    static func reports(_ rig: EngineRig) -> [LightReport.Outcome?] {
        rig.effects.compactMap { if case .relit(let report) = $0 { .some(report.exposure) } else { nil } }
    }

    static func exposure(_ rig: EngineRig) -> Int64? { rig.camera?.integer(.exposureAbsolute) }

    @Test(
        "While it is on, another exposure is held; when it goes, the exact earlier one is back without a search",
        arguments: [CameraExamples.byHand, CameraExamples.automatic])
    func onAndOff(_ camera: CameraDescription) {
        var rig = Self.rig(camera)
        let (before, lens) = (Self.exposure(rig), rig.camera?.integer(.focusAbsolute))
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        #expect(Self.reports(rig) == [.searching, .found])
        #expect((Self.exposure(rig) ?? 0) < (before ?? 0))
        #expect(rig.camera?.integer(.focusAbsolute) == lens)
        rig.forget()
        rig.camera?.image.light /= 4
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == before && rig.exposures == [] && Self.reports(rig) == [.restored])
        rig.film(10_000)
        #expect(rig.states == [] && rig.settled == [] && rig.faults == [])
        #expect(rig.allViolations == [])
    }

    @Test("One that goes while the exposure is still searched brings the earlier one back")
    func short() {
        var rig = Self.rig(CameraExamples.byHand)
        let before = Self.exposure(rig)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(200)
        rig.camera?.image.light /= 4
        rig.send(.lightChanged(isOn: false))
        rig.film(10_000)
        #expect(Self.exposure(rig) == before && Self.reports(rig) == [.searching, .restored])
        #expect(rig.allViolations == [])
    }

    @Test("Without a hold nothing is written for it, and the same light twice is one")
    func nothingHeld() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.film(1000)
        rig.forget()
        rig.send(.lightChanged(isOn: true))
        rig.send(.lightChanged(isOn: true))
        rig.send(.lightChanged(isOn: false))
        #expect(Self.reports(rig) == [nil, nil] && rig.writes == [])
    }

    @Test("In continuous, a camera without an automatic is exposed again by the engine, with the light and without it")
    func continuous() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(20_000)
        let before = Self.exposure(rig)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(10_000)
        #expect((Self.exposure(rig) ?? 0) < (before ?? 0) && Self.reports(rig) == [nil])
        #expect(rig.states == ["continuousAuto start"] && rig.allViolations == [])
    }

    @Test("Another camera that comes while it is on is told of it, and of its end")
    func otherCamera() {
        var rig = EngineRig(started: CameraExamples.automatic)
        rig.send(.lightChanged(isOn: true))
        rig.forget()
        rig.arrive(CameraExamples.withRegion)
        #expect(Self.reports(rig) == [nil])
        rig.send(.lightChanged(isOn: false))
        #expect(Self.reports(rig) == [nil, nil] && rig.allViolations == [])
    }

    @Test("A tap while it is on exposes with it: nothing goes back")
    func tapped() {
        var rig = Self.rig(CameraExamples.byHand)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        rig.tap(0.75, 0.5)
        rig.film(9000)
        let lit = Self.exposure(rig)
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == lit && Self.reports(rig).last == .some(nil))
        #expect(rig.settled.count == 1 && rig.allViolations == [])
    }
}

/// A light that is switched while the camera is busy with something else.
extension LightTests {
    @Test(
        "One that comes again while the earlier exposure is read back is exposed for, and the earlier one comes back",
        arguments: [CameraExamples.byHand, CameraExamples.automatic])
    func again(_ camera: CameraDescription) {
        var rig = Self.rig(camera)
        let before = Self.exposure(rig)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        rig.forget()
        rig.answersAtOnce = false
        rig.send(.lightChanged(isOn: false))
        rig.answerOne()
        rig.send(.lightChanged(isOn: true))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(9000)
        #expect(Self.reports(rig) == [.restored, .searching, .found])
        #expect((Self.exposure(rig) ?? 0) < (before ?? 0))
        rig.camera?.image.light /= 4
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == before)
        #expect(Self.reports(rig) == [.restored, .searching, .found, .restored])
        #expect(rig.states == [] && rig.allViolations == [])
    }

    @Test(
        "One that is off for less than the sensor's delay is exposed for: frames of the exposure before count for none",
        arguments: [0, 34, 67, 100] as [Int64], [2, 4])
    func flicker(milliseconds: Int64, lag: Int) {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.exposureLag = lag
        rig.film(20_000)
        rig.tap(0.25, 0.5)
        rig.film(12_000)
        rig.forget()
        let before = Self.exposure(rig) ?? 0
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        rig.camera?.image.light /= 4
        rig.send(.lightChanged(isOn: false))
        rig.film(milliseconds)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        #expect(Self.reports(rig) == [.searching, .found, .restored, .searching, .found])
        #expect((Self.exposure(rig) ?? 0) < before / 2 && before > 0)
        #expect(rig.states == [] && rig.allViolations == [])
    }

    @Test(
        "One that goes at any moment leaves the earlier exposure, also where nothing can be read back",
        arguments: [false, true], [false, true])
    func goesAtAnyMoment(isStarved: Bool, isSilent: Bool) {
        var camera = CameraExamples.byHand
        camera.quirks.cannotBeReadBack = isSilent
        var lit = Self.rig(camera)
        lit.camera?.image.light *= 4
        let before = Self.exposure(lit)
        lit.send(.lightChanged(isOn: true))
        lit.answersAtOnce = false
        var (moments, held) = (0, 0)
        while moments < 400, Self.reports(lit).last == .searching {
            moments += 1
            // Without frames the search fails, and the best exposure that it has found is written again.
            if isStarved, moments > 25 { lit.pass(50) } else { lit.film(10) }
            var rig = lit
            rig.camera?.image.light /= 4
            rig.send(.lightChanged(isOn: false))
            rig.answersAtOnce = true
            rig.answerAll()
            rig.film(3000)
            #expect(Self.exposure(rig) == before && Self.reports(rig).last == .restored, "\(moments)")
            #expect(rig.states == [] && rig.allViolations == [], "\(moments)")
            if lit.demand != nil { held += 1 }
            lit.answerOne()
        }
        #expect(moments > 6 && held > 2)
    }

    @Test("A program that takes the frames while the exposure is found ends the search, and the earlier one comes back")
    func framesTaken() {
        var rig = Self.rig(CameraExamples.byHand)
        let before = Self.exposure(rig)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.film(100)
        rig.send(.framesHeld(FrameHolder(givesFrames: false)))
        rig.film(200)
        #expect(Self.reports(rig) == [.searching, .failed])
        rig.camera?.image.light /= 4
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == before && Self.reports(rig).last == .restored)
        #expect(rig.states == [] && rig.allViolations == [])
    }

    @Test("A hold that was lost in the light is written again when the light cannot be exposed for")
    func lostInLight() {
        var rig = Self.rig(CameraExamples.byHand)
        rig.camera?.framesErrno = 5
        rig.camera?.refusals[.exposureAbsolute] = 5
        rig.answersAtOnce = false
        rig.send(.lightChanged(isOn: true))
        rig.send(.temporaryCompensation(-3))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(1000)
        #expect(Self.reports(rig) == [.searching, .searching, .failed])
        #expect(rig.faults.filter { if case .holdLost = $0 { true } else { false } }.count == 2)
        #expect(rig.states == [] && rig.allViolations == [])
    }

    @Test("Frames that were on their way when the light came are not taken for frames in the light")
    func late() {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.camera?.image.exposureLag = 4
        rig.film(20_000)
        rig.tap(0.25, 0.5)
        rig.film(12_000)
        rig.forget()
        let before = Self.exposure(rig) ?? 0
        rig.send(.lightChanged(isOn: true))
        rig.film(100)
        rig.camera?.image.light *= 4
        rig.film(9000)
        #expect((Self.exposure(rig) ?? 0) < before / 2 && Self.reports(rig) == [.searching, .found])
    }

    /// A rig in which a tap has found its exposure, and focus is still searched.
    private static func halfSettled() -> EngineRig {
        var rig = EngineRig(started: CameraExamples.byHand)
        rig.film(20_000)
        rig.forget()
        rig.tap(0.25, 0.5)
        let isExposed = rig.filmUntil { !$0.exposures.isEmpty }
        #expect(isExposed && rig.settled == [])
        return rig
    }

    @Test("One that comes when the exposure is found and focus is not is exposed for as soon as the tap has settled")
    func halfway() {
        var rig = Self.halfSettled()
        let before = Self.exposure(rig)
        rig.camera?.image.light *= 2
        rig.send(.lightChanged(isOn: true))
        #expect(Self.reports(rig) == [nil])
        rig.film(20_000)
        #expect(Self.reports(rig) == [nil, .searching, .found] && rig.settled.count == 1)
        #expect((Self.exposure(rig) ?? 0) < (before ?? 0))
        rig.camera?.image.light /= 2
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == before)
        #expect(Self.reports(rig) == [nil, .searching, .found, .restored])
        #expect(rig.allViolations == [])
    }

    @Test("One that has gone again by then changes no exposure")
    func goneByThen() {
        var rig = Self.halfSettled()
        let before = Self.exposure(rig)
        rig.send(.lightChanged(isOn: true))
        rig.send(.lightChanged(isOn: false))
        rig.film(20_000)
        #expect(Self.reports(rig) == [nil, nil] && rig.settled.count == 1)
        #expect(Self.exposure(rig) == before && rig.allViolations == [])
    }

    /// Switches the light while a tap is on its way that the camera refuses.
    static func refuseTap(_ rig: inout EngineRig, lightIsOn isOn: Bool) {
        rig.answersAtOnce = false
        // ENODEV: no other level is tried.
        rig.camera?.refusals[.regionRectangle] = 19
        rig.tap(0.75, 0.5)
        rig.send(.lightChanged(isOn: isOn))
        while rig.refusals.isEmpty, rig.demand != nil { rig.answerOne() }
        rig.camera?.refusals = [:]
        rig.answersAtOnce = true
        rig.answerAll()
        #expect(rig.refusals == [.cameraRefused])
    }

    @Test("One that comes with a tap on its way is exposed for when the camera has refused the tap")
    func refused() {
        var rig = Self.rig(CameraExamples.withRegion)
        let before = Self.exposure(rig)
        Self.refuseTap(&rig, lightIsOn: true)
        rig.film(9000)
        #expect(Self.reports(rig) == [nil, .searching, .found] && Self.exposure(rig) != before)
        rig.send(.lightChanged(isOn: false))
        rig.film(1000)
        #expect(Self.exposure(rig) == before)
        #expect(Self.reports(rig) == [nil, .searching, .found, .restored])
        #expect(rig.allViolations == [])
    }

    @Test("When it goes with a tap on its way that is refused, the earlier exposure is back all the same")
    func goesRefused() {
        var rig = Self.rig(CameraExamples.withRegion)
        let before = Self.exposure(rig)
        rig.send(.lightChanged(isOn: true))
        rig.film(9000)
        #expect(Self.exposure(rig) != before)
        Self.refuseTap(&rig, lightIsOn: false)
        rig.film(9000)
        #expect(Self.exposure(rig) == before && Self.reports(rig) == [.searching, .found, .restored])
        #expect(rig.allViolations == [])
    }

    @Test("A tap on its way when it comes, and accepted, exposes with it once")
    func accepted() {
        var rig = Self.rig(CameraExamples.byHand)
        rig.answersAtOnce = false
        rig.tap(0.75, 0.5)
        rig.camera?.image.light *= 4
        rig.send(.lightChanged(isOn: true))
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(12_000)
        #expect(Self.reports(rig) == [nil] && rig.exposures.count == 1 && rig.settled.count == 1)
        rig.send(.lightChanged(isOn: false))
        #expect(Self.reports(rig) == [nil, nil] && rig.allViolations == [])
    }
}
