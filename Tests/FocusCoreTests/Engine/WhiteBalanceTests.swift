import FocusCore
import Testing

/// The automatic white balance is held with the exposure, where that is asked for.
struct WhiteBalanceTests {
    private static func rig(_ hold: WhiteBalanceHold, original: Int64 = 1) -> EngineRig {
        let control = ControlDescription(
            id: .whiteBalanceAuto, maximum: 1, defaultValue: 1, value: .integer(original))
        let camera = CameraExamples.camera(CameraExamples.basics + [control])
        return EngineRig(started: camera, Configuration().with { $0.whiteBalance = hold })
    }

    private static func isOn(_ rig: EngineRig) -> Bool { rig.camera?.integer(.whiteBalanceAuto) == 1 }

    @Test("hold: it is off while a tap is held, on again in continuous and for the next tap, and on at the end")
    func hold() {
        var rig = Self.rig(.hold)
        rig.tap(0.25, 0.5)
        rig.pass(5000)
        #expect(!Self.isOn(rig))
        rig.send(.viewShown)
        #expect(Self.isOn(rig))
        rig.tap(0.25, 0.5)
        rig.pass(5000)
        rig.tap(0.75, 0.5)
        #expect(Self.isOn(rig))
        rig.pass(5000)
        #expect(!Self.isOn(rig))
        rig.send(.stop)
        #expect(Self.isOn(rig) && rig.allViolations == [])
    }

    @Test("lock: a plain tap leaves it on; it is off from the lock on, also of what was held before")
    func lock() {
        var rig = Self.rig(.lock)
        rig.tap(0.25, 0.5)
        rig.pass(8000)
        #expect(Self.isOn(rig))
        rig.send(.keep(KeepWish(.held, by: .application)))
        rig.pass(2000)
        #expect(!Self.isOn(rig))
        rig.send(.viewShown)
        #expect(Self.isOn(rig))
        rig.send(.keep(KeepWish(.view(x: 0.25, y: 0.5), by: .person)))
        rig.pass(5000)
        #expect(!Self.isOn(rig) && rig.allViolations == [])
    }

    @Test("follow: it is never written; and neither is one that was off when the camera was opened")
    func follow() {
        for var rig in [Self.rig(.follow), Self.rig(.hold, original: 0)] {
            rig.tap(0.25, 0.5)
            rig.pass(5000)
            rig.send(.viewShown)
            rig.send(.stop)
            var isWritten = false
            for case .write(let settings) in rig.calls {
                settings.forEach { if $0.id == .whiteBalanceAuto { isWritten = true } }
            }
            #expect(!isWritten)
        }
    }

    @Test("Another program that switches it on while it is held is reported, and it is switched off again")
    func broken() {
        var rig = Self.rig(.hold)
        rig.tap(0.25, 0.5)
        rig.pass(8000)
        rig.camera?.setByOthers(.whiteBalanceAuto, 1)
        rig.pass(5000)
        #expect(rig.faults == [.holdBroken(.whiteBalanceAuto)] && !Self.isOn(rig))
    }

    @Test("Where it is switched on a second time it is given up, and the exposure stays held without it")
    func givenUp() {
        var rig = Self.rig(.hold)
        rig.tap(0.25, 0.5)
        rig.pass(8000)
        for _ in 0..<3 {
            rig.camera?.setByOthers(.whiteBalanceAuto, 1)
            rig.pass(5000)
        }
        #expect(rig.faults == [.holdBroken(.whiteBalanceAuto), .controlChanged(.whiteBalanceAuto)])
        #expect(Self.isOn(rig) && rig.camera?.integer(.exposureAuto) == 1 && rig.allViolations == [])
    }
}
