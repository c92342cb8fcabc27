import FocusCore
import Testing

/// AE/AF lock: what is kept is let go by nothing that moves.
struct KeepTests {
    private static func rig(
        _ camera: CameraDescription = CameraExamples.automatic, unlockAfter: TimeSpan? = nil
    ) -> EngineRig {
        var rig = EngineRig(started: camera, Configuration().with { $0.unlockAfter = unlockAfter })
        rig.forget()
        return rig
    }

    private static func keepers(_ rig: EngineRig) -> [Keeper?] {
        rig.effects.compactMap { if case .kept(let keeper, _) = $0 { .some(keeper) } else { nil } }
    }

    private static func ignored(_ rig: EngineRig) -> [TapIgnored] {
        rig.effects.compactMap { if case .tapIgnored(let reason, _) = $0 { reason } else { nil } }
    }

    private static func centre(_ keeper: Keeper, _ tap: UInt64 = 7) -> Input.Event {
        .keep(KeepWish(.picture(x: 0.25, y: 0.5), by: keeper, tap: TapID(tap)))
    }

    @Test("A kept point stays through motion and another scene, and the sensor sleeps", arguments: Keeper.allCases)
    func stays(_ keeper: Keeper) {
        var rig = Self.rig()
        rig.send(Self.centre(keeper))
        rig.film(8000)
        rig.shake()
        rig.camera?.image.grid = 180
        rig.film(20_000)
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer"])
        #expect(Self.keepers(rig) == [keeper] && rig.engine.keeper == keeper)
        #expect(!rig.isSensorAwake && rig.camera?.streams.last == "stop")
        #expect(rig.engine.unlockers == [])
        #expect(rig.allViolations == [])
    }

    @Test("The lock begins when the camera has accepted the tap, with the tap's number, and never when it refuses")
    func accepted() {
        var rig = Self.rig()
        rig.answersAtOnce = false
        rig.send(Self.centre(.application))
        #expect(Self.keepers(rig) == [] && rig.engine.keeper == nil)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(200)
        #expect(rig.effects.contains(.kept(.application, tap: TapID(7))))
        var refusing = Self.rig(CameraExamples.fixed)
        refusing.send(Self.centre(.application))
        #expect(refusing.refusals == [.nothingToSet] && refusing.engine.keeper == nil)
    }

    @Test("A person's lock ends with the next tap, and motion unlocks that as ever")
    func person() {
        var rig = Self.rig()
        rig.send(Self.centre(.person))
        rig.film(8000)
        rig.tap(0.75, 0.5)
        rig.film(8000)
        #expect(Self.keepers(rig) == [.person, nil])
        rig.shake()
        #expect(rig.states.last == "continuousAuto motion")
        #expect(rig.allViolations == [])
    }

    @Test("Under an application's lock a tap of others is ignored with its reason, and its own moves the lock")
    func application() {
        var rig = Self.rig()
        rig.send(Self.centre(.application))
        rig.film(8000)
        rig.tap(0.75, 0.5)
        rig.send(Self.centre(.person))
        #expect(Self.ignored(rig) == [.kept, .kept] && rig.engine.keeper == .application)
        rig.send(.keep(KeepWish(.picture(x: 0.75, y: 0.5), by: .application)))
        rig.film(8000)
        #expect(Self.keepers(rig) == [.application, .application])
        #expect(rig.settled.count == 2 && rig.allViolations == [])
    }

    @Test("After its end the three states rule as ever: the next motion unlocks")
    func ended() {
        var rig = Self.rig()
        rig.send(Self.centre(.application))
        rig.film(8000)
        rig.send(.keepEnded)
        #expect(rig.engine.keeper == nil && rig.isSensorAwake)
        rig.shake()
        #expect(rig.states == ["autoAndForceLocked tap", "unlockableLocked timer", "continuousAuto motion"])
        rig.send(.keepEnded)
        #expect(Self.keepers(rig) == [.application, nil])
        #expect(rig.allViolations == [])
    }

    @Test("The view shown ends a lock, and so do another camera, its leaving, and the end", arguments: 0..<4)
    func endings(_ kind: Int) {
        var rig = Self.rig()
        rig.send(Self.centre(.application))
        rig.film(8000)
        switch kind {
        case 0: rig.send(.viewShown)
        case 1: rig.arrive(CameraExamples.withRegion)
        case 2: rig.leave()
        default: rig.send(.stop)
        }
        #expect(Self.keepers(rig) == [.application, nil])
        #expect(rig.allViolations == [])
    }

    @Test("What is held is kept at once, without a write; in continuousAuto the centre is tapped first")
    func held() {
        var rig = Self.rig()
        rig.tap(0.25, 0.5)
        rig.film(8000)
        rig.forget()
        rig.send(.keep(KeepWish(.held, by: .application, tap: TapID(9))))
        #expect(rig.effects.contains(.kept(.application, tap: TapID(9))))
        #expect(rig.writes == [] && rig.states == [])
        rig.send(.viewShown)
        rig.forget()
        rig.send(.keep(KeepWish(.held, by: .application)))
        rig.film(8000)
        #expect(rig.states.first == "autoAndForceLocked tap" && Self.keepers(rig) == [.application])
        let points = rig.effects.compactMap { if case .state(let report) = $0 { report.point } else { nil } }
        #expect(points.first == PointOfInterest.centre)
        #expect(rig.allViolations == [])
    }

    @Test("What was moved since the tap is focused again at the same point, and then kept")
    func movedBefore() {
        var rig = Self.rig()
        rig.tap(0.25, 0.5)
        rig.film(1000)
        rig.shake()
        #expect(rig.engine.hasMoved)
        rig.send(.keep(KeepWish(.held, by: .application)))
        rig.film(10_000)
        #expect(rig.states == ["autoAndForceLocked tap", "autoAndForceLocked tap", "unlockableLocked timer"])
        #expect(Self.keepers(rig) == [.application])
    }

    @Test("A lock whose wish is withdrawn before the camera has accepted never begins")
    func withdrawn() {
        var rig = Self.rig()
        rig.answersAtOnce = false
        rig.send(Self.centre(.application))
        rig.send(.keepEnded)
        rig.answersAtOnce = true
        rig.answerAll()
        rig.film(8000)
        #expect(Self.keepers(rig) == [] && rig.states.first == "autoAndForceLocked tap")
    }

    @Test("A time without a touch ends a person's lock, and not an application's", arguments: Keeper.allCases)
    func idle(_ keeper: Keeper) {
        var rig = Self.rig(unlockAfter: .milliseconds(20_000))
        rig.send(Self.centre(keeper))
        rig.film(60_000)
        #expect((rig.states.last == "continuousAuto motion") == (keeper == .person))
        #expect(Self.keepers(rig) == (keeper == .person ? [.person, nil] : [.application]))
        #expect(rig.allViolations == [])
    }

    @Test("A kept hold that another program breaks is restored once a minute, and given up after three times in a row")
    func brokenForDays() {
        var rig = Self.rig(CameraExamples.withoutRegion)
        rig.send(Self.centre(.application))
        rig.pass(10_000)
        rig.forget()
        for _ in 0..<8 {
            rig.camera?.setByOthers(.focusAuto, 1)
            rig.pass(30_000)
        }
        let broken = Fault.holdBroken(.focusAuto)
        #expect(rig.faults == [broken, broken, broken, .holdLost(.focusAuto)])
    }
}
