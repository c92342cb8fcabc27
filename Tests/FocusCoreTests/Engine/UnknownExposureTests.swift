import FocusCore
import Testing

/// A camera whose automatic never reports its exposure, as with many: nobody knows the one from before the light.
extension LightTests {
    private static func silentRig(_ camera: CameraDescription) -> EngineRig {
        var rig = EngineRig(started: camera)
        rig.camera?.readsToRest = 0
        rig.tap(0.25, 0.5)
        rig.film(6000)
        #expect(rig.settled.count == 1)
        rig.forget()
        return rig
    }

    private static func exposureWrites(_ rig: EngineRig) -> [String] { rig.writes.filter { $0.hasPrefix("exposure") } }

    @Test(
        "Where the camera does not report its exposure, it is found again in the dark, and held",
        arguments: [CameraExamples.withRegion, CameraExamples.withoutRegion])
    func unknown(_ camera: CameraDescription) {
        var rig = Self.silentRig(camera)
        rig.send(.lightChanged(isOn: true))
        rig.film(6000)
        rig.camera?.forgetWrites()
        rig.send(.lightChanged(isOn: false))
        rig.film(6000)
        #expect(Self.reports(rig) == [.searching, .found, .searching, .found])
        #expect(Self.exposureWrites(rig) == ["exposureAuto=3", "exposureAuto=1"])
        #expect(rig.states == [] && rig.settled == [] && rig.faults == [] && rig.allViolations == [])
        rig.send(.lightChanged(isOn: true))
        rig.film(6000)
        #expect(Self.reports(rig).suffix(2) == [.searching, .found] && rig.allViolations == [])
    }

    @Test("The same after a light that goes while the exposure is still searched, and one that comes again at once")
    func unknownShort() {
        var rig = Self.silentRig(CameraExamples.withRegion)
        for isOn in [true, false, true, false] {
            rig.send(.lightChanged(isOn: isOn))
            rig.film(200)
        }
        rig.film(6000)
        #expect(Self.reports(rig) == [.searching, .searching, .searching, .searching, .found])
        #expect(Self.exposureWrites(rig).last == "exposureAuto=1" && rig.allViolations == [])
    }

    @Test("With a tap on its way when the light goes, the dark is exposed for when the camera has refused the tap")
    func unknownRefused() {
        var rig = Self.silentRig(CameraExamples.withRegion)
        rig.send(.lightChanged(isOn: true))
        rig.film(6000)
        Self.refuseTap(&rig, lightIsOn: false)
        rig.film(6000)
        #expect(Self.reports(rig) == [.searching, .found, nil, .searching, .found])
        #expect(Self.exposureWrites(rig).last == "exposureAuto=1" && rig.allViolations == [])
    }

    @Test("A light that is back before the camera has refused a tap is exposed for, and is told in order")
    func unknownRefusedInLight() {
        var rig = Self.silentRig(CameraExamples.withRegion)
        rig.send(.lightChanged(isOn: true))
        rig.film(6000)
        rig.send(.lightChanged(isOn: false))
        rig.film(100)
        Self.refuseTap(&rig, lightIsOn: true)
        rig.film(6000)
        #expect(Self.reports(rig) == [.searching, .found, .searching, nil, .searching, .found])
        #expect(Self.exposureWrites(rig).last == "exposureAuto=1" && rig.allViolations == [])
    }

    @Test("A tap while the dark is exposed for takes its place: nothing more is told of the light")
    func unknownTapped() {
        var rig = Self.silentRig(CameraExamples.withRegion)
        rig.send(.lightChanged(isOn: true))
        rig.film(6000)
        rig.send(.lightChanged(isOn: false))
        rig.film(100)
        rig.tap(0.75, 0.5)
        rig.film(6000)
        #expect(Self.reports(rig) == [.searching, .found, .searching] && rig.settled.count == 1)
        #expect(rig.allViolations == [])
    }
}
