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

    private static func reports(_ rig: EngineRig) -> [LightReport.Outcome?] {
        rig.effects.compactMap { if case .relit(let report) = $0 { .some(report.exposure) } else { nil } }
    }

    private static func exposure(_ rig: EngineRig) -> Int64? { rig.camera?.integer(.exposureAbsolute) }

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
